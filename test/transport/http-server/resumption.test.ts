// Streams of legacy sessions that outlive their connections. Driven through fetch, where the server sees at once what
// the client does.
import { describe, expect, it } from 'vitest';
import type { ResponseMessage } from '../../../src/protocol/index.js';
import { notification, success } from '../../../src/protocol/index.js';
import type { RequestContext } from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { TestedFetchServer } from '../../support/tested-fetch-server.js';
import { nextTurn } from '../../support/turn.js';

const progress = (step: number) =>
  notification('notifications/progress', { progressToken: 't', progress: step });
const steps = ({ messages }: { messages: { params?: { progress?: unknown } }[] }) =>
  messages.map(({ params }) => params?.progress ?? 'result');

/** A call whose stream has begun, with one step of progress. */
async function begun(server: TestedFetchServer, id = 1) {
  const gate = new Gate<ResponseMessage>();
  server.handler.on(`call/${id}`, () => gate.promise);
  const coming = server.call(`call/${id}`, id);
  const { context } = await server.handler.handled(`call/${id}`);
  context.notify(progress(1));
  const stream = await coming;
  await stream.message(1);
  const last = stream.events.at(-1)?.id;
  return { context, stream, last, finish: () => gate.open(success(id, {})) };
}

describe('a stream whose connection is lost', () => {
  // requirement: legacy-disconnect-does-not-cancel, legacy-event-ids-name-stream
  it('goes on, and is fetched from where it broke', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const { context, stream, last, finish } = await begun(server);
    await stream.drop();
    expect(context.signal.aborted).toBe(false);
    context.notify(progress(2));
    const resumed = await server.get(last);
    expect(resumed.headers.get('content-type')).toBe('text/event-stream');
    await resumed.message(1);
    context.notify(progress(3));
    finish();
    await resumed.ended();
    expect(steps(resumed)).toEqual([2, 3, 'result']);
  });

  it('is fetched after its end, as often as it is asked for', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const { stream, last, finish } = await begun(server);
    await stream.drop();
    finish();
    await nextTurn();
    for (let round = 0; round < 2; round++) {
      const resumed = await (await server.get(last)).ended();
      expect(steps(resumed)).toEqual(['result']);
    }
    // From the start, too.
    const again = await (await server.get('1-0')).ended();
    expect(steps(again)).toEqual([1, 'result']);
  });

  it('is not fetched again by a client that has all of it', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const { stream, finish } = await begun(server);
    finish();
    await stream.ended();
    const answer = await server.get(stream.events.at(-1)?.id);
    expect(answer.status).toBe(405);
  });

  // requirement: legacy-replay-own-stream-only
  it('gives its own messages and no others', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const first = await begun(server, 1);
    const second = await begun(server, 2);
    await first.stream.drop();
    await second.stream.drop();
    first.context.notify(progress(2));
    second.context.notify(progress(20));
    first.context.notify(progress(3));
    const resumed = await server.get(first.last);
    await resumed.message(2);
    expect(steps(resumed)).toEqual([2, 3]);
  });

  it('moves to a connection that asks while another one is there', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const { context, stream, last, finish } = await begun(server);
    const resumed = await server.get(last);
    await stream.ended();
    context.notify(progress(2));
    finish();
    await resumed.ended();
    expect(steps(resumed)).toEqual([2, 'result']);
    expect(steps(stream)).toEqual([1]);
  });

  it.each(['', 'x', '1', '9-1', '1-99', '1-1-1', '0-1', '-1-1', '1-1e0'])(
    'is not found by %j',
    async (id) => {
      const server = new TestedFetchServer();
      await server.initialize();
      await begun(server);
      const answer = await server.get(id);
      expect(answer.status).toBe(400);
    },
  );

  // requirement: legacy-event-ids-unique
  it('has ids that no other event of the session has', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const listening = await server.get();
    server.peer.notify(progress(0));
    const streams = [listening, (await begun(server, 1)).stream, (await begun(server, 2)).stream];
    await listening.message(1);
    const ids = streams.flatMap(({ events }) => events.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(5);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('asks its questions again of whoever resumes it', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const { context, stream, last } = await begun(server);
    await stream.drop();
    const asked = context.request('roots/list');
    const resumed = await server.get(last);
    const question = await resumed.message(1);
    await server.post(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { roots: [] } }));
    expect(await asked).toMatchObject({ kind: 'success' });
  });

  it('is nothing to a client that left before it began', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const gate = new Gate<ResponseMessage>();
    server.handler.on('tools/call', () => gate.promise);
    const leaving = new AbortController();
    void server.call('tools/call', 1, {}, leaving.signal);
    const { context } = await server.handler.handled('tools/call');
    leaving.abort();
    expect(context.signal.aborted).toBe(false);
    await expect(context.request('roots/list')).rejects.toMatchObject({ code: 'peer_unreachable' });
    context.notify(progress(1));
    gate.open(success(1, {}));
    await nextTurn();
    expect(server.warnings).toEqual([]);
  });
});

