import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Fault, request, success } from '../../../src/protocol/index.js';
import {
  type Authenticate,
  connectChannel,
  type FrameChannel,
  type MessageHandler,
  openWebSocket,
  type ServedWebSocket,
  type ServeWebSocketOptions,
  serveWebSocket,
  webSocketServer,
} from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { RawHttpClient } from '../../support/raw-http.js';

const handler: MessageHandler = {
  request: async ({ id, method }) => success(id, { method }),
  notification: () => {},
};

describe('serveWebSocket', () => {
  let server: ServedWebSocket;
  const channels: FrameChannel[] = [];

  async function serve(options: ServeWebSocketOptions = {}): Promise<void> {
    server = await serveWebSocket(handler, options);
  }

  async function open(url = server.url): Promise<FrameChannel> {
    const channel = await openWebSocket(webSocketServer({ url }));
    channels.push(channel);
    return channel;
  }

  /** How a handshake ends: the HTTP status of a refusal, or 101. */
  async function handshake(protocols: string[], headers: Record<string, string> = {}): Promise<number> {
    const socket = new WebSocket(server.url, protocols, { headers });
    return new Promise((resolve) => {
      socket.on('error', () => {});
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
      socket.on('open', () => {
        resolve(101);
        socket.terminate();
      });
    });
  }

  afterEach(async () => {
    for (const channel of channels.splice(0)) await channel.close();
    await server.close();
  });

  it('serves several clients side by side', async () => {
    await serve();
    expect(server.url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const connections = [connectChannel(await open()), connectChannel(await open())];
    for (const connection of connections) {
      expect(await connection.exchange(request(1, 'ping'))).toEqual(success(1, { method: 'ping' }));
    }
  });

  it('closes at once, whoever has begun a handshake and does not go on', async () => {
    await serve();
    using half = new RawHttpClient(server.port, 'GET /mcp HTTP/1.1\r\nHost: localhost\r\n');
    using silent = new RawHttpClient(server.port);
    await Promise.all([half, silent].map(({ socket }) => once(socket, 'connect')));
    await server.close();
    await Promise.all([half.closed(), silent.closed()]);
  });

  it('tells a request that is no upgrade what it takes', async () => {
    await serve();
    using client = new RawHttpClient(server.port, 'GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await client.sees('HTTP/1.1 426');
  });

  it.each([
    { name: 'the subprotocol', protocols: ['mcp'], headers: {}, status: 101 },
    { name: 'the subprotocol among others', protocols: ['other', 'mcp'], headers: {}, status: 101 },
    { name: 'no subprotocol', protocols: [], headers: {}, status: 400 },
    { name: 'another subprotocol', protocols: ['mcpx'], headers: {}, status: 400 },
    { name: 'a foreign origin', protocols: ['mcp'], headers: { Origin: 'http://evil.example' }, status: 403 },
    { name: 'the null origin', protocols: ['mcp'], headers: { Origin: 'null' }, status: 403 },
    { name: 'a listed origin', protocols: ['mcp'], headers: { Origin: 'http://app.example' }, status: 101 },
    {
      name: 'a longer origin',
      protocols: ['mcp'],
      headers: { Origin: 'http://app.example.evil' },
      status: 403,
    },
  ])('answers $name with $status', async ({ protocols, headers, status }) => {
    await serve({ allowedOrigins: ['http://app.example'] });
    expect(await handshake(protocols, headers)).toBe(status);
  });

  it.each([
    { open: 1, status: 101 },
    { open: 2, status: 503 },
  ])(
    'takes 2 connections at most: with $open open the next gets $status',
    async ({ open: count, status }) => {
      await serve({ limits: { connections: 2 } });
      for (let index = 0; index < count; index++) {
        const connection = connectChannel(await open());
        await connection.exchange(request(1, 'ping'));
      }
      expect(await handshake(['mcp'])).toBe(status);
    },
  );

  describe('with a bearer check', () => {
    const authenticate: Authenticate = ({ token, remote }) =>
      token === 'good' ? { principal: `ada@${remote}` } : { status: 401, challenge: 'Bearer scope="mcp"' };

    async function refusal(headers: Record<string, string> = {}): Promise<IncomingMessage> {
      const socket = new WebSocket(server.url, ['mcp'], { headers });
      socket.on('error', () => {});
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
      socket.terminate();
      return response;
    }

    it.each([{ headers: {} }, { headers: { Authorization: 'Bearer bad' } }])(
      'refuses the handshake with the challenge: $headers',
      async ({ headers }) => {
        await serve({ authenticate });
        const response = await refusal(headers);
        expect(response.statusCode).toBe(401);
        expect(response.headers['www-authenticate']).toBe('Bearer scope="mcp"');
      },
    );

    it('refuses, and warns, when the hook throws', async () => {
      const warnings: Fault[] = [];
      await serve({
        authenticate: () => {
          throw new Error('no database');
        },
        onWarning: (warning) => warnings.push(warning),
      });
      expect((await refusal()).statusCode).toBe(500);
      expect(warnings).toMatchObject([{ code: 'handler_failed' }]);
    });

    it('tells handlers who connected', async () => {
      let caller: string | undefined;
      const asking: MessageHandler = {
        ...handler,
        request: async ({ id }, { auth }) => {
          caller = auth?.principal;
          return success(id, {});
        },
      };
      server = await serveWebSocket(asking, { authenticate });
      const target = webSocketServer({ url: server.url, headers: { Authorization: 'Bearer good' } });
      const channel = await openWebSocket(target);
      channels.push(channel);
      await connectChannel(channel).exchange(request(1, 'ping'));
      expect(caller).toBe('ada@127.0.0.1');
    });

    it('closes although the hook is still at work', async () => {
      const asked = new Gate<void>();
      await serve({
        authenticate: () => {
          asked.open();
          return new Promise(() => {});
        },
      });
      const broken = handshakeError();
      await asked.promise;
      await server.close();
      expect(await broken).toMatch(/hang up|ECONNRESET/);
    });

    async function handshakeError(): Promise<string> {
      const socket = new WebSocket(server.url, ['mcp']);
      const [error] = (await once(socket, 'error')) as [Error];
      return error.message;
    }
  });

  it('counts requests at work over all connections, also when theirs has ended', async () => {
    const gate = new Gate<void>();
    const ended = new Gate<void>();
    const warnings: Fault[] = [];
    const slow: MessageHandler = {
      ...handler,
      request: async ({ id, method }, { peer }) => {
        if (method === 'slow') {
          peer.gone.addEventListener('abort', () => ended.open());
          await gate.promise;
        }
        return success(id, {});
      },
    };
    const onWarning = (warning: Fault) => warnings.push(warning);
    server = await serveWebSocket(slow, { limits: { runningRequests: 1 }, onWarning });
    const first = connectChannel(await open());
    const lost = first.exchange(request(1, 'slow'));
    await Promise.all([first.close(), expect(lost).rejects.toMatchObject({ code: 'closed' }), ended.promise]);
    const second = connectChannel(await open());
    const busy = { code: -32603, data: { limit: 'runningRequests', max: 1 } };
    expect(await second.exchange(request(1, 'a'))).toMatchObject({ error: busy });
    expect(warnings).toMatchObject([{ code: 'limit_exceeded', limit: 'runningRequests' }]);
    gate.open();
    await gate.promise;
    expect(await second.exchange(request(2, 'a'))).toMatchObject({ kind: 'success' });
  });

  it('ends the connection of a client that sends too much', async () => {
    await serve({ limits: { lineBytes: 100 } });
    const connection = connectChannel(await open());
    const answer = connection.exchange(request(1, 'a', { text: 'x'.repeat(200) }));
    await expect(answer).rejects.toMatchObject({ code: 'connection_lost', details: { closeCode: 1009 } });
  });

  it('lets open clients finish when it is closed', async () => {
    await serve();
    const connection = connectChannel(await open());
    await connection.exchange(request(1, 'ping'));
    await server[Symbol.asyncDispose]();
    await server.close();
    expect((await connection.closed).fault).toMatchObject({
      code: 'connection_lost',
      details: { closeCode: 1000 },
    });
    await expect(open()).rejects.toMatchObject({ code: 'connect_failed' });
  });

  it('says when it cannot listen', async () => {
    await serve();
    const second = serveWebSocket(handler, { port: server.port });
    await expect(second).rejects.toMatchObject({
      code: 'listen_failed',
      message: expect.stringContaining('EADDRINUSE'),
    });
  });

  it('takes upgrades from a server that is there', async () => {
    const http = createServer();
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    await serve({ server: http, path: '/here' });
    const port = (http.address() as AddressInfo).port;
    const connection = connectChannel(await open(`ws://127.0.0.1:${port}/here`));
    expect(await connection.exchange(request(1, 'ping'))).toEqual(success(1, { method: 'ping' }));
    await expect(open(`ws://127.0.0.1:${port}/elsewhere`)).rejects.toMatchObject({ code: 'http_status' });
    await connection.close();
    await server.close();
    expect(http.listening).toBe(true);
    http.close();
  });
});
