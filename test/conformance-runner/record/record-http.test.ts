import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordHttpOptions } from '../../../src/conformance/index.js';
import { recordHttp } from '../../../src/conformance/index.js';
import { Gate } from '../../support/gate.js';
import { openProbe, probe } from '../../support/http-probe.js';
import { MemorySink } from '../../support/memory-sink.js';
import { RawServer, unusedPort } from '../../support/raw-server.js';
import { untilStill } from '../../support/until-still.js';
import { waitFor } from '../../support/wait-for.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server with a recorder in front of it. */
class Recorded implements AsyncDisposable {
  readonly sink = new MemorySink();
  readonly requests: IncomingMessage[] = [];
  port = 0;
  serverPort = 0;
  #server: Server | undefined;
  #close: () => Promise<void> = async () => {};

  static async start(answer: Answer, options: Partial<RecordHttpOptions> = {}): Promise<Recorded> {
    const recorded = new Recorded();
    const server = createServer((incoming, response) => {
      recorded.requests.push(incoming);
      answer(incoming, response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    recorded.#server = server;
    recorded.serverPort = (server.address() as AddressInfo).port;
    const url = `http://127.0.0.1:${recorded.serverPort}/mcp`;
    const recorder = await recordHttp(url, { sink: recorded.sink, ...options });
    recorded.port = recorder.port;
    recorded.#close = recorder.close;
    return recorded;
  }

  get entries() {
    return this.sink.trace.entries;
  }

  stop(): Promise<void> {
    return this.#close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    this.#server?.closeAllConnections();
    await new Promise((resolve) => {
      this.#server?.close(resolve);
    });
  }
}

/** Answers with what it was sent. */
const echo: Answer = (incoming, response) => {
  response.setHeader('content-type', 'application/json');
  incoming.pipe(response);
};

/** Writes each chunk when the one before has left. */
const sse =
  (chunks: readonly Uint8Array[]): Answer =>
  (_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const next = (at: number): void => {
      if (at === chunks.length) response.end();
      else response.write(chunks[at], () => next(at + 1));
    };
    next(0);
  };

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const JSON_HEADERS = { 'content-type': 'application/json' };

/** All bytes of an answer. */
function bytesOf(port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method: 'POST', path: '/mcp', agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(Buffer.concat(chunks)));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(REQUEST);
  });
}

/** What a program gets that writes a request by hand. */
function rawAnswer(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
  });
}

