import { describe, expect, it } from 'vitest';
import type { ResponseMessage, Revision } from '../../../src/protocol/index.js';
import { failure, isFault, notification, success } from '../../../src/protocol/index.js';
import { Gate } from '../../support/gate.js';
import { TestedHttpServer, TestedSession } from '../../support/tested-http-server.js';
import { nextTurn } from '../../support/turn.js';
import { waitFor } from '../../support/wait-for.js';

const LEGACY: readonly Revision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const changed = notification('notifications/tools/list_changed');
const progress = (step: number) =>
  notification('notifications/progress', { progressToken: 't', progress: step });

function waiting(server: TestedHttpServer, method = 'tools/list'): Gate<ResponseMessage> {
  const gate = new Gate<ResponseMessage>();
  server.handler.on(method, () => gate.promise);
  return gate;
}

/** The peer of a session, as handlers see it. */
async function peerOf(server: TestedHttpServer, session: TestedSession) {
  const { context } = await server.handler.handled('initialize', server.handler.requests.length);
  expect(context.peer.sessionId).toBe(session.id);
  return context.peer;
}

describe('a session', () => {
  // requirement: legacy-session-id-visible-ascii, legacy-session-id-unguessable, legacy-session-ended-404
  // requirement: legacy-http-notification-202
  it.each(LEGACY)('is opened with %s and ended by DELETE', async (revision) => {
    await using server = await TestedHttpServer.start();
    const session = await server.session(revision);
    // 2025-11-25 basic/transports#session-management: visible ASCII
    expect(session.id).toMatch(/^[\x21-\x7e]{32,}$/);
    const peer = await peerOf(server, session);
    const answer = await session.call('tools/list');
    await answer.ended();
    expect(JSON.parse(answer.text)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect((await session.notify('notifications/initialized')).status).toBe(202);
    const [, second] = server.handler.requests;
    expect(second?.context.peer).toBe(peer);
    expect(server.handler.notifications[0]?.peer).toBe(peer);

    expect((await session.delete()).status).toBe(204);
    expect(peer.gone.aborted).toBe(true);
    expect((await session.call('tools/list')).status).toBe(404);
    expect((await session.get()).status).toBe(404);
    expect((await session.delete()).status).toBe(404);
  });

  it('is not opened by a handshake that fails', async () => {
    await using server = await TestedHttpServer.start();
    server.handler.on('initialize', ({ id }) => failure(id, { code: -32602, message: 'no' }));
    const session = await server.session();
    expect(session.id).toBe('undefined');
    const { context } = await server.handler.handled('initialize');
    expect(context.peer.gone.aborted).toBe(true);
  });

  it('is opened by a handshake that takes long, and its answer is a stream', async () => {
    await using server = await TestedHttpServer.start();
    const gate = waiting(server, 'initialize');
    const opening = server.session();
    await server.handler.handled('initialize');
    server.clock.advance(5000);
    gate.open(success(0, { protocolVersion: '2025-11-25' }));
    const session = await opening;
    expect((await session.call('tools/list')).status).toBe(200);
  });

  it('is taken back when such a handshake fails', async () => {
    await using server = await TestedHttpServer.start();
    const gate = waiting(server, 'initialize');
    const opening = server.session();
    await server.handler.handled('initialize');
    server.clock.advance(5000);
    gate.open(failure(0, { code: -32602, message: 'no' }));
    const session = await opening;
    expect((await session.call('tools/list')).status).toBe(404);
  });

  it('belongs to who opened it', async () => {
    await using server = await TestedHttpServer.start({
      authenticate: ({ token }) => (token === undefined ? { status: 401 } : { principal: token }),
    });
    const session = await server.session('2025-11-25', { authorization: 'Bearer alice' });
    expect((await session.call('tools/list')).status).toBe(200);
    const stolen = { 'mcp-session-id': session.id, authorization: 'Bearer mallory' };
    expect((await server.session('2025-11-25', stolen)).id).toBe('undefined');
    const thief = new TestedSession(server.port, session.id, '2025-11-25', {
      authorization: 'Bearer mallory',
    });
    expect((await thief.call('tools/list')).status).toBe(404);
    expect((await thief.get()).status).toBe(404);
    expect((await thief.delete()).status).toBe(404);
    expect((await session.call('tools/list')).status).toBe(200);
  });

  it('ends when it has been idle for too long, but not while the client is on the line', async () => {
    await using server = await TestedHttpServer.start({ limits: { legacySessionIdleMs: 60_000 } });
    const idle = await server.session();
    const listening = await server.session();
    const stream = await listening.get();
    server.clock.advance(60_000);
    expect((await idle.call('tools/list')).status).toBe(404);
    expect((await listening.call('tools/list')).status).toBe(200);
    stream.drop();
    await waitFor('the session was dropped', () => {
      server.clock.advance(60_000);
      return server.handler.requests[1]?.context.peer.gone.aborted === true;
    });
    expect((await listening.call('tools/list')).status).toBe(404);
  });

  it('lives on while there is traffic', async () => {
    await using server = await TestedHttpServer.start({ limits: { legacySessionIdleMs: 60_000 } });
    const session = await server.session();
    for (let round = 0; round < 5; round++) {
      server.clock.advance(40_000);
      expect((await session.notify('notifications/initialized')).status).toBe(202);
    }
  });

  it('gives way when there are too many, the one that was idle longest first', async () => {
    await using server = await TestedHttpServer.start({ limits: { legacySessions: 2 } });
    const first = await server.session();
    const second = await server.session();
    await first.notify('notifications/initialized');
    const third = await server.session();
    expect((await second.notify('notifications/initialized')).status).toBe(404);
    expect((await first.notify('notifications/initialized')).status).toBe(202);
    expect((await third.notify('notifications/initialized')).status).toBe(202);
  });

  it('does not give way while its client is on the line', async () => {
    await using server = await TestedHttpServer.start({ limits: { legacySessions: 1 } });
    const first = await server.session();
    const stream = await first.get();
    expect((await server.session()).id).toBe('undefined');
    stream.drop();
    await waitFor('there was room', async () => (await server.session()).id !== 'undefined');
  });
});

describe('a legacy request', () => {
  it.each([
    { code: -32601, httpStatus: undefined },
    { code: -32002, httpStatus: undefined },
    { code: -32603, httpStatus: 500 },
  ])('is answered with 200 when its error is $code', async ({ code, httpStatus }) => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/list', ({ id }) => failure(id, { code, message: 'no' }, httpStatus));
    const session = await server.session();
    const answer = await session.call('tools/list');
    await answer.ended();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).error.code).toBe(code);
  });

  it('is handled beside others of its session', async () => {
    await using server = await TestedHttpServer.start();
    const gates = [1, 2, 3].map(() => new Gate<void>());
    server.handler.on('tools/call', async ({ id }) => {
      await gates[Number(id) - 1]?.promise;
      return success(id, { id: Number(id) });
    });
    const session = await server.session();
    const calls = [1, 2, 3].map((id) => session.call('tools/call', id));
    await server.handler.handled('tools/call', 3);
    for (const gate of gates.toReversed()) gate.open();
    for (const [index, call] of calls.entries()) {
      const answer = await call;
      await answer.ended();
      expect(JSON.parse(answer.text).id).toBe(index + 1);
    }
  });

  it('has an id that no other one in flight has', async () => {
    await using server = await TestedHttpServer.start();
    const gate = waiting(server);
    const session = await server.session();
    const first = session.call('tools/list', 7);
    await server.handler.handled('tools/list');
    const twin = await session.call('prompts/list', 7);
    await twin.ended();
    expect(twin.status).toBe(400);
    expect(JSON.parse(twin.text)).toMatchObject({ id: 7, error: { code: -32600 } });
    // The same digits as a string are another id.
    expect((await session.call('prompts/list', '7')).status).toBe(200);
    gate.open(success(7, {}));
    await (await first).ended();
    expect((await session.call('prompts/list', 7)).status).toBe(200);
  });

  it.each([
    { open: 1, code: undefined },
    { open: 2, code: -32603 },
  ])('is answered with $code when $open of 2 are in flight', async ({ open, code }) => {
    await using server = await TestedHttpServer.start({ limits: { inFlightRequests: 2 } });
    const gate = waiting(server);
    const session = await server.session();
    const calls = Array.from({ length: open }, (_, id) => session.call('tools/list', id));
    await server.handler.handled('tools/list', open);
    const answer = await session.call('prompts/list', 99);
    await answer.ended();
    expect(JSON.parse(answer.text).error?.code).toBe(code);
    gate.open(success(0, {}));
    await Promise.all(calls);
  });

  // requirement: legacy-cancelled-request-stopped
  it('is cancelled by a notification, and answered with nothing', async () => {
    await using server = await TestedHttpServer.start();
    const gate = waiting(server);
    const session = await server.session();
    const coming = session.call('tools/list', 'a');
    const { context } = await server.handler.handled('tools/list');
    await session.notify('notifications/cancelled', { requestId: 'b' });
    expect(context.signal.aborted).toBe(false);
    expect((await session.notify('notifications/cancelled', { requestId: 'a', reason: 'late' })).status).toBe(
      202,
    );
    expect(isFault(context.signal.reason, 'cancelled')).toBe(true);
    expect(context.signal.reason.message).toContain('late');
    const answer = await coming;
    await answer.ended();
    expect(answer.status).toBe(202);
    expect(answer.text).toBe('');
    context.notify(progress(1));
    gate.open(success('a', {}));
    await nextTurn();
    expect(server.warnings).toEqual([]);
    expect(server.handler.notifications).toEqual([]);
  });

  it('ends its stream without a response when it is cancelled', async () => {
    await using server = await TestedHttpServer.start();
    waiting(server);
    const session = await server.session('2025-06-18');
    const coming = session.call('tools/list', 1);
    const { context } = await server.handler.handled('tools/list');
    context.notify(progress(1));
    const answer = await coming;
    await session.notify('notifications/cancelled', { requestId: 1 });
    await answer.ended();
    expect(answer.messages.map(({ method }) => method)).toEqual(['notifications/progress']);
    // There is nothing to come back for, and 405 makes clients stop.
    expect((await session.get(answer.events[0]?.id)).status).toBe(405);
  });

  it('is remembered as cancelled for a while', async () => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/list', (_message, context) => {
      context.notify(progress(1));
      return new Promise(() => {});
    });
    const session = await server.session();
    for (let id = 1; id <= 65; id++) {
      const answer = await session.call('tools/list', id);
      await answer.message(1);
      await session.notify('notifications/cancelled', { requestId: id });
    }
    expect((await session.get('65-1')).status).toBe(405);
    expect((await session.get('2-1')).status).toBe(405);
    expect((await session.get('1-1')).status).toBe(400);
  });

  it('is answered when its session ends, and its handler told', async () => {
    await using server = await TestedHttpServer.start();
    waiting(server);
    const session = await server.session();
    const coming = session.call('tools/list');
    const { context } = await server.handler.handled('tools/list');
    expect((await session.delete()).status).toBe(204);
    const answer = await coming;
    await answer.ended();
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(context.signal.aborted).toBe(true);
  });
});

