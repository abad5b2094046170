import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { McpClient, streamableHttpServer } from '../../../src/client/index.js';
import type { Fault } from '../../../src/protocol/index.js';
import { McpServer } from '../../../src/server/index.js';
import type { LoopbackOptions } from '../../../src/server/loopback/loopback-listener.js';
import { LoopbackListener } from '../../../src/server/loopback/loopback-listener.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import { probe } from '../../support/http-probe.js';
import { LoopbackClient } from '../../support/loopback-client.js';
import { RawHttpClient } from '../../support/raw-http.js';
import { waitFor } from '../../support/wait-for.js';

const listeners: LoopbackListener[] = [];
const gates: Gate<string>[] = [];
afterEach(async () => {
  for (const gate of gates.splice(0)) gate.open('the test is over');
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()));
});

async function reserve(
  server = new McpServer({ name: 'test', version: '1' }).tool({ name: 'hi', run: () => 'hello' }),
  options: Partial<LoopbackOptions> = {},
): Promise<LoopbackListener> {
  const listener = await LoopbackListener.reserve(server, { name: 'test', drainMs: 0, ...options });
  listeners.push(listener);
  return listener;
}

/** A server with one tool that waits for its gate. */
function waiting(clock?: FakeClock) {
  const gate = new Gate<string>();
  gates.push(gate);
  const signals: AbortSignal[] = [];
  const server = new McpServer({ name: 'test', version: '1' }, clock === undefined ? {} : { clock }).tool({
    name: 'wait',
    run: (_args, { signal }) => {
      signals.push(signal);
      return gate.promise;
    },
  });
  return { gate, signals, server, running: () => waitFor('the tool runs', () => signals.length > 0) };
}

