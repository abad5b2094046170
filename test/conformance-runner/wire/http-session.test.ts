import { afterEach, describe, expect, it } from 'vitest';
import { HttpSession } from '../../../src/conformance/wire/http-session.js';
import type { HttpWireParts } from '../../../src/conformance/wire/http-wire.js';
import { Pace } from '../../../src/conformance/wire/pace.js';
import type { SessionParts } from '../../../src/conformance/wire/session-base.js';
import { openHttpRequester, systemClock } from '../../../src/transport/index.js';
import { answerJson, HttpScript, type Script } from '../../support/http-script.js';
import { waitFor } from '../../support/wait-for.js';
import { sessionParts } from './session-parts.js';

const disposed: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const dispose of disposed.splice(0).reverse()) await dispose();
});

async function against(script: Script, more: Partial<SessionParts> = {}, http: Partial<HttpWireParts> = {}) {
  const server = await HttpScript.start(script);
  const requester = await openHttpRequester({ url: server.url });
  const parts = sessionParts(more);
  const session = new HttpSession(
    {
      requester,
      url: new URL(server.url),
      headers: {},
      log: parts.log,
      clock: systemClock,
      pace: new Pace(systemClock, undefined),
      requestMs: 5000,
      maxBodyBytes: 100_000,
      ...http,
    },
    parts,
  );
  disposed.push(
    () => server[Symbol.asyncDispose](),
    () => requester.close(),
    () => session.close(),
  );
  return { server, session };
}

const events = (...data: string[]) => data.map((text) => `data: ${text}\n\n`).join('');

describe('exchange', () => {
  it.each([
    ['JSON', 'application/json', '{"jsonrpc":"2.0","id":1,"result":{"a":1}}'],
    [
      'events',
      'text/event-stream',
      events(
        '{"jsonrpc":"2.0","method":"notifications/message"}',
        '{"jsonrpc":"2.0","id":1,"result":{"a":1}}',
      ),
    ],
  ])('reads the response from %s', async (_, type, body) => {
    const { session } = await against((__, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    const reply = await session.request('x');
    expect(reply).toMatchObject({ kind: 'result', result: { a: 1 }, http: { status: 200, mediaType: type } });
    expect(reply.records[0]).toMatchObject({ direction: 'sent', http: { method: 'POST' } });
    expect(session.received.at(-1)?.answers).toBe('x');
  });

  it.each([
    ['an error status', 404, '', 'refused'],
    ['another id', 200, '{"jsonrpc":"2.0","id":2,"result":{}}', 'refused'],
    [
      'an error with its status',
      400,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}',
      'error',
    ],
    [
      'an error without an id',
      400,
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}',
      'refused',
    ],
  ])('tells %s', async (_, status, body, kind) => {
    const { session } = await against((__, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
    expect(await session.request('x')).toMatchObject({ kind, http: { status } });
  });

  it('tells silence, a stream without the response, and a connection that breaks off', async () => {
    const { session } = await against(({ json }, response) => {
      if (json?.method === 'breaks') return void response.destroy();
      if (json?.method !== 'streams') return;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hello\n\n');
    });
    expect(await session.request('waits', undefined, { timeoutMs: 100 })).toMatchObject({
      kind: 'silence',
      waitedMs: 100,
    });
    expect(await session.request('streams', undefined, { timeoutMs: 300 })).toMatchObject({
      kind: 'silence',
      http: { status: 200 },
    });
    expect(await session.request('breaks')).toMatchObject({
      kind: 'ended',
      fault: { code: 'connection_lost' },
    });
  });

  it('reads no more of a body than the bound', async () => {
    const { session, server } = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('x'.repeat(200_000));
    });
    expect(await session.request('x')).toMatchObject({ kind: 'refused', http: { end: 'limit' } });
    await server.quiet();
  });
});

