import { describe, expect, it } from 'vitest';
import type { ResponseMessage } from '../../../src/protocol/index.js';
import { notification, success } from '../../../src/protocol/index.js';
import { createFetchHandler } from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { modernBody } from '../../support/raw-http.js';
import { ScriptedHandler } from '../../support/scripted-handler.js';
import { FetchedAnswer, TestedFetchServer } from '../../support/tested-fetch-server.js';
import { nextTurn } from '../../support/turn.js';

const URL = 'http://localhost/mcp';
const changed = notification('notifications/tools/list_changed');
const HEADERS = {
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/list',
};

function modern(init: RequestInit = {}): Request {
  return new Request(URL, { method: 'POST', headers: HEADERS, body: modernBody('tools/list'), ...init });
}

describe('a fetch handler', () => {
  it('answers with JSON', async () => {
    const handle = createFetchHandler(new ScriptedHandler());
    const response = await handle(modern());
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('answers only to loopback unless told otherwise', async () => {
    const elsewhere = (): Request => new Request('https://api.example.com/mcp', modern());
    const closed = createFetchHandler(new ScriptedHandler());
    const response = await closed(elsewhere());
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('allowedHosts');
    const open = createFetchHandler(new ScriptedHandler(), { allowedHosts: ['api.example.com'] });
    expect((await open(elsewhere())).status).toBe(200);
    const any = createFetchHandler(new ScriptedHandler(), { allowedHosts: '*' });
    expect((await any(elsewhere())).status).toBe(200);
  });

  it('takes from the platform who is calling', async () => {
    const handler = new ScriptedHandler();
    let asked = 0;
    const handle = createFetchHandler(handler, {
      authenticate: () => {
        asked += 1;
        return { status: 401 };
      },
    });
    expect((await handle(modern(), { auth: { principal: 'alice' } })).status).toBe(200);
    expect(handler.requests[0]?.context.auth).toEqual({ principal: 'alice' });
    expect(asked).toBe(0);
    expect((await handle(modern(), { remote: '10.0.0.1' })).status).toBe(401);
  });

  it('streams, and closing the stream cancels', async () => {
    const server = new TestedFetchServer();
    server.handler.on('tools/list', (_message, context) => {
      context.notify(changed);
      return new Promise(() => {});
    });
    const answer = new FetchedAnswer(await server.handle(modern()));
    await answer.message(1);
    const { context } = await server.handler.handled('tools/list');
    expect(context.signal.aborted).toBe(false);
    await answer.drop();
    expect(context.signal.aborted).toBe(true);
    context.notify(changed);
    await server.handle.close();
    expect(server.clock.pending).toBe(0);
  });

  it('cancels when the platform says that the client has gone', async () => {
    const server = new TestedFetchServer();
    const gate = new Gate<ResponseMessage>();
    server.handler.on('tools/list', () => gate.promise);
    const leaving = new AbortController();
    const answer = server.handle(modern({ signal: leaving.signal }));
    const { context } = await server.handler.handled('tools/list');
    leaving.abort();
    expect(context.signal.aborted).toBe(true);
    // The platform awaits an answer all the same.
    expect((await answer).status).toBe(499);
    gate.open(success(1, {}));
    await nextTurn();
    expect(server.warnings).toEqual([]);
  });

  it('does not begin for a client that has gone already', async () => {
    const server = new TestedFetchServer();
    expect((await server.handle(modern({ signal: AbortSignal.abort() }))).status).toBe(499);
    const leaving = new AbortController();
    const checked = new TestedFetchServer({
      authenticate: async () => {
        leaving.abort();
        return { principal: 'a' };
      },
    });
    expect((await checked.handle(modern({ signal: leaving.signal }))).status).toBe(499);
    await nextTurn();
    expect([...server.handler.requests, ...checked.handler.requests]).toEqual([]);
  });

  it('cuts off a client that does not read', async () => {
    const server = new TestedFetchServer({ limits: { writeQueueBytes: 1000 } });
    server.handler.on('tools/list', (_message, context) => {
      for (let step = 0; step < 100; step++) context.notify(changed);
      return new Promise(() => {});
    });
    const response = await server.handle(modern());
    const { context } = await server.handler.handled('tools/list');
    expect(context.signal.aborted).toBe(true);
    expect(server.told).toEqual(['limit_exceeded:writeQueueBytes']);
    await expect(response.text()).rejects.toThrow('broke');
  });

  it.each([
    { size: 200, limit: 200, status: 400 },
    { size: 201, limit: 200, status: 413 },
  ])('answers $status to $size bytes of $limit', async ({ size, limit, status }) => {
    const handle = createFetchHandler(new ScriptedHandler(), { limits: { requestBodyBytes: limit } });
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(100).fill(0x20));
        controller.enqueue(new Uint8Array(size - 100).fill(0x20));
        controller.close();
      },
    });
    const init = { body, duplex: 'half' } as RequestInit;
    expect((await handle(modern(init))).status).toBe(status);
  });

  it('joins what comes in pieces', async () => {
    const handle = createFetchHandler(new ScriptedHandler());
    const bytes = new TextEncoder().encode(modernBody('tools/list'));
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const response = await handle(modern({ body, duplex: 'half' } as RequestInit));
    expect(await response.json()).toMatchObject({ result: {} });
  });

  it('answers when the body was read before, is empty, or breaks off', async () => {
    const handle = createFetchHandler(new ScriptedHandler());
    const used = modern();
    await used.text();
    expect((await handle(used)).status).toBe(400);
    expect((await handle(modern({ body: null }))).status).toBe(400);
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('gone'));
      },
    });
    expect((await handle(modern({ body: broken, duplex: 'half' } as RequestInit))).status).toBe(400);
  });

  it('answers preflights without a body', async () => {
    const handle = createFetchHandler(new ScriptedHandler(), { allowedOrigins: ['https://app.example'] });
    const response = await handle(
      new Request(URL, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-headers': 'Mcp-Param-Region, x-evil',
        },
      }),
    );
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining([
        'authorization',
        'mcp-method',
        'mcp-name',
        'last-event-id',
        'mcp-param-region',
      ]),
    );
    expect(allowed).not.toContain('x-evil');
    expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });

  it('lets pages read refusals', async () => {
    const handle = createFetchHandler(new ScriptedHandler(), { authenticate: () => ({ status: 401 }) });
    const response = await handle(modern({ headers: { ...HEADERS, origin: 'http://localhost:1' } }));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:1');
  });

  it('refuses what comes after it was closed', async () => {
    const handle = createFetchHandler(new ScriptedHandler());
    await handle.close();
    await handle[Symbol.asyncDispose]();
    expect((await handle(modern())).status).toBe(503);
  });
});