describe('a batch of 2025-03-26', () => {
  // requirement: batches-received
  it('is answered as a whole: requests, broken members, a second handshake', async () => {
    await using server = await TestedHttpServer.start();
    const session = await server.session('2025-03-26');
    const answer = await session.post(
      JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 2, method: 7 },
        1,
        { jsonrpc: '2.0', id: 3, method: 'initialize', params: {} },
        { jsonrpc: '2.0', id: 1, method: 'prompts/list' },
        { jsonrpc: '2.0', id: 99, result: {} },
        { jsonrpc: '2.0', id: 'x', method: 'tools/list' },
      ]),
    );
    const members = answer.json() as { id?: unknown; result?: unknown; error?: { code: number } }[];
    const brief = members.map(({ id, result, error }) => [id, result === undefined ? error?.code : 'ok']);
    expect(brief).toEqual([
      [2, -32600],
      [undefined, -32600],
      [3, -32600],
      [1, -32600],
      [1, 'ok'],
      ['x', 'ok'],
    ]);
    expect(server.handler.notifications).toHaveLength(1);
  });

  // requirement: batch-stream-has-responses, batch-stream-open-until-responses
  // requirement: batch-stream-ends-after-responses
  it('becomes a stream with one event for each answer', async () => {
    await using server = await TestedHttpServer.start();
    const gate = new Gate<void>();
    server.handler.on('tools/call', async ({ id }, context) => {
      await gate.promise;
      context.notify(progress(1));
      return success(id, {});
    });
    const session = await server.session('2025-03-26');
    const coming = session.open(
      JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { jsonrpc: '2.0', id: 2, method: 'tools/call' },
      ]),
    );
    await server.handler.handled('tools/call');
    await nextTurn();
    gate.open();
    const answer = await coming;
    await answer.ended();
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.messages.map(({ id, method }) => method ?? id)).toEqual([1, 'notifications/progress', 2]);
  });

  it('is answered without the member that is cancelled', async () => {
    await using server = await TestedHttpServer.start();
    waiting(server, 'tools/call');
    const session = await server.session('2025-03-26');
    const coming = session.open(
      JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { jsonrpc: '2.0', id: 2, method: 'tools/call' },
      ]),
    );
    await server.handler.handled('tools/call');
    await session.notify('notifications/cancelled', { requestId: 2 });
    const answer = await coming;
    await answer.ended();
    expect(JSON.parse(answer.text)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });
});