describe('recordHttp', () => {
  it('records a request and its answer', async () => {
    await using recorded = await Recorded.start(echo);
    const answer = await probe({ port: recorded.port, body: REQUEST, headers: JSON_HEADERS });
    expect(answer).toMatchObject({ status: 200, text: REQUEST });
    expect(recorded.entries).toMatchObject([
      {
        dir: 'client',
        frame: REQUEST,
        http: { exchange: 1, method: 'POST', path: '/mcp', headers: { 'content-type': 'application/json' } },
      },
      { dir: 'server', frame: REQUEST, http: { exchange: 1, status: 200 } },
    ]);
    expect(recorded.sink.trace.header).toMatchObject({
      transport: 'http',
      server: `http://127.0.0.1:${recorded.serverPort}/mcp`,
    });
  });

  it('changes no byte of a stream, however it is cut, and records every event', async () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          'data: {"a":1}\n\n',
          'id: 7\ndata:\n\n',
          ': comment\n\n',
          'data: hö',
          'ß 🦉\r\n\r\n',
          'retry: 5\n',
        ),
        fc.string({ unit: 'binary', maxLength: 8 }),
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(pieces, fc.array(fc.nat({ max: 200 }), { maxLength: 6 }), async (texts, cuts) => {
        const bytes = Buffer.from(texts.join(''));
        const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b);
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        await using recorded = await Recorded.start(sse(chunks.filter((chunk) => chunk.length > 0)));
        expect((await bytesOf(recorded.port)).equals(bytes)).toBe(true);
        const ends = recorded.entries.filter(({ end }) => end === true);
        expect(ends).toMatchObject([{ dir: 'server', http: { exchange: 1 } }]);
      }),
      { numRuns: 25 },
    );
  });

  it('records events as they pass, with what they have besides data', async () => {
    const gate = new Gate();
    await using recorded = await Recorded.start((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: a\nretry: 500\ndata:\n\n');
      void gate.promise.then(() =>
        response.end('event: endpoint\ndata: /messages\n\n: ping\n\ndata: {"b":2}\n\n'),
      );
    });
    const stream = await openProbe({ port: recorded.port, body: REQUEST });
    await waitFor('the first event is there', () => stream.events.length === 1);
    expect(recorded.entries.slice(1)).toMatchObject([
      { dir: 'server', frame: '', http: { status: 200 } },
      { dir: 'server', frame: '', http: { exchange: 1, event: { id: 'a', retry: 500 } } },
    ]);
    gate.open();
    await stream.ended();
    expect(recorded.entries.slice(3)).toMatchObject([
      { frame: '/messages', http: { event: { type: 'endpoint' } } },
      { frame: '{"b":2}', http: { event: {} } },
      { dir: 'server', end: true },
    ]);
  });

  it.each(['gzip', 'x-gzip'])('passes %s on as it is, and records what is in it', async (encoding) => {
    const packed = gzipSync('data: {"a":1}\n\ndata: {"b":2}\n\n');
    await using recorded = await Recorded.start((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding });
      response.end(packed);
    });
    expect((await bytesOf(recorded.port)).equals(packed)).toBe(true);
    expect(recorded.sink.frames('server')).toEqual(['', '{"a":1}', '{"b":2}']);
  });

  it('passes a body that is not what its encoding says', async () => {
    await using recorded = await Recorded.start((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end('no gzip');
    });
    expect(String(await bytesOf(recorded.port))).toBe('no gzip');
  });

  it('passes status, text and headers on, and keeps what belongs to one connection', async () => {
    await using server = await RawServer.start((socket) => {
      const lines = [
        'HTTP/1.1 418 Short And Stout',
        'X-One: 1',
        'x-ONE: 2',
        'Keep-Alive: timeout=9',
        'Content-Length: 2',
      ];
      socket.end(`${lines.join('\r\n')}\r\n\r\nhi`);
    });
    const sink = new MemorySink();
    await using recorder = await recordHttp(server.url, { sink });
    const asked = 'GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
    const answer = await rawAnswer(recorder.port, asked);
    expect(answer).toMatch(
      /^HTTP\/1\.1 418 Short And Stout\r\nX-One: 1\r\nx-ONE: 2\r\nContent-Length: 2\r\n/,
    );
    expect(answer).not.toMatch(/keep-alive/i);
    expect(answer.endsWith('\r\n\r\nhi')).toBe(true);
  });

  it('names the server where the client named the recorder, and nobody else', async () => {
    await using recorded = await Recorded.start(echo);
    const { port, serverPort } = recorded;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'evil.example.com'])
      await probe({ port, body: REQUEST, headers: { host, origin: `http://${host}` } });
    const own = { host: `127.0.0.1:${serverPort}`, origin: `http://127.0.0.1:${serverPort}` };
    const foreign = { host: 'evil.example.com', origin: 'http://evil.example.com' };
    expect(recorded.requests.map(({ headers: { host, origin } }) => ({ host, origin }))).toEqual([
      own,
      own,
      foreign,
    ]);
    const written = recorded.entries.filter(({ dir }) => dir === 'client').map(({ http }) => http?.headers);
    expect(written[0]).toEqual({ origin: own.origin });
    expect(written[2]).toEqual(foreign);
  });

  it('passes on every path and method', async () => {
    await using recorded = await Recorded.start((incoming, response) =>
      response.end(`${incoming.method} ${incoming.url}`),
    );
    const path = '/.well-known/x?a=%20b';
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'PATCH'])
      expect((await probe({ port: recorded.port, method, path })).text).toBe(`${method} ${path}`);
  });

  it('tells sessions apart without writing their ids', async () => {
    await using recorded = await Recorded.start((incoming, response) => {
      response.setHeader('mcp-session-id', incoming.headers['x-want'] ?? 'secret-a');
      response.end();
    });
    const ask = (headers: Record<string, string>) => probe({ port: recorded.port, headers });
    await ask({});
    await ask({ 'x-want': 'secret-b' });
    await ask({ 'mcp-session-id': 'secret-a' });
    expect(recorded.entries.map(({ http }) => http?.session)).toEqual([undefined, 1, undefined, 2, 1, 1]);
    expect(recorded.sink.text).not.toContain('secret-');
  });

  it('hides credentials in the recording, and only there', async () => {
    await using recorded = await Recorded.start(echo);
    const secret = 'very-secret-value';
    const body = JSON.stringify({ params: { password: secret } });
    const path = `/mcp?token=${secret}`;
    const headers = { authorization: `Bearer ${secret}`, cookie: secret, 'x-api-key': secret };
    const answer = await probe({ port: recorded.port, path, body, headers });
    expect(answer.text).toBe(body);
    expect(recorded.requests[0]?.headers).toMatchObject(headers);
    expect(recorded.sink.text).not.toContain(secret);
    expect(recorded.entries[0]?.http?.headers).toMatchObject({ authorization: '[redacted]' });
  });

  it('drops the request when the client goes, and says so', async () => {
    const gone = new Gate();
    await using recorded = await Recorded.start((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      response.once('close', () => gone.open());
    });
    const stream = await openProbe({ port: recorded.port, body: REQUEST });
    await waitFor('the event is there', () => stream.events.length === 1);
    stream.drop();
    await gone.promise;
    expect(recorded.entries.at(-1)).toMatchObject({ dir: 'client', end: true, http: { exchange: 1 } });
  });

  it('breaks the answer off when the server does', async () => {
    await using recorded = await Recorded.start((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n', () => response.destroy());
    });
    const stream = await openProbe({ port: recorded.port, body: REQUEST });
    await waitFor('the stream is broken', () => stream.isBroken);
    expect(recorded.entries.at(-1)).toMatchObject({ dir: 'server', end: true, http: { exchange: 1 } });
  });

  it('says that there is no server', async () => {
    const sink = new MemorySink();
    await using recorder = await recordHttp(`http://127.0.0.1:${await unusedPort()}/mcp`, { sink });
    const answer = await probe({ port: recorder.port, body: REQUEST });
    expect(answer).toMatchObject({ status: 502, text: expect.stringContaining('ECONNREFUSED') });
    expect(sink.trace.entries).toMatchObject([
      { dir: 'client', frame: REQUEST },
      { dir: 'server', end: true },
    ]);
  });

  it('closes the connection of the client with the idle one to the server', async () => {
    await using recorded = await Recorded.start((incoming, response) => {
      response.end('x');
      response.once('finish', () => incoming.socket.end());
    });
    const answer = await rawAnswer(recorded.port, 'GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    expect(answer.endsWith('x') || answer.includes('\r\nx\r\n')).toBe(true);
  });

  it('has the server wait for a client that reads slowly', async () => {
    let written = 0;
    await using recorded = await Recorded.start((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      const more = (): void => {
        while (written < 64 << 20) {
          written += 1 << 16;
          if (!response.write(Buffer.alloc(1 << 16))) break;
        }
        response.once('drain', more);
      };
      more();
    });
    const { port } = recorded;
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
    );
    socket.on('error', () => {});
    socket.pause();
    await untilStill('what the server could write', () => written);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(32 << 20);
    socket.destroy();
  });

  it('has the client wait for a server that reads slowly', async () => {
    await using recorded = await Recorded.start(() => {});
    let sent = 0;
    const outgoing = request({
      host: '127.0.0.1',
      port: recorded.port,
      method: 'POST',
      path: '/mcp',
      agent: false,
    });
    outgoing.on('error', () => {});
    const more = (): void => {
      while (sent < 64 << 20) {
        sent += 1 << 16;
        if (!outgoing.write(Buffer.alloc(1 << 16))) break;
      }
      outgoing.once('drain', more);
    };
    more();
    await untilStill('what the client could send', () => sent);
    expect(sent).toBeLessThan(32 << 20);
    outgoing.destroy();
  });

  it('passes a body that is too large to keep, and says that it is cut', async () => {
    await using recorded = await Recorded.start(echo, {
      limits: { requestBodyBytes: 10, responseBodyBytes: 20 },
    });
    const body = 'x'.repeat(5000);
    expect((await probe({ port: recorded.port, body })).text).toBe(body);
    expect(recorded.entries).toMatchObject([
      { dir: 'client', cut: true, frame: 'x'.repeat(10) },
      { dir: 'server', cut: true, frame: 'x'.repeat(20) },
    ]);
  });

  it('drops what is open when it is closed, writes that down, and closes the sink', async () => {
    await using recorded = await Recorded.start((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const stream = await openProbe({ port: recorded.port, body: REQUEST });
    await waitFor('the event is there', () => stream.events.length === 1);
    await recorded.stop();
    expect(recorded.entries.at(-1)).toMatchObject({ end: true, http: { exchange: 1 } });
    expect(recorded.sink.isClosed).toBe(true);
  });

  it.each(['ftp://host/', 'nonsense', 'ws://host/'])('takes no %s', async (url) => {
    await expect(recordHttp(url, { sink: new MemorySink() })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  it('says that it cannot listen', async () => {
    await using recorded = await Recorded.start(echo);
    const again = recordHttp('http://127.0.0.1/', { sink: new MemorySink(), port: recorded.port });
    await expect(again).rejects.toMatchObject({ code: 'listen_failed' });
  });
});
