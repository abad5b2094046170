import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ResponseMessage } from '../../../src/protocol/index.js';
import { failure, notification, success } from '../../../src/protocol/index.js';
import { listenHttp } from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { probe } from '../../support/http-probe.js';
import { modernBody, RawHttpClient, rawModern } from '../../support/raw-http.js';
import { ScriptedHandler } from '../../support/scripted-handler.js';
import { TestedHttpServer } from '../../support/tested-http-server.js';
import { waitFor } from '../../support/wait-for.js';

const changed = notification('notifications/tools/list_changed');

describe('listening', () => {
  it('is on loopback, at /mcp, on a free port, unless told otherwise', async () => {
    await using first = await listenHttp(new ScriptedHandler());
    await using second = await listenHttp(new ScriptedHandler(), { path: '/other' });
    expect(first.url).toBe(`http://127.0.0.1:${first.port}/mcp`);
    expect(second.url).toBe(`http://127.0.0.1:${second.port}/other`);
    expect(first.port).not.toBe(second.port);
    expect((await probe({ port: second.port })).status).toBe(404);
    expect((await probe({ port: second.port, path: '/other/' })).status).toBe(415);
  });

  it.each([
    { host: '127.0.0.1', asked: '127.0.0.1', status: 415 },
    { host: '127.0.0.1', asked: 'LOCALHOST.:1', status: 415 },
    { host: '127.0.0.1', asked: '127.0.0.2', status: 403 },
    { host: '127.0.0.2', asked: '127.0.0.2', status: 415 },
    { host: '127.0.0.2', asked: '[::1]', status: 415 },
    { host: 'localhost', asked: 'evil.example.com', status: 403 },
  ])('on $host answers $status to Host $asked', async ({ host, asked, status }) => {
    await using listener = await listenHttp(new ScriptedHandler(), { host });
    const { connect } = await import('node:net');
    const socket = connect(listener.port, host);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.end(`POST /mcp HTTP/1.1\r\nHost: ${asked}\r\nContent-Length: 0\r\n\r\n`);
    await waitFor('the answer came', () => received.includes(`HTTP/1.1 ${status} `));
  });

  it('on all interfaces needs names', async () => {
    const handler = new ScriptedHandler();
    await expect(listenHttp(handler, { host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('allowedHosts'),
    });
    await using listener = await listenHttp(handler, { host: '0.0.0.0', allowedHosts: ['mcp.example.com'] });
    const headers = { host: 'mcp.example.com:443' };
    expect((await probe({ port: listener.port, headers })).status).toBe(415);
    expect((await probe({ port: listener.port })).status).toBe(403);
  });

  it.each([
    { allowedHosts: ['a/b'] },
    { allowedOrigins: ['no-scheme'] },
    { path: 'mcp' },
    { keepAliveMs: -1 },
    { sseAfterMs: Number.NaN },
    { eras: 'modern', revisions: ['2025-11-25'] },
  ] as const)('refuses %j', async (options) => {
    const started = listenHttp(new ScriptedHandler(), options as Parameters<typeof listenHttp>[1]);
    await expect(started).rejects.toMatchObject({ name: 'Fault', code: 'invalid_argument' });
  });

  it('fails by name when the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const { port } = other.address() as { port: number };
    const started = listenHttp(new ScriptedHandler(), { port });
    await expect(started).rejects.toMatchObject({
      code: 'listen_failed',
      message: expect.stringContaining(String(port)),
    });
    other.close();
  });

  it('holds no more connections than it may', async () => {
    await using server = await TestedHttpServer.start({ limits: { connections: 1 } });
    using first = new RawHttpClient(server.port, rawModern('tools/list'));
    await first.sees('"result":{}');
    using second = new RawHttpClient(server.port, rawModern('tools/list'));
    await second.closed();
    expect(second.received).toBe('');
  });
});