describe('a connection that the server closes', () => {
  /** A call that closes its connection as soon as it is asked to. */
  async function closing(server: TestedFetchServer, retryMs?: number) {
    const gate = new Gate<ResponseMessage>();
    const seen = new Gate<RequestContext>();
    server.handler.on('tools/call', (_message, context) => {
      context.closeStream?.(retryMs === undefined ? {} : { retryMs });
      seen.open(context);
      return gate.promise;
    });
    return { coming: server.call('tools/call'), seen: seen.promise, gate };
  }

  // requirement: legacy-stream-retry-before-close
  it('tells when to come back, and the result is fetched', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const { coming, seen, gate } = await closing(server, 500);
    const stream = await (await coming).ended();
    expect(stream.events[0]).toEqual({ id: '1-1', retry: undefined, data: '' });
    expect(stream.events.at(-1)).toMatchObject({ retry: '500', data: '' });
    expect((await seen).signal.aborted).toBe(false);
    const resumed = await server.get(stream.events.at(-1)?.id);
    gate.open(success(1, { done: true }));
    await resumed.ended();
    expect(resumed.messages).toEqual([{ jsonrpc: '2.0', id: 1, result: { done: true } }]);
  });

  it('may be closed again after it was resumed', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const { coming, seen, gate } = await closing(server);
    const stream = await (await coming).ended();
    const context = await seen;
    const resumed = await server.get(stream.events.at(-1)?.id);
    context.closeStream?.({ retryMs: 1 });
    await resumed.ended();
    gate.open(success(1, {}));
    await nextTurn();
    const last = await (await server.get(resumed.events.at(-1)?.id)).ended();
    expect(last.messages).toHaveLength(1);
  });

  it('is not closed on clients that do not poll', async () => {
    const server = new TestedFetchServer();
    await server.initialize('2025-06-18');
    server.handler.on('tools/call', ({ id }, context) =>
      success(id, { offered: context.closeStream !== undefined }),
    );
    const answer = await (await server.call('tools/call')).ended();
    expect(JSON.parse(answer.text).result).toEqual({ offered: false });
  });

  it('is not closed once the answer is out', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    await (await server.call('tools/call')).ended();
    const { context } = await server.handler.handled('tools/call');
    expect(() => context.closeStream?.()).not.toThrow();
    expect(server.warnings).toEqual([]);
  });
});

describe('the priming event', () => {
  // requirement: legacy-stream-priming-event
  it.each([
    { revision: '2025-03-26', first: 'message' },
    { revision: '2025-06-18', first: 'message' },
    { revision: '2025-11-25', first: 'priming' },
  ] as const)('$first comes first in $revision', async ({ revision, first }) => {
    const server = new TestedFetchServer();
    await server.initialize(revision);
    const { stream } = await begun(server);
    expect(stream.events[0]?.id).toBe('1-1');
    expect(stream.events[0]?.data === '' ? 'priming' : 'message').toBe(first);
  });
});

