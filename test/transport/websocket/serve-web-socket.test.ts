import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { request, success } from '../../../src/protocol/index.js';
import {
  connectChannel,
  type FrameChannel,
  type MessageHandler,
  openWebSocket,
  type ServedWebSocket,
  type ServeWebSocketOptions,
  serveWebSocket,
  webSocketServer,
} from '../../../src/transport/index.js';
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