describe('closing', () => {
  it('is done at once when nothing is open, and leaves no timer', async () => {
    const server = await TestedHttpServer.start({ drainMs: 3000 });
    await (await server.modern('tools/list')).ended();
    await server.session();
    using idle = new RawHttpClient(server.port, rawModern('tools/list'));
    await idle.sees('"result":{}');
    await server.close();
    await idle.closed();
    expect(server.clock.pending).toBe(0);
    await expect(probe({ port: server.port })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.close();
  });

  it('lets requests finish, as JSON and as streams', async () => {
    const server = await TestedHttpServer.start({ drainMs: 3000 });
    const gate = new Gate<ResponseMessage>();
    server.handler.on('tools/list', () => gate.promise);
    using plain = new RawHttpClient(server.port, rawModern('tools/list'));
    await server.handler.handled('tools/list', 1);
    const coming = server.modern('tools/list');
    const { context } = await server.handler.handled('tools/list', 2);
    context.notify(changed);
    const stream = await coming;
    const session = await server.session();
    const legacy = session.call('tools/list');
    await server.handler.handled('tools/list', 3);
    const closed = server.close();
    expect(context.signal.aborted).toBe(false);
    gate.open(success(1, {}));
    await closed;
    await plain.closed();
    expect(plain.received).toContain('Connection: close');
    expect(plain.received).toContain('"result":{}');
    await stream.ended();
    expect(stream.messages).toHaveLength(2);
    expect((await legacy).status).toBe(200);
    expect(server.clock.pending).toBe(0);
  });

  it('answers what takes too long, and tells its handler', async () => {
    const server = await TestedHttpServer.start({ drainMs: 3000 });
    server.handler.on('tools/list', () => new Promise(() => {}));
    const plain = server.modern('tools/list');
    await server.handler.handled('tools/list', 1);
    const coming = server.modern('tools/list', {}, 2);
    const { context } = await server.handler.handled('tools/list', 2);
    context.notify(changed);
    const stream = await coming;
    const closed = server.close();
    server.clock.advance(3000);
    await closed;
    expect(context.signal.aborted).toBe(true);
    expect((await plain).status).toBe(503);
    await stream.ended();
    expect(stream.messages[1]).toMatchObject({ id: 2, error: { code: -32603 } });
  });

  // requirement: server-cancelled-ends-subscription, subscription-server-teardown-response
  it('ends subscriptions with their cancellation and their result', async () => {
    const server = await TestedHttpServer.start({ drainMs: 3000 });
    server.handler.on('subscriptions/listen', ({ id }, context) => {
      context.notify(notification('notifications/subscriptions/acknowledged'));
      return new Promise((resolve) => {
        context.signal.addEventListener('abort', () => {
          context.notify(notification('notifications/cancelled', { requestId: id }));
          resolve(success(id, { resultType: 'complete' }));
        });
      });
    });
    const stream = await server.modern('subscriptions/listen', { notifications: {} });
    await stream.message(1);
    await server.close();
    await stream.ended();
    expect(stream.messages.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', id: 1, result: { resultType: 'complete' } },
    ]);
    expect(server.clock.pending).toBe(0);
  });

  it('ends listening streams and sessions, and fails what was asked of them', async () => {
    const server = await TestedHttpServer.start({ drainMs: 3000 });
    const session = await server.session();
    const stream = await session.get();
    const { context } = await server.handler.handled('initialize');
    const asked = context.peer.request('roots/list');
    const expected = expect(asked).rejects.toMatchObject({ code: 'connection_lost' });
    await server.close();
    await stream.ended();
    await expected;
    expect(context.peer.gone.aborted).toBe(true);
    expect(server.clock.pending).toBe(0);
  });

  it('refuses what comes on connections that are still open', async () => {
    const server = await TestedHttpServer.start({ drainMs: 3000 });
    const gate = new Gate<ResponseMessage>();
    server.handler.on('tools/list', () => gate.promise);
    using client = new RawHttpClient(server.port, rawModern('tools/list'));
    await server.handler.handled('tools/list');
    const closed = server.close();
    client.send(rawModern('prompts/list'));
    gate.open(failure(1, { code: -32602, message: 'no' }));
    await closed;
    await client.closed();
    expect(client.received).toContain('"message":"no"');
    expect(server.handler.requests).toHaveLength(1);
  });

  it('does not wait for a client that does not read', async () => {
    const server = await TestedHttpServer.start({ drainMs: 3000 });
    const text = 'x'.repeat(32 * 1024 * 1024);
    server.handler.on('tools/list', ({ id }) => success(id, { text }));
    using client = new RawHttpClient(
      server.port,
      rawModern('tools/list', { body: modernBody('tools/list') }),
    );
    client.socket.pause();
    await server.handler.handled('tools/list');
    const closed = server.close();
    await server.clock.timerWithin(1000);
    server.clock.advance(1000);
    await closed;
    expect(server.clock.pending).toBe(0);
  });
});
