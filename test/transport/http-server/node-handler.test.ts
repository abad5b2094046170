import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Fault, ResponseMessage } from '../../../src/protocol/index.js';
import { notification, success } from '../../../src/protocol/index.js';
import {
  createNodeHandler,
  type HttpServerOptions,
  type NodeHandler,
  type NodeRequest,
} from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { probe } from '../../support/http-probe.js';
import { modernBody, RawHttpClient, rawModern } from '../../support/raw-http.js';
import { ScriptedHandler } from '../../support/scripted-handler.js';
import { TestedHttpServer } from '../../support/tested-http-server.js';
import { waitFor } from '../../support/wait-for.js';

const MODERN = {
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/list',
};

/** Puts a framework in front of the handler. */
type Wrap = (handle: NodeHandler) => (request: NodeRequest, response: ServerResponse) => unknown;

/** A `node:http` server whose listener is a framework in front of the handler. */
class Framework implements AsyncDisposable {
  readonly handler = new ScriptedHandler();
  readonly warnings: Fault[] = [];
  readonly server: Server;

  private constructor(
    wrap: (handle: ReturnType<typeof createNodeHandler>) => Parameters<typeof createServer>[1],
  ) {
    const options: HttpServerOptions = { path: '/mcp', onWarning: (warning) => this.warnings.push(warning) };
    this.server = createServer(wrap(createNodeHandler(this.handler, options)));
  }