describe('the listening stream', () => {
  it('keeps what comes while it is down, and goes on after it without being asked', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const first = await server.get();
    server.peer.notify(progress(1));
    await first.message(1);
    await first.drop();
    server.peer.notify(progress(2));
    const second = await server.get();
    server.peer.notify(progress(3));
    await second.message(2);
    expect(steps(second)).toEqual([2, 3]);
  });

  it('is resumed from an event, like any other', async () => {
    const server = new TestedFetchServer();
    await server.initialize();
    const first = await server.get();
    server.peer.notify(progress(1));
    server.peer.notify(progress(2));
    await first.message(2);
    const second = await server.get(first.events.at(-2)?.id);
    await second.message(1);
    await first.ended();
    server.peer.notify(progress(3));
    await second.message(2);
    expect(steps(second)).toEqual([2, 3]);
  });
});

describe('the replay budget', () => {
  const text = 'x'.repeat(500);
  const long = (step: number) => notification('notifications/progress', { progress: step, text });

  it('drops the oldest first and tells, and the rest is sent', async () => {
    const server = new TestedFetchServer({ limits: { replayBytes: 2000 } });
    await server.initialize();
    const { context, stream, last, finish } = await begun(server);
    await stream.drop();
    for (const step of [2, 3, 4, 5]) context.notify(long(step));
    expect(server.told).toEqual(['limit_exceeded:replayBytes', 'limit_exceeded:replayBytes']);
    const resumed = await server.get(last);
    finish();
    await resumed.ended();
    expect(steps(resumed)).toEqual([4, 5, 'result']);
  });

  it('does not count as a loss what went out', async () => {
    const server = new TestedFetchServer({ limits: { replayBytes: 2000 } });
    await server.initialize();
    const { context, stream, finish } = await begun(server);
    for (const step of [2, 3, 4, 5]) context.notify(long(step));
    finish();
    await stream.ended();
    expect(steps(stream)).toEqual([1, 2, 3, 4, 5, 'result']);
    expect(server.warnings).toEqual([]);
  });

  it('forgets a stream with its last event', async () => {
    const server = new TestedFetchServer({ limits: { replayBytes: 2000 } });
    await server.initialize();
    const first = await begun(server, 1);
    first.finish();
    await first.stream.ended();
    const second = await begun(server, 2);
    for (const step of [2, 3, 4, 5]) second.context.notify(long(step));
    expect((await server.get(first.last)).status).toBe(400);
  });

  it('fails the question that nobody will get to see', async () => {
    const server = new TestedFetchServer({ limits: { replayBytes: 2000 } });
    await server.initialize();
    const asked = server.peer.request('roots/list', { text });
    const expected = expect(asked).rejects.toMatchObject({ code: 'limit_exceeded', limit: 'replayBytes' });
    const more = [1, 2, 3].map(() => server.peer.request('roots/list', { text }));
    for (const other of more) other.catch(() => {});
    await expected;
    await expect(server.peer.request('roots/list', { text: 'x'.repeat(3000) })).rejects.toMatchObject({
      code: 'limit_exceeded',
    });
  });
});

describe('a server that waits for lost clients for a while only', () => {
  it('cancels when the time is up, and has nothing to resume', async () => {
    const server = new TestedFetchServer({ lostRequestMs: 30_000 });
    await server.initialize();
    const { context, stream } = await begun(server);
    expect(stream.events.every(({ id }) => id === undefined)).toBe(true);
    expect(context.closeStream).toBeUndefined();
    server.clock.advance(60_000);
    expect(context.signal.aborted).toBe(false);
    await stream.drop();
    server.clock.advance(28_000);
    expect(context.signal.aborted).toBe(false);
    expect((await server.get('1-1')).status).toBe(400);
    server.clock.advance(2000);
    expect(context.signal.reason).toMatchObject({ code: 'cancelled', origin: 'peer' });
    await server.handle.close();
    expect(server.clock.pending).toBe(0);
  });

  it('waits for a client that left before there was a stream, too', async () => {
    const server = new TestedFetchServer({ lostRequestMs: 30_000 });
    await server.initialize();
    server.handler.on('tools/call', () => new Promise(() => {}));
    const leaving = new AbortController();
    void server.call('tools/call', 1, {}, leaving.signal);
    const { context } = await server.handler.handled('tools/call');
    leaving.abort();
    server.clock.advance(30_000);
    expect(context.signal.aborted).toBe(true);
  });
});
