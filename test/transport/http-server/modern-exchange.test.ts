import { describe, expect, it } from 'vitest';
import type { JsonObject, ResponseMessage } from '../../../src/protocol/index.js';
import { isFault, notification, success } from '../../../src/protocol/index.js';
import type { RequestContext } from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { RawHttpClient, rawModern } from '../../support/raw-http.js';
import { TestedHttpServer } from '../../support/tested-http-server.js';
import { nextTurn } from '../../support/turn.js';
import { waitFor } from '../../support/wait-for.js';

const progress = (step: number) =>
  notification('notifications/progress', { progressToken: 't', progress: step });

/** A handler that waits until a test lets it answer. */
function waiting(server: TestedHttpServer, method = 'tools/list'): Gate<ResponseMessage> {
  const gate = new Gate<ResponseMessage>();
  server.handler.on(method, () => gate.promise);
  return gate;
}

describe('a modern answer', () => {
  // requirement: http-request-json-or-sse
  it('is one JSON object when nothing precedes the result', async () => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/list', ({ id }) => success(id, { tools: [] }));
    const answer = await server.modern('tools/list', {}, 'é');
    await answer.ended();
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['transfer-encoding']).toBeUndefined();
    expect(JSON.parse(answer.text)).toEqual({ jsonrpc: '2.0', id: 'é', result: { tools: [] } });
  });

  // requirement: http-request-json-or-sse, http-response-ends-stream, http-no-proxy-buffering
  // requirement: http-stream-notifications-related, progress-stops-after-completion
  it('becomes a stream with the first notification, and ends with the result', async () => {
    await using server = await TestedHttpServer.start();
    const gate = waiting(server);
    const coming = server.modern('tools/list');
    const { context } = await server.handler.handled('tools/list');
    context.notify(progress(1));
    const answer = await coming;
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(await answer.message(1)).toMatchObject({ method: 'notifications/progress' });
    context.notify(progress(2));
    gate.open(success(1, {}));
    await answer.ended();
    context.notify(progress(3));
    expect(answer.messages.map(({ method }) => method ?? 'result')).toEqual([
      'notifications/progress',
      'notifications/progress',
      'result',
    ]);
    // Resumption is gone, so events have no ids.
    expect(answer.text).not.toContain('id: ');
  });

  it('becomes a stream after a while, with comments while nothing happens', async () => {
    await using server = await TestedHttpServer.start();
    const gate = waiting(server);
    const coming = server.modern('tools/list');
    await server.handler.handled('tools/list');
    server.clock.advance(5000);
    const answer = await coming;
    expect(answer.headers['content-type']).toBe('text/event-stream');
    server.clock.advance(15_000);
    await waitFor('a comment came', () => answer.text.startsWith(':'));
    server.clock.advance(15_000);
    await waitFor('another comment came', () => answer.text.split(':').length === 3);
    gate.open(success(1, {}));
    await answer.ended();
    expect(answer.messages).toHaveLength(1);
  });

  it('is not a stream before that', async () => {
    await using server = await TestedHttpServer.start();
    const gate = waiting(server);
    const coming = server.modern('tools/list');
    await server.handler.handled('tools/list');
    server.clock.advance(4000);
    gate.open(success(1, {}));
    expect((await coming).headers['content-type']).toBe('application/json');
  });

  it.each([
    { sseAfterMs: 0, type: 'text/event-stream' },
    { sseAfterMs: Number.POSITIVE_INFINITY, type: 'application/json' },
  ])('is $type with sseAfterMs $sseAfterMs', async ({ sseAfterMs, type }) => {
    await using server = await TestedHttpServer.start({ sseAfterMs });
    const gate = waiting(server);
    const coming = server.modern('tools/list');
    await server.handler.handled('tools/list');
    server.clock.advance(3_600_000);
    gate.open(success(1, {}));
    const answer = await coming;
    await answer.ended();
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.text).toContain('"result":{}');
  });

  it.each([
    { what: 'an error with a status of its own', httpStatus: 400, code: -32021, status: 400 },
    { what: 'an unknown method', httpStatus: undefined, code: -32601, status: 404 },
    { what: 'any other error', httpStatus: undefined, code: -32602, status: 200 },
  ])('has status $status for $what', async ({ httpStatus, code, status }) => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/list', ({ id }) => ({
      kind: 'error',
      id,
      error: { code, message: 'no' },
      ...(httpStatus === undefined ? {} : { httpStatus }),
    }));
    const answer = await server.modern('tools/list');
    await answer.ended();
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error.code).toBe(code);
  });

  it.each([
    {
      what: 'a handler that rejects',
      script: () => Promise.reject(new Error('secret')),
    },
    {
      what: 'a handler that throws',
      script: () => {
        throw new Error('secret');
      },
    },
    {
      what: 'a result that is circular',
      script: () => {
        const result: JsonObject = {};
        result['self'] = result;
        return success(1, result);
      },
    },
  ])('is an internal error without details for $what', async ({ script }) => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/list', script);
    const answer = await server.modern('tools/list');
    await answer.ended();
    expect(JSON.parse(answer.text)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'Internal error' },
    });
    expect(server.told).toEqual(['handler_failed']);
  });

  it('loses no more than the notification that cannot be written', async () => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/list', ({ id }, context) => {
      context.notify({ kind: 'notification', method: 'x', params: { deep: nested(200) } });
      return success(id, {});
    });
    const answer = await server.modern('tools/list');
    await answer.ended();
    expect(JSON.parse(answer.text).result).toEqual({});
    expect(server.told).toEqual(['handler_failed']);
  });
});

