import { afterEach, describe, expect, it } from 'vitest';
import { isAnswered } from '../../../src/conformance/index.js';
import { DuplexSession } from '../../../src/conformance/wire/duplex-session.js';
import type { SessionParts } from '../../../src/conformance/wire/session-base.js';
import { type FrameChannel, memoryPair, openChildProcess } from '../../../src/transport/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FrameLog } from '../../support/frame-log.js';
import { oddServer } from '../../support/odd-server.js';
import { waitFor } from '../../support/wait-for.js';
import { sessionParts } from './session-parts.js';

/** A session, and the other end of its channel. */
function joined(more: Partial<SessionParts> = {}, clock?: FakeClock) {
  const [ours, theirs] = memoryPair();
  const log = new FrameLog();
  theirs.start(log);
  const session = new DuplexSession(ours, 'stdio', sessionParts(more, clock));
  return { session, log, theirs };
}

describe('exchange', () => {
  it('sends what it is given and waits for the response with that id, among other frames', async () => {
    const { session, log, theirs } = joined();
    const replied = session.exchange('{"jsonrpc":"2.0","id":"7","method":"x"}');
    await log.untilFrames(1);
    theirs.send('log line');
    theirs.send('{"jsonrpc":"2.0","id":7,"result":{}}');
    theirs.send('{"jsonrpc":"2.0","id":"7","result":{"a":1}}');
    const reply = await replied;
    expect(reply).toMatchObject({ kind: 'result', id: '7', result: { a: 1 } });
    expect(reply.records.map(({ direction }) => direction)).toEqual([
      'sent',
      'received',
      'received',
      'received',
    ]);
    expect(session.received[0]?.messages).toMatchObject([{ kind: 'fault' }]);
  });

  it.each([
    ['{broken', undefined, true],
    ['{"jsonrpc":"1.0","id":4,"method":"ping"}', undefined, false],
    ['{"jsonrpc":"1.0","id":4,"method":"ping"}', true, true],
    ['{"jsonrpc":"2.0","id":4,"method":"ping"}', undefined, false],
  ])(
    '%s: an error without id counts as told or where there is no id: %#',
    async (frame, orWithoutId, counts) => {
      const clock = new FakeClock();
      const { session, log, theirs } = joined({}, clock);
      const replied = session.exchange(frame, orWithoutId === undefined ? {} : { orWithoutId });
      await log.untilFrames(1);
      theirs.send('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}');
      await waitFor('it has come', () => session.received.length === 1);
      clock.advance(5000);
      expect((await replied).kind).toBe(counts ? 'error' : 'silence');
    },
  );

  it('tells silence by the time that was given', async () => {
    const clock = new FakeClock();
    const { session } = joined({}, clock);
    const replied = session.request('ping', undefined, { timeoutMs: 300 });
    clock.advance(301);
    expect(await replied).toMatchObject({ kind: 'silence', waitedMs: 300 });
  });

  it('tells the end of the connection', async () => {
    const { session, theirs } = joined();
    const replied = session.request('ping');
    await theirs.close();
    expect(await replied).toMatchObject({ kind: 'ended', fault: { code: 'connection_lost' } });
    expect(session.hasEnded).toBe(true);
  });

  it('stops waiting when the check is over', async () => {
    const { session } = joined();
    const controller = new AbortController();
    session.scope = { check: 'a', signal: controller.signal };
    const replied = session.request('ping');
    controller.abort();
    expect(await replied).toMatchObject({ kind: 'silence' });
    expect(session.received).toEqual([]);
  });
});