describe('the listening stream', () => {
  // requirement: legacy-get-messages-unrelated
  it('carries what belongs to no request', async () => {
    await using server = await TestedHttpServer.start();
    const session = await server.session();
    const peer = await peerOf(server, session);
    const stream = await session.get();
    peer.notify(changed);
    expect(await stream.message(1)).toMatchObject({ method: changed.method });
  });

  it('is not missed by a client that never opens it', async () => {
    await using server = await TestedHttpServer.start();
    const session = await server.session();
    const peer = await peerOf(server, session);
    peer.notify(changed);
    const stream = await session.get();
    peer.notify(progress(1));
    expect(await stream.message(1)).toMatchObject({ method: 'notifications/progress' });
  });

  it('replaces an earlier one', async () => {
    await using server = await TestedHttpServer.start();
    const session = await server.session();
    const peer = await peerOf(server, session);
    const first = await session.get();
    const second = await session.get();
    await first.ended();
    peer.notify(changed);
    await second.message(1);
    expect(first.messages).toEqual([]);
  });

  // requirement: legacy-stream-priming-event
  it.each([
    { revision: '2025-06-18', primed: false },
    { revision: '2025-11-25', primed: true },
  ] as const)('begins with a priming event: $primed in $revision', async ({ revision, primed }) => {
    await using server = await TestedHttpServer.start();
    const session = await server.session(revision);
    const peer = await peerOf(server, session);
    const stream = await session.get();
    peer.notify(changed);
    await stream.message(1);
    expect(stream.events[0]?.data === '').toBe(primed);
    expect(stream.events[0]?.id).toBe('0-1');
  });
});