function nested(depth: number): JsonObject {
  return depth === 0 ? {} : { in: nested(depth - 1) };
}

describe('a modern client that goes', () => {
  // requirement: http-disconnect-cancels, http-cancelled-work-stopped, http-cancelled-request-silent
  it('cancels the request, whose stream has begun', async () => {
    await using server = await TestedHttpServer.start();
    const gate = waiting(server);
    const coming = server.modern('tools/list');
    const { context } = await server.handler.handled('tools/list');
    expect(context.signal.aborted).toBe(false);
    context.notify(progress(1));
    (await coming).drop();
    await waitFor('the request was cancelled', () => context.signal.aborted);
    expect(isFault(context.signal.reason, 'cancelled')).toBe(true);
    expect(context.peer.gone.aborted).toBe(true);
    context.notify(progress(2));
    gate.open(success(1, {}));
    await nextTurn();
    expect(server.warnings).toEqual([]);
  });

  // requirement: http-disconnect-cancels
  it('cancels the request that it waits for', async () => {
    await using server = await TestedHttpServer.start();
    waiting(server);
    const client = new RawHttpClient(server.port, rawModern('tools/list'));
    const { context } = await server.handler.handled('tools/list');
    client.socket.destroy();
    await waitFor('the request was cancelled', () => context.signal.aborted);
    // No stream is begun for nobody.
    server.clock.advance(10_000);
    expect(server.warnings).toEqual([]);
  });

  it('is cut off when it does not read', async () => {
    await using server = await TestedHttpServer.start({ limits: { writeQueueBytes: 64 * 1024 } });
    let sent = 0;
    server.handler.on('tools/list', async ({ id }, context) => {
      const text = 'x'.repeat(16 * 1024);
      while (!context.signal.aborted) {
        context.notify(notification('notifications/message', { text }));
        sent += text.length;
        await nextTurn();
      }
      return success(id, {});
    });
    using client = new RawHttpClient(server.port, rawModern('tools/list'));
    client.socket.pause();
    await waitFor('the client was cut off', () => server.told.length > 0);
    expect(server.told).toEqual(['limit_exceeded:writeQueueBytes']);
    expect(server.warnings[0]?.message).toContain('writeQueueBytes');
    // Kernel buffers take some megabytes before anything waits in ours.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('gets one message of any size', async () => {
    await using server = await TestedHttpServer.start({ limits: { writeQueueBytes: 1024 } });
    server.handler.on('tools/list', ({ id }, context) => {
      context.notify(progress(1));
      return success(id, { text: 'x'.repeat(4 * 1024 * 1024) });
    });
    const answer = await server.modern('tools/list');
    await answer.ended();
    expect(answer.messages).toHaveLength(2);
    expect(server.warnings).toEqual([]);
  });
});

describe('the context of a modern request', () => {
  // requirement: http-server-sends-no-requests, server-sends-no-requests
  it('has headers and who asks, and asks nobody', async () => {
    await using server = await TestedHttpServer.start({
      authenticate: ({ token }) => ({ principal: token ?? 'nobody' }),
    });
    const answer = await server.modern('tools/list', {}, 1, {
      authorization: 'Bearer alice',
      'x-trace': 'abc',
    });
    await answer.ended();
    const { context } = await server.handler.handled('tools/list');
    expect(context.auth).toEqual({ principal: 'alice' });
    expect(context.headers?.['x-trace']).toBe('abc');
    expect(context.peer).toMatchObject({ transport: 'http', sessionId: undefined });
    expect(context.peer).toBe(context.peer);
    expect(context.closeStream).toBeUndefined();
    context.peer.notify(progress(1));
    await expectRefused(context);
  });

  it('is there for notifications, except those that cancel', async () => {
    await using server = await TestedHttpServer.start();
    const session = await server.session();
    for (const method of ['notifications/vendor', 'notifications/cancelled']) {
      const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
      await session.post(JSON.stringify({ jsonrpc: '2.0', method, params: { requestId: 1, _meta: meta } }));
    }
    expect(server.handler.notifications.map(({ message }) => message.method)).toEqual([
      'notifications/vendor',
    ]);
    const peer = server.handler.notifications[0]?.peer;
    expect(peer?.sessionId).toBeUndefined();
    expect(peer?.gone.aborted).toBe(false);
  });
});

async function expectRefused(context: RequestContext): Promise<void> {
  for (const asked of [context.request('roots/list'), context.peer.request('roots/list')]) {
    await expect(asked).rejects.toMatchObject({ name: 'Fault', code: 'not_in_revision' });
  }
}
