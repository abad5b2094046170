import { describe, expect, it } from 'vitest';
import { WireLog } from '../../../src/conformance/wire/wire-log.js';
import { FakeClock } from '../../support/fake-clock.js';
import { recordOf } from '../record-of.js';

const ROOM = { direction: 'received', session: 's', revision: '2025-11-25', isNegotiated: true } as const;

describe('makeRecord', () => {
  it('holds a message against its revision', () => {
    const tools = '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}';
    expect(recordOf(tools, 'received', '2025-11-25', 'tools/list').findings).toMatchObject([
      { path: 'result.tools[0].inputSchema', rule: 'required' },
    ]);
    expect(recordOf(tools).findings).toEqual([]);
    expect(recordOf(tools, 'sent', '2025-11-25', 'tools/list').findings).toEqual([]);
  });

  it('holds an InitializeResult against the revision that it names itself', () => {
    const result = (version: string) =>
      `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"${version}","capabilities":{},"serverInfo":{"name":"a","version":"1","icons":7}}}`;
    const findings = (version: string) =>
      recordOf(result(version), 'received', '2024-11-05', 'initialize').findings.length;
    expect([findings('2024-11-05'), findings('2025-11-25')]).toEqual([0, 1]);
  });

  it('keeps what is no message as a fault, and counts bytes', () => {
    const record = recordOf('Grüße');
    expect(record.messages).toMatchObject([{ kind: 'fault', fault: { code: 'invalid_json' } }]);
    expect(record.bytes).toBe(7);
  });

  it('reads a batch only where there are batches', () => {
    const batch = '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]';
    expect(recordOf(batch, 'received', '2025-03-26').messages).toHaveLength(2);
    expect(recordOf(batch, 'received', '2025-06-18').messages).toMatchObject([{ kind: 'fault' }]);
  });

  it('cuts long text and says how long it was', () => {
    const record = recordOf(`"${'x'.repeat(10_000)}"`);
    expect([record.text.length, record.bytes]).toEqual([4096, 10_002]);
  });

  it('shows bytes that are not UTF-8', () => {
    expect(recordOf(Uint8Array.of(0x22, 0xff, 0x22)).text).toBe('"\ufffd"');
  });
});

describe('WireLog', () => {
  it('tells the traffic of one revision', () => {
    const log = new WireLog(new FakeClock());
    log.add({ ...ROOM, frame: '{}' });
    log.add({ ...ROOM, revision: '2024-11-05', frame: '{}' });
    log.processEnded({ session: 's', revision: '2025-11-25', stdoutBytes: 1, stderrBytes: 2 });
    expect(log.traffic('2025-11-25', 'stdio')).toMatchObject({
      records: [{ sequence: 1 }],
      processes: [{ stderrBytes: 2 }],
      dropped: 0,
      isRecording: false,
    });
    expect(log.traffic('2024-11-05', 'stdio').processes).toEqual([]);
  });

  it('tells what a check caused since a moment', () => {
    const log = new WireLog(new FakeClock());
    log.add({ ...ROOM, frame: '1', check: 'a' });
    const since = log.sequence;
    log.add({ ...ROOM, frame: '2', check: 'a' });
    log.add({ ...ROOM, frame: '3', check: 'b' });
    log.add({ ...ROOM, frame: '4', check: 'a' });
    expect(log.ofCheck('a', since).map(({ text }) => text)).toEqual(['2', '4']);
  });

  it('gives records up before they fill the memory', () => {
    const log = new WireLog(new FakeClock());
    const big = new Uint8Array(40 * 1024 * 1024).fill(0x20);
    for (let count = 0; count < 3; count++) log.add({ ...ROOM, frame: big });
    const { records, dropped } = log.traffic('2025-11-25', 'stdio');
    expect([records.length, dropped]).toEqual([2, 1]);
  });

  it('has the time since it was made', () => {
    const clock = new FakeClock();
    clock.advance(1000);
    const log = new WireLog(clock);
    clock.advance(25);
    expect(log.add({ ...ROOM, frame: '1' }).atMs).toBe(25);
  });
});
