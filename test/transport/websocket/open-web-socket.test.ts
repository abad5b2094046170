import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { openWebSocket, webSocketServer } from '../../../src/transport/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FrameLog } from '../../support/frame-log.js';

describe('openWebSocket', () => {
  const closers: (() => void)[] = [];

  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  async function listen(server: Server): Promise<string> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  /** A server that answers every upgrade with an HTTP response. */
  function refusing(status: number, headers: Record<string, string>, body: string): Promise<string> {
    const server = createServer();
    server.on('upgrade', (_request, socket) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\n${lines.join('')}\r\n${body}`);
    });
    return listen(server);
  }

  /** A server that takes every socket, and the handshakes it saw. */
  async function accepting(
    handleProtocols: () => string | false = () => 'mcp',
  ): Promise<{ url: string; seen: IncomingMessage[] }> {
    const http = createServer();
    const sockets = new WebSocketServer({ server: http, handleProtocols });
    const seen: IncomingMessage[] = [];
    sockets.on('connection', (_socket, request) => void seen.push(request));
    return { url: await listen(http), seen };
  }

  it.each([
    { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="r"' }, code: 'unauthorized' },
    { status: 403, headers: {}, code: 'forbidden' },
    { status: 404, headers: {}, code: 'http_status' },
    { status: 200, headers: {}, code: 'http_status' },
    { status: 302, headers: { Location: 'http://127.0.0.1:1/' }, code: 'redirect_refused' },
  ])('tells a refusal with $status as $code', async ({ status, headers, code }) => {
    const url = await refusing(status, headers, 'the reason');
    const opening = openWebSocket(webSocketServer({ url, headers: { authorization: 'Bearer hunter2' } }));
    const fault = await opening.catch((error: unknown) => error);
    expect(fault).toMatchObject({ code, details: { status } });
    expect((fault as Error).message).not.toContain('hunter2');
    if (status === 401) expect(fault).toMatchObject({ details: { challenge: [{ scheme: 'Bearer' }] } });
  });

  it('sends its headers, fixed or made for the occasion, and not those that belong to the protocol', async () => {
    const { url, seen } = await accepting();
    const warnings: unknown[] = [];
    for (const headers of [{ 'X-Key': 'k', Upgrade: 'h2c' }, async () => ({ 'X-Key': 'k' })]) {
      const channel = await openWebSocket(webSocketServer({ url, headers }), {
        onWarning: (warning) => void warnings.push(warning),
      });
      await channel.close();
    }
    expect(seen.map(({ headers }) => [headers['x-key'], headers.upgrade])).toEqual([
      ['k', 'websocket'],
      ['k', 'websocket'],
    ]);
    expect(seen[0]?.headers['sec-websocket-protocol']).toBe('mcp');
    expect(warnings).toHaveLength(1);
  });

  it('refuses a server that does not choose the subprotocol', async () => {
    const { url } = await accepting(() => false);
    await expect(openWebSocket(webSocketServer({ url }))).rejects.toMatchObject({
      code: 'connect_failed',
      message: expect.stringContaining('subprotocol'),
    });
  });

  it('says when the function for headers fails', async () => {
    const target = webSocketServer({
      url: 'ws://127.0.0.1:1/',
      headers: () => {
        throw new Error('no token');
      },
    });
    await expect(openWebSocket(target)).rejects.toMatchObject({ code: 'handler_failed' });
  });

  it('says when nobody listens', async () => {
    const server = createTcpServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await expect(openWebSocket(webSocketServer({ url: `ws://127.0.0.1:${port}/` }))).rejects.toMatchObject({
      code: 'connect_failed',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('gives up after the time to connect', async () => {
    const clock = new FakeClock();
    const server = createServer();
    const asked = once(server, 'upgrade');
    const url = await listen(server);
    const opening = openWebSocket(webSocketServer({ url }), { clock, connectTimeoutMs: 1000 });
    const outcome = opening.catch((error: unknown) => error);
    await asked;
    clock.advance(1000);
    expect(await outcome).toMatchObject({ code: 'timed_out', details: { budget: 'connect' } });
    expect(clock.pending).toBe(0);
  });

  it('can be aborted on the way, and leaves nothing behind', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const server = createServer();
    const asked = once(server, 'upgrade');
    const url = await listen(server);
    const opening = openWebSocket(webSocketServer({ url }), { clock, signal: controller.signal });
    const outcome = opening.catch((error: unknown) => error);
    const [, socket] = await asked;
    socket.on('error', () => {});
    socket.on('end', () => socket.destroy());
    const gone = once(socket, 'close');
    socket.resume();
    controller.abort(new Error('enough'));
    expect(await outcome).toMatchObject({ code: 'cancelled', cause: { message: 'enough' } });
    expect(clock.pending).toBe(0);
    await gone;
  });

  it('keeps a message that comes with the handshake', async () => {
    const http = createServer();
    const sockets = new WebSocketServer({ server: http, handleProtocols: () => 'mcp' });
    sockets.on('connection', (socket) => {
      for (let index = 0; index < 10; index++) socket.send(`"${index}"`);
    });
    const channel = await openWebSocket(webSocketServer({ url: `${await listen(http)}#fragment` }));
    const log = new FrameLog();
    channel.start(log);
    await log.untilFrames(10);
    expect(log.frames[0]).toBe('"0"');
    await channel.close();
  });
});