describe('a server without sessions', () => {
  it('serves each legacy request by itself', async () => {
    const server = new TestedFetchServer({ legacySessions: 'none' });
    const opened = await server.call('initialize', 0, { protocolVersion: '2025-06-18' });
    expect(opened.headers.get('mcp-session-id')).toBeNull();
    expect(server.peer.assumedRevision).toBeUndefined();
    await (await server.call('tools/list', 1)).ended();
    const { context } = await server.handler.handled('tools/list');
    expect(context.peer).toMatchObject({ transport: 'http', assumedRevision: '2025-03-26' });
    expect(context.peer.sessionId).toBeUndefined();
    expect(context.peer.gone.aborted).toBe(false);
    context.peer.notify(changed);
    for (const asked of [context.peer.request('ping'), context.request('ping')]) {
      await expect(asked).rejects.toMatchObject({ code: expect.stringMatching(/peer_unreachable|closed/) });
    }
  });

  it('streams without event ids, and asks nothing', async () => {
    const server = new TestedFetchServer({ legacySessions: 'none' });
    server.handler.on('tools/list', async ({ id }, context) => {
      context.notify(changed);
      const fault = await context.request('roots/list').catch((cause) => cause);
      return success(id, { code: fault.code, polls: context.closeStream !== undefined });
    });
    const answer = await (await server.call('tools/list')).ended();
    expect(answer.messages[1]?.result).toEqual({ code: 'peer_unreachable', polls: false });
    expect(answer.events.every(({ id }) => id === undefined)).toBe(true);
  });

  it('does not take a closed connection for a cancel', async () => {
    const server = new TestedFetchServer({ legacySessions: 'none' });
    const gate = new Gate<ResponseMessage>();
    server.handler.on('tools/list', (_message, context) => {
      context.notify(changed);
      return gate.promise;
    });
    const answer = await server.call('tools/list');
    await answer.drop();
    const { context } = await server.handler.handled('tools/list');
    expect(context.signal.aborted).toBe(false);
    context.notify(changed);
    gate.open(success(1, {}));
    await nextTurn();
    expect(server.warnings).toEqual([]);
  });
});