describe('headers', () => {
  const echo: Script = ({ json }, response) =>
    answerJson(response, { jsonrpc: '2.0', id: json?.id, result: {} });

  it.each([
    ['2025-03-26', true, { 'mcp-protocol-version': undefined, 'mcp-method': undefined }],
    ['2025-06-18', false, { 'mcp-protocol-version': undefined }],
    ['2025-06-18', true, { 'mcp-protocol-version': '2025-06-18', 'mcp-method': undefined }],
    [
      '2026-07-28',
      true,
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'a' },
    ],
  ] as const)('are those of %s, negotiated %j', async (revision, isNegotiated, expected) => {
    const { session, server } = await against(echo, { revision });
    session.isNegotiated = isNegotiated;
    await session.request('tools/call', { name: 'a' });
    const { headers } = await server.request('tools/call');
    const wanted = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...expected,
    };
    for (const [name, value] of Object.entries(wanted)) expect(headers[name], name).toBe(value);
  });

  it('can be laid over, left out, and written in any case', async () => {
    const { session, server } = await against(echo, { revision: '2026-07-28' });
    session.isNegotiated = true;
    await session.request('ping', undefined, {
      headers: {
        'mcp-method': undefined,
        'MCP-PROTOCOL-VERSION': 'x',
        'mcp-protocol-version': undefined,
        host: 'evil.example',
      },
    });
    const { headers } = await server.request('ping');
    expect(headers).toMatchObject({ 'mcp-protocol-version': 'x', host: 'evil.example' });
    expect(headers['mcp-method']).toBeUndefined();
  });

  it("hold the caller's credentials unless they are to be left out, and no report shows them", async () => {
    const { session, server } = await against(echo, {}, { headers: { authorization: 'Bearer hush' } });
    const reply = await session.request('with');
    expect(JSON.stringify(reply.records)).not.toContain('hush');
    await session.wire.send({
      body: '{"jsonrpc":"2.0","id":9,"method":"without"}',
      withoutCredentials: true,
    });
    expect((await server.request('with')).headers.authorization).toBe('Bearer hush');
    expect((await server.request('without')).headers.authorization).toBeUndefined();
  });
});

describe('raw requests', () => {
  it('have any method, path and body, and documents are no frames', async () => {
    const { session, server } = await against(({ method, url }, response) => {
      answerJson(response, { method, url, resource: 'x' });
    });
    const put = await session.wire.send({ method: 'PUT', url: '/.well-known/x', body: Uint8Array.of(0x31) });
    expect(put).toMatchObject({ status: 200, json: { method: 'PUT', url: '/.well-known/x' }, frames: [] });
    expect(server.seen[0]?.body).toBe('1');
    // On the endpoint itself the same answer to a POST would have to be a message.
    const post = await session.wire.send({ body: '{}' });
    expect(post.frames).toMatchObject([{ messages: [{ kind: 'fault' }] }]);
  });

  it('keep a stream open, tell its events as they come, and end with the check', async () => {
    const controller = new AbortController();
    const { session, server } = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\nid: 4\ndata: /m\n\ndata: {"jsonrpc":"2.0","method":"a"}\n\n');
    });
    session.scope = { check: 'a', signal: controller.signal };
    const stream = session.wire.open({ method: 'GET' });
    expect(await stream.head).toMatchObject({ status: 200, end: 'timeout' });
    expect(await stream.next(({ text }) => text.includes('"a"'))).toMatchObject({ check: 'a' });
    expect(stream.sofar().events).toMatchObject([
      { type: 'endpoint', id: '4', data: '/m' },
      { type: 'message', id: undefined },
    ]);
    expect(await stream.ended(20)).toMatchObject({ end: 'timeout' });
    controller.abort();
    expect(await stream.ended(1000)).toMatchObject({ end: 'aborted' });
    await server.quiet();
  });

  it('stop at what is waited for', async () => {
    const { session } = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events('"one"', '"two"'));
    });
    const reply = await session.wire.send({ method: 'GET', until: ({ text }) => text === '"one"' });
    expect(reply.end).toBe('until');
    const never = await session.wire.send({ method: 'GET', until: () => false, timeoutMs: 100 });
    expect(never).toMatchObject({ end: 'timeout', status: 200 });
  });

  it('wait no shorter for what a rate holds back', async () => {
    const { session } = await against(
      ({ json }, response) => answerJson(response, { jsonrpc: '2.0', id: json?.id, result: {} }),
      {},
      { pace: new Pace(systemClock, 4) },
    );
    // The third starts after 500 ms, and has its 300 ms from then on.
    const replies = await Promise.all(
      [1, 2, 3].map(() => session.request('x', undefined, { timeoutMs: 300 })),
    );
    expect(replies.map(({ kind }) => kind)).toEqual(['result', 'result', 'result']);
  });
});

describe('a legacy session', () => {
  it('listens, answers what it is asked there, and takes its leave', async () => {
    const { session, server } = await against(({ method }, response) => {
      if (method !== 'GET') return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events('{"jsonrpc":"2.0","id":"s","method":"ping"}'));
    });
    session.sessionId = 'abc';
    session.negotiated({}, '2025-11-25');
    session.listen();
    await waitFor('the ping was answered', () => server.of('POST').length === 1);
    expect(server.of('POST')[0]).toMatchObject({
      json: { id: 's', result: {} },
      headers: { 'mcp-session-id': 'abc' },
    });
    expect(session.received).toHaveLength(1);
    await session.close();
    expect(server.of('DELETE')[0]?.headers['mcp-session-id']).toBe('abc');
    await server.quiet();
  });
});