  static async start(wrap: Wrap): Promise<Framework> {
    const framework = new Framework(wrap);
    await new Promise<void>((resolve) => {
      framework.server.listen(0, '127.0.0.1', resolve);
    });
    return framework;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}

async function readBody(request: NodeRequest): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe('behind a framework', () => {
  it.each([
    { what: 'an object', parse: (text: string): unknown => JSON.parse(text) },
    { what: 'text', parse: (text: string): unknown => text },
    { what: 'bytes', parse: (text: string): unknown => Buffer.from(text) },
  ])('takes a body that was parsed into $what', async ({ parse }) => {
    await using framework = await Framework.start((handle) => async (request, response) => {
      Object.assign(request, { body: parse(await readBody(request)) });
      handle(request, response, () => {});
    });
    const answer = await probe({ port: framework.port, headers: MODERN, body: modernBody('tools/list') });
    expect(answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('takes the parsed body as an argument', async () => {
    await using framework = await Framework.start((handle) => async (request, response) => {
      handle(request, response, JSON.parse(await readBody(request)));
    });
    const answer = await probe({ port: framework.port, headers: MODERN, body: modernBody('tools/list') });
    expect(answer.status).toBe(200);
  });

  it('reads the body itself when the parser left it alone', async () => {
    await using framework = await Framework.start((handle) => (request, response) => {
      Object.assign(request, { body: {} });
      handle(request, response);
    });
    const answer = await probe({ port: framework.port, headers: MODERN, body: modernBody('tools/list') });
    expect(answer.status).toBe(200);
  });

  it.each([
    { what: 'is gone', body: undefined, status: 400 },
    { what: 'was empty', body: {}, status: 400 },
    { what: 'cannot be written again', body: { id: 1n }, status: 400 },
  ])('answers when the body $what', async ({ body, status }) => {
    await using framework = await Framework.start((handle) => async (request, response) => {
      await readBody(request);
      Object.assign(request, { body });
      handle(request, response);
    });
    const answer = await probe({ port: framework.port, headers: MODERN, body: modernBody('tools/list') });
    expect(answer.status).toBe(status);
  });

  it.each([
    { url: '/', originalUrl: '/mcp', status: 200 },
    { url: '/mcp', originalUrl: '/api/mcp', status: 200 },
    { url: '/x', originalUrl: '/api/x', status: 404 },
  ])('finds $url of $originalUrl', async ({ url, originalUrl, status }) => {
    await using framework = await Framework.start((handle) => (request, response) => {
      handle(Object.assign(request, { url, originalUrl }), response);
    });
    const answer = await probe({ port: framework.port, headers: MODERN, body: modernBody('tools/list') });
    expect(answer.status).toBe(status);
  });

  it('keeps the headers that the framework has set', async () => {
    await using framework = await Framework.start((handle) => (request, response) => {
      response.setHeader('X-Framework', 'yes');
      handle(request, response);
    });
    const answer = await probe({ port: framework.port, headers: MODERN, body: modernBody('tools/list') });
    expect(answer.headers).toMatchObject({ 'x-framework': 'yes', 'content-type': 'application/json' });
  });

  it('stays out of an answer that somebody else gave', async () => {
    await using framework = await Framework.start((handle) => (request, response) => {
      response.end('mine');
      handle(request, response);
    });
    const answer = await probe({ port: framework.port, headers: MODERN, body: modernBody('tools/list') });
    expect(answer.text).toBe('mine');
    // Still there.
    expect((await probe({ port: framework.port })).text).toBe('mine');
    expect(framework.warnings).toEqual([]);
  });
});

describe('over HTTP/2', () => {
  it('answers with JSON and with streams', async () => {
    const handler = new ScriptedHandler();
    handler.on('prompts/list', ({ id }, context) => {
      context.notify(notification('notifications/message'));
      return success(id, {});
    });
    const handle = createNodeHandler(handler, { path: '/mcp' });
    const server = createHttp2Server((request, response) =>
      // The compatibility layer of node:http2 is what frameworks hand over.
      handle(request as unknown as NodeRequest, response as unknown as ServerResponse),
    );
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const ask = async (method: string, extra: Record<string, string> = {}): Promise<string> => {
      const headers = { ...MODERN, 'mcp-method': method, ':method': 'POST', ':path': '/mcp', ...extra };
      const stream = client.request(headers);
      stream.end(modernBody(method));
      let text = '';
      for await (const chunk of stream) text += String(chunk);
      return text;
    };
    expect(await ask('tools/list')).toContain('"result":{}');
    expect(await ask('prompts/list')).toContain('data: {"jsonrpc":"2.0","id":1,"result":{}}');
    expect(await ask('no/such')).toContain('-32601');
    expect(await ask('tools/list', { ':authority': 'evil.example' })).toContain('allowedHosts');
    await handle.close();
    expect(await ask('tools/list')).toContain('closing');
    client.close();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
});

describe('odd input', () => {
  /** Proves that the server is well: it answers a good request. */
  async function expectWell(server: TestedHttpServer): Promise<void> {
    const answer = await server.modern('prompts/list');
    await answer.ended();
    expect(answer.status).toBe(200);
  }

  it.each([
    { what: 'invalid UTF-8', body: Buffer.from('7b226a736f6e727063223a22ff227d', 'hex'), code: -32700 },
    { what: 'a NUL', body: '\0', code: -32700 },
    { what: 'HTML', body: '<html>', code: -32700 },
    { what: 'a number', body: '7', code: -32600 },
    { what: 'nesting without end', body: '['.repeat(100_000), code: -32700 },
    { what: 'a deep object', body: `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`, code: -32600 },
    { what: 'a polluting key', body: '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"x"}}', code: -32600 },
  ])('$what is refused', async ({ body, code }) => {
    await using server = await TestedHttpServer.start();
    const answer = await probe({ port: server.port, headers: MODERN, body });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code } });
    expect(answer.text).not.toContain('at ');
    await expectWell(server);
  });

  it.each([
    { what: 'one chunk too many', chunks: [200, 100], status: 413 },
    { what: 'exactly the limit', chunks: [200, 50], status: 400 },
    { what: 'one byte more', chunks: [200, 51], status: 413 },
  ])('$what gets $status, though it did not announce its length', async ({ chunks, status }) => {
    await using server = await TestedHttpServer.start({ limits: { requestBodyBytes: 250 } });
    const parts = chunks.map((size) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`).join('');
    const headers = ['Transfer-Encoding: chunked'];
    using client = new RawHttpClient(
      server.port,
      rawModern('tools/list', { headers, body: `${parts}0\r\n\r\n` }),
    );
    await client.sees(`HTTP/1.1 ${status}`);
    await expectWell(server);
  });

  it('an upload without end is broken off', async () => {
    await using server = await TestedHttpServer.start({ limits: { requestBodyBytes: 250 } });
    using client = new RawHttpClient(
      server.port,
      rawModern('tools/list', { headers: ['Transfer-Encoding: chunked'], body: '' }),
    );
    await waitFor('the server had enough', () => {
      if (!client.isClosed) client.send(`64\r\n${'x'.repeat(100)}\r\n`);
      return client.isClosed;
    });
    expect(client.received).toContain('HTTP/1.1 413');
    await expectWell(server);
  });

  it('an upload that breaks off leaves nothing behind', async () => {
    await using server = await TestedHttpServer.start();
    const client = new RawHttpClient(
      server.port,
      rawModern('tools/list', { headers: ['Content-Length: 1000'], body: '{"half":' }),
    );
    await waitFor('the bytes are on their way', () => client.socket.bytesWritten > 0);
    client.socket.destroy();
    await expectWell(server);
    expect(server.handler.requests).toHaveLength(1);
    expect(server.warnings).toEqual([]);
  });

  it.each([
    { what: 'no HTTP at all', bytes: 'hello\r\n\r\n', status: 400 },
    { what: 'a header without a name', bytes: 'POST /mcp HTTP/1.1\r\n: x\r\n\r\n', status: 400 },
    { what: 'no Host', bytes: 'POST /mcp HTTP/1.1\r\nContent-Length: 0\r\n\r\n', status: 400 },
    {
      what: 'two lengths',
      bytes: rawModern('x', { headers: ['Content-Length: 1', 'Content-Length: 2'] }),
      status: 400,
    },
    {
      what: 'length and chunks',
      bytes: rawModern('x', { headers: ['Content-Length: 1', 'Transfer-Encoding: chunked'] }),
      status: 400,
    },
    {
      what: 'a header of 32 KiB',
      bytes: rawModern('x', { headers: [`X: ${'x'.repeat(32_768)}`] }),
      status: 431,
    },
    { what: 'HTTP/1.0 without a Host', bytes: 'POST /mcp HTTP/1.0\r\n\r\n', status: 403 },
    {
      what: 'two origins',
      bytes: rawModern('x', { headers: ['Origin: null', 'Origin: http://localhost'] }),
      status: 403,
    },
    {
      what: 'two methods in one',
      bytes: rawModern('tools/list', { headers: ['Mcp-Method: tools/list'] }),
      status: 400,
    },
    {
      what: 'a target in absolute form',
      bytes: rawModern('tools/list').replace('/mcp', 'http://localhost/mcp'),
      status: 200,
    },
    {
      what: 'a target in absolute form with another host than the header',
      bytes: rawModern('tools/list').replace('/mcp', 'http://x/mcp'),
      status: 400,
    },
    { what: 'two hosts', bytes: rawModern('tools/list', { headers: ['Host: x'] }), status: 400 },
    {
      what: 'the same host twice',
      bytes: rawModern('tools/list', { headers: ['host: localhost'] }),
      status: 400,
    },
    { what: 'an asterisk for a target', bytes: 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', status: 404 },
    { what: 'CONNECT', bytes: 'CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n', status: undefined },
    {
      what: 'an upgrade',
      bytes: rawModern('tools/list', { headers: ['Connection: Upgrade', 'Upgrade: websocket'] }),
      status: 200,
    },
  ])('$what gets $status', async ({ bytes, status }) => {
    await using server = await TestedHttpServer.start();
    using client = new RawHttpClient(server.port, bytes);
    if (status === undefined) await client.closed();
    else await client.sees(`HTTP/1.1 ${status} `);
    await expectWell(server);
  });

  it('is told to go on before the body when it asks', async () => {
    await using server = await TestedHttpServer.start();
    const body = modernBody('tools/list');
    const headers = ['Expect: 100-continue', `Content-Length: ${body.length}`];
    using client = new RawHttpClient(server.port, rawModern('tools/list', { headers, body: '' }));
    await client.sees('100 Continue');
    client.send(body);
    await client.sees('"result":{}');
  });

  it('may come byte by byte', async () => {
    await using server = await TestedHttpServer.start();
    using client = new RawHttpClient(server.port);
    client.socket.setNoDelay(true);
    for (const byte of Buffer.from(rawModern('tools/list'))) client.send(Uint8Array.of(byte));
    await client.sees('"result":{}');
  });

  it('may come as a pipeline, and is answered in order', async () => {
    await using server = await TestedHttpServer.start();
    server.handler.on('tools/list', ({ id }) => success(id, { first: true }));
    using client = new RawHttpClient(server.port, rawModern('tools/list') + rawModern('prompts/list'));
    await client.sees('"result":{}');
    expect(client.received.indexOf('"first":true')).toBeLessThan(client.received.indexOf('"result":{}'));
  });

  it('that comes too thick on one connection is refused', async () => {
    await using server = await TestedHttpServer.start({ limits: { inFlightRequests: 2 } });
    const gate = new Gate<ResponseMessage>();
    server.handler.on('tools/list', () => gate.promise);
    using client = new RawHttpClient(server.port, rawModern('tools/list').repeat(3));
    await server.handler.handled('tools/list', 2);
    gate.open(success(1, {}));
    await client.sees('HTTP/1.1 429 ');
    client.send(rawModern('prompts/list'));
    await server.handler.handled('prompts/list');
    expect(server.handler.requests).toHaveLength(3);
  });

  it('that only closes its half still gets the answer', async () => {
    await using server = await TestedHttpServer.start();
    using client = new RawHttpClient(server.port);
    client.socket.end(rawModern('tools/list'));
    await client.sees('"result":{}');
  });
});
