import { describe, expect, it } from 'vitest';
import { Recording } from '../../../src/conformance/record/recording.js';
import { SessionNumbers } from '../../../src/conformance/record/session-numbers.js';
import { FakeClock } from '../../support/fake-clock.js';
import { MemorySink } from '../../support/memory-sink.js';

describe('Recording', () => {
  it('writes a header first, and times from its beginning', () => {
    const sink = new MemorySink();
    const clock = new FakeClock();
    clock.advance(1000);
    const recording = new Recording('stdio', {
      sink,
      clock,
      started: '2026-08-01T12:00:00Z',
      facts: { client: 'x' },
    });
    clock.advance(12.3456);
    recording.frame('client', '{"a":1}');
    recording.end('server', { exit: { code: 0, signal: null } });
    recording.close();
    expect(sink.trace.header).toMatchObject({
      transport: 'stdio',
      started: '2026-08-01T12:00:00Z',
      client: 'x',
    });
    expect(sink.trace.entries).toEqual([
      { dir: 'client', transport: 'stdio', ms: 12.346, frame: '{"a":1}' },
      {
        dir: 'server',
        transport: 'stdio',
        ms: 12.346,
        frame: '',
        end: true,
        exit: { code: 0, signal: null },
      },
    ]);
    expect(sink.isClosed).toBe(true);
  });

  it.each([
    [undefined, expect.stringMatching(/^\d{4}-\d\d-\d\dT/)],
    [false as const, undefined],
  ])('with started: %s', (started, expected) => {
    const sink = new MemorySink();
    new Recording('http', { sink, ...(started === undefined ? {} : { started }) });
    expect(sink.trace.header?.['started']).toEqual(expected);
  });
});

describe('SessionNumbers', () => {
  it('counts sessions in the order in which they are met', () => {
    const sessions = new SessionNumbers();
    expect(['a', undefined, 'b', 'a', ['c', 'd'], ''].map((id) => sessions.of(id))).toEqual([
      { session: 1 },
      {},
      { session: 2 },
      { session: 1 },
      { session: 3 },
      { session: 4 },
    ]);
  });
});