describe('a question to the client', () => {
  // requirement: legacy-stream-messages-related, legacy-stream-has-response
  // requirement: legacy-stream-open-until-response, legacy-stream-ends-after-response
  it('goes out on the stream of its request, and is answered by a POST', async () => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/call', async ({ id }, context) => {
      const answer = await context.request('roots/list', { a: 1 });
      return success(id, { answer: answer.kind === 'success' ? answer.result : answer.error.code });
    });
    const session = await server.session('2025-06-18');
    const stream = await session.call('tools/call', 5);
    const question = await stream.message(1);
    expect(question).toMatchObject({ method: 'roots/list', params: { a: 1 } });
    const answered = await session.post(
      JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { roots: [] } }),
    );
    expect(answered.status).toBe(202);
    expect(answered.text).toBe('');
    await stream.ended();
    expect(stream.messages[1]).toEqual({ jsonrpc: '2.0', id: 5, result: { answer: { roots: [] } } });
    expect(server.warnings).toEqual([]);
  });

  it('can be answered with an error, and with nonsense', async () => {
    await using server = await TestedHttpServer.start();
    const outcomes: unknown[] = [];
    server.handler.on('tools/call', async ({ id }, context) => {
      const answer = await context.request('roots/list').catch((fault) => fault);
      outcomes.push(answer.code ?? answer.error.code);
      return success(id, {});
    });
    const session = await server.session();
    const first = await session.call('tools/call', 1);
    const error = { code: -32603, message: 'no' };
    await session.post(JSON.stringify({ jsonrpc: '2.0', id: (await first.message(1)).id, error }));
    await first.ended();
    const second = await session.call('tools/call', 2);
    const nonsense = await session.post(
      JSON.stringify({ jsonrpc: '2.0', id: (await second.message(1)).id, result: 7 }),
    );
    expect(nonsense.status).toBe(400);
    await second.ended();
    expect(outcomes).toEqual([-32603, 'invalid_message']);
  });

  it('waits for the listening stream when it belongs to no request', async () => {
    await using server = await TestedHttpServer.start();
    const session = await server.session();
    const peer = await peerOf(server, session);
    const asked = peer.request('roots/list');
    const stream = await session.get();
    const question = await stream.message(1);
    await session.post(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { roots: [] } }));
    expect(await asked).toMatchObject({ kind: 'success', result: { roots: [] } });
  });

  it('has an id that no other question of the session has', async () => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/call', async ({ id }, context) => {
      await Promise.all([context.request('roots/list'), context.request('ping')]);
      return success(id, {});
    });
    const session = await server.session();
    const peer = await peerOf(server, session);
    const streams = [
      await session.get(),
      await session.call('tools/call', 1),
      await session.call('tools/call', 2),
    ];
    const outside = peer.request('ping');
    outside.catch(() => {});
    await waitFor('all were asked', () => streams.flatMap(({ messages }) => messages).length === 5);
    const ids = streams.flatMap(({ messages }) => messages.map(({ id }) => id));
    expect(new Set(ids).size).toBe(5);
  });

  it('is withdrawn on its own stream', async () => {
    await using server = await TestedHttpServer.start();
    const aborter = new AbortController();
    const gate = new Gate<void>();
    server.handler.on('tools/call', async ({ id }, context) => {
      const fault = await context
        .request('roots/list', {}, { signal: aborter.signal })
        .catch((cause) => cause);
      await gate.promise;
      return success(id, { code: fault.code });
    });
    const session = await server.session();
    const stream = await session.call('tools/call', 1);
    const question = await stream.message(1);
    aborter.abort('enough');
    expect(await stream.message(2)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: question.id, reason: 'enough' },
    });
    gate.open();
    await stream.ended();
    expect(stream.messages[2]?.result).toEqual({ code: 'cancelled' });
    // An answer that crosses the withdrawal is no surprise.
    await session.post(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: {} }));
    expect(server.warnings).toEqual([]);
  });

  it('fails with its session', async () => {
    await using server = await TestedHttpServer.start();
    const session = await server.session();
    const peer = await peerOf(server, session);
    const asked = peer.request('roots/list');
    const expected = expect(asked).rejects.toMatchObject({ code: 'connection_lost' });
    await session.delete();
    await expected;
    await expect(peer.request('roots/list')).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('that nobody asked is told', async () => {
    await using server = await TestedHttpServer.start();
    const session = await server.session();
    await session.post('{"jsonrpc":"2.0","id":12,"result":{}}');
    expect(server.told).toEqual(['invalid_message']);
  });
});