describe('the life of a listener', () => {
  it('has its address before it serves, and drops connections until then', async () => {
    const listener = await reserve();
    expect(listener.url).toBe(`http://127.0.0.1:${listener.port}/mcp`);
    expect(listener.isServing).toBe(false);
    using early = new RawHttpClient(listener.port, 'GET / HTTP/1.1\r\n\r\n');
    await early.closed();
    expect(early.received).toBe('');
    await listener.start();
    expect(listener.isServing).toBe(true);
    expect(await new LoopbackClient(listener).outcome('hi')).toEqual({ text: 'hello', isError: false });
  });

  it('serves both eras', async () => {
    const listener = await reserve();
    await listener.start();
    for (const revision of ['2026-07-28', '2025-11-25', '2025-03-26'] as const) {
      const target = streamableHttpServer({ url: listener.url, headers: listener.authHeaders });
      await using client = await McpClient.connect(target, { revision });
      expect((await client.callTool('hi')).content).toEqual([{ type: 'text', text: 'hello' }]);
    }
  });

  it('starts and stops as often as it is told, on the same port with the same token', async () => {
    const listener = await reserve();
    const { url, authHeaders } = listener;
    for (const _round of [1, 2, 3]) {
      await listener.start();
      await listener.start();
      expect(await new LoopbackClient({ url, authHeaders }).outcome('hi')).toMatchObject({ text: 'hello' });
      await listener.stop();
      await listener.stop();
      await expect(probe({ port: listener.port })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
    expect([listener.url, listener.authHeaders]).toEqual([url, authHeaders]);
  });

  it('does what it was told last, however fast that comes', async () => {
    const listener = await reserve();
    await Promise.all([
      listener.start(),
      listener.stop(),
      listener.start(),
      listener.stop(),
      listener.start(),
    ]);
    expect(listener.isServing).toBe(true);
    await Promise.all([listener.stop(), listener.start(), listener.close()]);
    expect(listener.isServing).toBe(false);
  });

  it('lets the port go that was never served', async () => {
    const { port } = await (async () => {
      await using listener = await reserve();
      return listener;
    })();
    await expect(probe({ port })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('says who has the port, where it is, and who asked, when somebody took it meanwhile', async () => {
    const listener = await reserve();
    await listener.start();
    await listener.stop();
    const thief = createServer().listen(listener.port, '127.0.0.1');
    await waitFor('the port is taken', () => thief.listening);
    const startAgain = async () => {
      await listener.start();
    };
    const fault = await startAgain().catch((error: Fault) => error);
    expect(fault).toMatchObject({
      code: 'listen_failed',
      cause: { code: 'EADDRINUSE', syscall: 'listen', port: listener.port },
      details: { endpoint: listener.url },
      message: expect.stringContaining(listener.url),
    });
    // Not somewhere inside the event loop: whoever reads the stack finds the call.
    expect((fault as Fault).stack).toContain('startAgain');
    await new Promise((resolve) => thief.close(resolve));
    await listener.start();
    expect(listener.isServing).toBe(true);
  });
});

describe('who may come in', () => {
  it('needs the token', async () => {
    const listener = await reserve();
    await listener.start();
    const client = new LoopbackClient(listener);
    expect((await client.answer('hi')).status).toBe(200);
    for (const authorization of [undefined, 'Bearer x', `Basic ${listener.authHeaders['Authorization']}`]) {
      const { status, headers, text } = await client.answer(
        'hi',
        {},
        {
          headers: { Authorization: authorization },
        },
      );
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toContain('Bearer');
      expect(text).not.toContain('hello');
    }
  });

  it.each([
    ['a host name that was rebound', { headers: { Host: 'evil.example.com' } }, 403],
    ['another port in Host', { headers: { Host: '127.0.0.1:1' } }, 403],
    ['a page in a browser', { headers: { Origin: 'http://localhost:3000' } }, 403],
    ['a page without an origin', { headers: { Origin: 'null' } }, 403],
  ])('is not %s, token or not', async (_who, parts, status) => {
    const listener = await reserve();
    await listener.start();
    expect((await new LoopbackClient(listener).answer('hi', {}, parts)).status).toBe(status);
  });

  it.each([
    ['another path', { path: '/' }, 404],
    ['another method', { method: 'PUT' }, 405],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415],
  ])('is not %s', async (_what, parts, status) => {
    const listener = await reserve();
    await listener.start();
    const { authHeaders } = listener;
    const answer = await probe({
      port: listener.port,
      ...parts,
      headers: { ...authHeaders, ...(parts as { headers?: object }).headers },
      body: '{}',
    });
    expect(answer.status).toBe(status);
  });

  it.each([
    ['POST', []],
    ['GET', ['Accept: text/event-stream']],
    ['DELETE', []],
    [
      'GET',
      ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x'],
    ],
    ['GET', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: x']],
  ])('is nobody without the token by %s %j, and no body is waited for', async (method, more) => {
    const warnings: Fault[] = [];
    const [listener, other] = [
      await reserve(undefined, { onWarning: (warning) => warnings.push(warning) }),
      await reserve(),
    ];
    await listener.start();
    // Of a server that ran before, say.
    for (const credential of ['', `Authorization: ${other.authHeaders['Authorization']}\r\n`]) {
      const head = [`${method} /mcp HTTP/1.1`, `Host: 127.0.0.1:${listener.port}`, ...more];
      using client = new RawHttpClient(
        listener.port,
        `${head.join('\r\n')}\r\n${credential}Content-Type: application/json\r\nContent-Length: 16000000\r\n\r\n{"`,
      );
      await client.sees('HTTP/1.1 401');
    }
    expect(inspect(warnings)).not.toContain(other.authHeaders['Authorization']?.slice(7));
  });

  it('is asked for nothing more when it stops in the middle of a request', async () => {
    const listener = await reserve();
    await listener.start();
    const { port, authHeaders } = listener;
    using idle = new RawHttpClient(port);
    using half = new RawHttpClient(port, 'POST /mcp HT');
    using slow = new RawHttpClient(
      port,
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authHeaders['Authorization']}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    expect((await new LoopbackClient(listener).answer('hi')).status).toBe(200);
    await listener.stop();
    await Promise.all([idle, half, slow].map((client) => client.closed()));
    await listener.start();
    expect((await new LoopbackClient(listener).answer('hi')).status).toBe(200);
  });

  it('is anybody on this machine when that was asked for by name', async () => {
    const listener = await reserve(undefined, { auth: 'none' });
    await listener.start();
    expect(listener.authHeaders).toEqual({});
    expect(await new LoopbackClient(listener).outcome('hi')).toMatchObject({ text: 'hello' });
    const rebound = { headers: { Host: 'evil.example.com' } };
    expect((await new LoopbackClient(listener).answer('hi', {}, rebound)).status).toBe(403);
  });

  it.each(['mine', '', null])('is not decided by a token of the caller: auth %j', async (auth) => {
    await expect(reserve(undefined, { auth: auth as never })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  it('is told nothing of the token, and neither is a log', async () => {
    const warnings: Fault[] = [];
    const listener = await reserve(undefined, { onWarning: (warning) => warnings.push(warning) });
    await listener.start();
    const token = (listener.authHeaders['Authorization'] ?? '').slice('Bearer '.length);
    const client = new LoopbackClient(listener);
    const answers = await Promise.all([
      client.answer('hi', {}, { headers: { Authorization: `Bearer ${token}x` } }),
      client.answer('hi', {}, { headers: { 'Mcp-Method': token } }),
      client.answer('nothing'),
    ]);
    expect(token).toHaveLength(43);
    expect(inspect([warnings, listener, listener.authHeaders], { depth: 9 })).not.toContain(token);
    expect(answers[0]?.text).not.toContain(token);
    expect(answers[2]?.text).not.toContain(token);
  });
});

describe('a call that takes long', () => {
  it('becomes a stream after 5 s, and sends progress on the token of the caller every 20 s', async () => {
    const clock = new FakeClock();
    const { gate, server, running } = waiting(clock);
    const listener = await reserve(server, { clock });
    await listener.start();
    const opened = new LoopbackClient(listener).call('wait', {}, { token: 'tok' });
    await running();
    clock.advance(5_000);
    const stream = await opened;
    expect(stream.headers['content-type']).toBe('text/event-stream');
    clock.advance(15_000);
    expect(await stream.message(1)).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'tok' },
    });
    clock.advance(20_000);
    await stream.message(2);
    const [first, second] = stream.messages as unknown as { params: { progress: number } }[];
    expect(second?.params.progress).toBeGreaterThan(first?.params.progress ?? Number.POSITIVE_INFINITY);
    gate.open('done');
    expect(await stream.message(3)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    await stream.ended();
  });

  it('is cancelled at once when a modern client closes the stream', async () => {
    const clock = new FakeClock();
    const { signals, server, running } = waiting(clock);
    const listener = await reserve(server, { clock });
    await listener.start();
    const opened = new LoopbackClient(listener).call('wait');
    await running();
    clock.advance(5_000);
    (await opened).drop();
    await waitFor('the tool is told', () => signals[0]?.aborted === true);
  });

  it.each(['before', 'after'])(
    'is cancelled 10 s after a legacy client lost the connection, %s it was a stream',
    async (when) => {
      const clock = new FakeClock();
      const { signals, server, running } = waiting(clock);
      const listener = await reserve(server, { clock });
      await listener.start();
      const session = await new LoopbackClient(listener).session();
      let timers = 0;
      if (when === 'before') {
        using raw = await rawCall(listener, session.id);
        await running();
        timers = clock.pending;
        raw.socket.destroy();
      } else {
        const opened = session.call('tools/call', 7, { name: 'wait' });
        await running();
        clock.advance(5_000);
        const stream = await opened;
        timers = clock.pending;
        stream.drop();
      }
      await waitFor('the loss is noticed', () => clock.pending > timers);
      clock.advance(8_000);
      expect(signals[0]?.aborted).toBe(false);
      clock.advance(4_000);
      await waitFor('the tool is told', () => signals[0]?.aborted === true);
      expect(signals[0]?.reason).toMatchObject({ message: expect.stringContaining('10000 ms') });
    },
  );

  it('has no event ids for a legacy client, because nothing could be resumed with them', async () => {
    const clock = new FakeClock();
    const { gate, server, running } = waiting(clock);
    const listener = await reserve(server, { clock });
    await listener.start();
    const session = await new LoopbackClient(listener).session();
    const opened = session.call('tools/call', 7, { name: 'wait', _meta: { progressToken: 1 } });
    await running();
    clock.advance(5_000);
    const stream = await opened;
    clock.advance(20_000);
    await stream.message(1);
    gate.open('done');
    await stream.ended();
    expect(stream.events.map(({ id }) => id)).toEqual([undefined, undefined]);
    expect((await session.get('1-1')).status).toBe(405);
  });
});

describe('limits', () => {
  it('bound the calls at work, and say so', async () => {
    const { gate, server, running } = waiting();
    const listener = await reserve(server, { limits: { loopbackRequests: 1 } });
    await listener.start();
    const client = new LoopbackClient(listener);
    const first = client.answer('wait');
    await running();
    const busy = await client.answer('wait');
    expect(busy.status).toBe(503);
    expect(busy.text).toContain('limits.loopbackRequests (1)');
    gate.open('done');
    expect((await first).status).toBe(200);
  });

  it('bound the connections, and tell the log', async () => {
    const warnings: Fault[] = [];
    const listener = await reserve(undefined, {
      limits: { connections: 1 },
      onWarning: (warning) => warnings.push(warning),
    });
    await listener.start();
    using first = new RawHttpClient(listener.port, 'GET / HTTP/1.1\r\n');
    await waitFor('the first is in', () => first.socket.readyState === 'open');
    using second = new RawHttpClient(listener.port);
    await second.closed();
    await waitFor('the log is told', () => warnings.length > 0);
    expect(warnings[0]).toMatchObject({ code: 'limit_exceeded', limit: 'connections' });
  });
});

/** A legacy call whose connection the test has in its hands before anything was answered. */
async function rawCall({ port, authHeaders }: LoopbackListener, sessionId: string): Promise<RawHttpClient> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'wait' } });
  return new RawHttpClient(
    port,
    [
      'POST /mcp HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Authorization: ${authHeaders['Authorization']}`,
      `Mcp-Session-Id: ${sessionId}`,
      'MCP-Protocol-Version: 2025-11-25',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  );
}