describe('a session', () => {
  it('answers what the server asks as a client that declared nothing', async () => {
    const { session, log, theirs } = joined();
    theirs.send('{"jsonrpc":"2.0","id":"s1","method":"ping"}');
    theirs.send('{"jsonrpc":"2.0","id":"s2","method":"roots/list"}');
    theirs.send('{"jsonrpc":"2.0","method":"notifications/message"}');
    await log.untilFrames(2);
    expect(log.frames.map((frame) => JSON.parse(frame))).toMatchObject([
      { id: 's1', result: {} },
      { id: 's2', error: { code: -32601 } },
    ]);
    expect(session.received).toHaveLength(3);
  });

  it('finds what comes, on the account of the check it works for', async () => {
    const { session, theirs } = joined();
    session.scope = { check: 'a', signal: undefined };
    const found = session.next(({ text }) => text.includes('two'));
    theirs.send('"one"');
    theirs.send('"two"');
    expect(await found).toMatchObject({ text: '"two"', check: 'a' });
    expect(await session.next(() => true, { from: 2, timeoutMs: 1 })).toBeUndefined();
  });

  it('hears silence: what came meanwhile, without the answer to its own ping', async () => {
    const { session, log, theirs } = joined();
    const quiet = session.quiet({ quietMs: 20 });
    theirs.send('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}');
    await log.untilFrames(1);
    const { id } = JSON.parse(log.frames[0] ?? '') as { id: number };
    theirs.send(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
    const { records, alive } = await quiet;
    expect(records).toHaveLength(1);
    expect(isAnswered(alive)).toBe(true);
  });

  it('asks in the form of its revision whether the server is alive', async () => {
    const methods: string[] = [];
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      const { session, log, theirs } = joined({ revision });
      const ping = session.ping(1000);
      await log.untilFrames(1);
      methods.push((JSON.parse(log.frames[0] ?? '') as { method: string }).method);
      await theirs.close();
      await ping;
    }
    expect(methods).toEqual(['ping', 'server/discover']);
  });

  it('is ended for sending too much', async () => {
    const { session, theirs } = joined({ bounds: { maxBytes: 1000, maxFrames: 3 } });
    for (let count = 0; count < 5; count++) theirs.send('{}');
    await waitFor('it has ended', () => session.hasEnded);
    expect(await session.request('ping')).toMatchObject({ kind: 'ended', fault: { code: 'limit_exceeded' } });
    expect(session.received).toHaveLength(4);
  });

  it('records what is written in pieces line by line, and knows what it asked', async () => {
    const { session, theirs } = joined();
    await session.write('{"jsonrpc":"2.0","id":9,"meth');
    await session.write('od":"tools/list"}\n\n{"jsonrpc"');
    theirs.send('{"jsonrpc":"2.0","id":9,"result":{"tools":[{}]}}');
    const record = await session.next(() => true);
    expect(record).toMatchObject({ answers: 'tools/list', findings: [{}, {}] });
  });

  it('gives the first answer of a process the time of its start', async () => {
    const clock = new FakeClock();
    const handle = { pid: 1 } as never;
    const [ours, theirs] = memoryPair();
    const log = new FrameLog();
    theirs.start(log);
    const session = new DuplexSession(
      ours,
      'stdio',
      sessionParts({ startAllowanceMs: () => 1000 }, clock),
      handle,
    );
    const first = session.request('ping', undefined, { timeoutMs: 100 });
    clock.advance(500);
    theirs.send('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect((await first).kind).toBe('result');
    const second = session.request('ping', undefined, { timeoutMs: 100 });
    clock.advance(101);
    expect(await second).toMatchObject({ kind: 'silence', waitedMs: 100 });
  });
});

describe('a process', () => {
  const open: FrameChannel[] = [];
  afterEach(async () => {
    for (const channel of open.splice(0)) await channel.close();
  });

  async function start(mode: string, bounds = { maxStdoutBytes: 1e6, maxStderrBytes: 1e6 }) {
    const channel = await openChildProcess(oddServer(mode, [], { graceMs: 300 }));
    open.push(channel);
    const parts = sessionParts();
    return { session: DuplexSession.withProcess(channel, bounds, parts), log: parts.log };
  }

  it('can be told to end in every way, and how it ended is known', async () => {
    const { session, log } = await start('well');
    expect(isAnswered(await session.request('ping'))).toBe(true);
    expect(await session.process?.exit(1)).toBeUndefined();
    session.process?.endInput();
    expect(await session.process?.exit(5000)).toEqual({ code: 0, signal: null });
    await session.close();
    expect(log.traffic('2025-11-25', 'stdio').processes).toMatchObject([{ session: 'test', stderrBytes: 0 }]);
  });

  it('can be sent a signal', async () => {
    const { session } = await start('ignores-eof');
    await session.request('ping');
    session.process?.endInput();
    expect(await session.process?.exit(200)).toBeUndefined();
    session.process?.signal('SIGTERM');
    expect(await session.process?.exit(5000)).toEqual({ code: 0, signal: null });
    await waitFor('stderr has come', () => session.process?.stderrBytes() === 11);
    expect(session.process?.stderr()).toBe('terminated');
  });
});
