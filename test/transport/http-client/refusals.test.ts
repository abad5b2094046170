import { describe, expect, it } from 'vitest';
import { Fault, notification, type ResponseMessage, request } from '../../../src/protocol/index.js';
import { handshake, modernRequest, openTested, type TestedConnection } from '../../support/http-client.js';
import { answerJson, HttpScript, type Script } from '../../support/http-script.js';

/** What comes of one modern request that the script answers. */
async function outcome(script: Script, id = 1): Promise<ResponseMessage | Fault> {
  await using server = await HttpScript.start(script);
  await using tested = await openTested({
    url: `${server.url}?token=secret`,
    headers: { Authorization: 'Bearer hush' },
  });
  const answer = await tested.connection
    .exchange(modernRequest(id, 'tools/list'))
    .catch((fault: Fault) => fault);
  expect(JSON.stringify(answer instanceof Fault ? [answer.message, answer.details] : answer)).not.toMatch(
    /secret|hush/,
  );
  return answer;
}

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Script =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

const rpcError = (id: unknown, code = -32601): unknown => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: 'No' },
});

describe('a JSON-RPC error in the body of a failed response', () => {
  it.each([
    [400, 1, -32022],
    [400, null, -32700],
    [400, undefined, -32600],
    [404, 1, -32601],
    [422, 1, -32602],
    [500, 1, -32603],
  ])('with HTTP %i, id %s and code %i is the answer', async (status, id, code) => {
    const script: Script = (_request, response) => answerJson(response, rpcError(id, code), { status });
    const expected = { kind: 'error', error: { code, message: 'No' }, httpStatus: status };
    expect(await outcome(script)).toEqual(id === 1 ? { ...expected, id } : expected);
  });

  it('counts whatever its content type', async () => {
    const script = answer(400, JSON.stringify(rpcError(1)), { 'content-type': 'text/plain' });
    expect(await outcome(script)).toMatchObject({ kind: 'error', httpStatus: 400 });
  });

  it('does not count for another request', async () => {
    const script: Script = (_request, response) => answerJson(response, rpcError(2), { status: 400 });
    expect(await outcome(script)).toMatchObject({
      code: 'http_status',
      details: { status: 400, error: { code: -32601 } },
    });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
  ])('does not hide that HTTP %i is about credentials', async (status, code) => {
    const script: Script = (_request, response) =>
      answerJson(response, rpcError(1), {
        status,
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="a b"' },
      });
    expect(await outcome(script)).toMatchObject({
      code,
      details: {
        status,
        error: { code: -32601, message: 'No' },
        challenge: [{ scheme: 'Bearer', params: { error: 'insufficient_scope', scope: 'a b' } }],
      },
    });
  });
});

describe('a response that is no answer', () => {
  it.each<[string, Script, string, Record<string, unknown>]>([
    [
      '502 with a page',
      answer(502, '<h1>Bad', { 'content-type': 'text/html' }),
      'http_status',
      { status: 502, body: '<h1>Bad' },
    ],
    ['an empty 400', answer(400, ''), 'http_status', { status: 400 }],
    [
      'JSON that is no message',
      answer(500, '{"error":"x"}'),
      'http_status',
      { status: 500, body: '{"error":"x"}' },
    ],
    ['401 without a challenge', answer(401, ''), 'unauthorized', { status: 401 }],
    ['429', answer(429, '', { 'retry-after': '7' }), 'http_status', { status: 429, retryAfter: '7' }],
    ['202 for a request', answer(202, ''), 'http_status', { status: 202 }],
    ['204 for a request', answer(204, ''), 'http_status', { status: 204 }],
    ['an empty 200', answer(200, ''), 'http_status', { status: 200 }],
    [
      'an empty JSON 200',
      answer(200, '', { 'content-type': 'application/json' }),
      'http_status',
      { status: 200 },
    ],
    [
      'a page',
      answer(200, '<html>', { 'content-type': 'text/html; charset=utf-8' }),
      'unexpected_content_type',
      { status: 200, contentType: 'text/html; charset=utf-8', body: '<html>' },
    ],
    [
      'what has no type',
      (_request, response) => {
        response.writeHead(200);
        response.write('{}');
        response.end();
      },
      'unexpected_content_type',
      { status: 200, body: '{}' },
    ],
    [
      'what is compressed',
      answer(200, 'xx', { 'content-type': 'application/json', 'content-encoding': 'zstd' }),
      'unsupported_encoding',
      { status: 200 },
    ],
    ['a redirect without a target', answer(302, ''), 'redirect_refused', {}],
    ['304', answer(304, ''), 'http_status', { status: 304 }],
  ])('such as %s', async (_name, script, code, details) => {
    const fault = await outcome(script);
    expect(fault).toMatchObject({ code, details });
  });

  it('names the encoding', async () => {
    const script = answer(200, 'xx', { 'content-type': 'application/json', 'content-encoding': 'zstd' });
    expect(await outcome(script)).toMatchObject({ message: expect.stringContaining('zstd') });
  });

  it('keeps no secret of the body', async () => {
    const fault = await outcome(
      answer(500, 'sent: Authorization: Bearer hush', { 'content-type': 'text/plain' }),
    );
    expect(fault).toMatchObject({ code: 'http_status' });
  });

  it('is not read to the end when it is endless', async () => {
    const fault = await outcome((_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(fault).toMatchObject({ code: 'http_status', details: { status: 500 } });
  });
});

describe('a notification', () => {
  const legacy = async (
    script: Script,
    act: (tested: TestedConnection) => Promise<void>,
  ): Promise<TestedConnection> => {
    await using server = await HttpScript.start(script);
    await using tested = await openTested({ url: server.url });
    await act(tested);
    return tested;
  };
  const notify = (script: Script): Promise<TestedConnection> =>
    legacy(script, ({ connection }) => connection.notify(notification('notifications/x')));

  it.each<[string, Script]>([
    ['202', answer(202, '')],
    ['an empty 200', answer(200, '', { 'content-type': 'application/json' })],
    ['null', answer(200, 'null', { 'content-type': 'application/json' })],
    ['204', answer(204, '')],
    ['a text', answer(200, 'Accepted', { 'content-type': 'text/plain' })],
    ['something compressed', answer(200, 'xx', { 'content-encoding': 'br' })],
  ])('is content with %s', async (_name, script) => {
    expect((await notify(script)).warnings).toEqual([]);
  });

  it('does not wait for the end of a stream', async () => {
    await using server = await HttpScript.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    });
    await using tested = await openTested({ url: server.url });
    await tested.connection.notify(notification('notifications/x'));
    await server.quiet();
  });

  it('tells of an error that it is answered with all the same', async () => {
    const tested = await notify((_request, response) => answerJson(response, rpcError(null)));
    expect(tested.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('-32601')]);
  });

  it.each([
    [400, 'http_status'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [500, 'http_status'],
  ])('fails with HTTP %i', async (status, code) => {
    await expect(
      notify((_request, response) => answerJson(response, rpcError(null), { status })),
    ).rejects.toMatchObject({
      code,
      details: { status, error: { code: -32601 } },
    });
  });
});

describe('limits', () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
  const limited = async (type: string, text: string, limits: object): Promise<unknown> => {
    await using server = await HttpScript.start((_request, response) => {
      response.writeHead(200, { 'content-type': type });
      for (const half of [text.slice(0, 10), text.slice(10)]) response.write(half);
      response.end();
    });
    await using tested = await openTested({ url: server.url }, { limits });
    return await tested.connection.exchange(modernRequest(1, 'tools/list')).then(
      ({ kind }) => kind,
      ({ code, limit }: Fault) => `${code} ${limit}`,
    );
  };

  it.each([
    [1, 'success'],
    [0, 'success'],
    [-1, 'limit_exceeded responseBodyBytes'],
  ])('responseBodyBytes %i above the body: %s', async (more, expected) => {
    expect(await limited('application/json', body, { responseBodyBytes: body.length + more })).toBe(expected);
  });

  it.each([
    [1, 'success'],
    [0, 'success'],
    [-1, 'limit_exceeded sseEventBytes'],
  ])('sseEventBytes %i above the event: %s', async (more, expected) => {
    const limits = { sseEventBytes: body.length + more, responseBodyBytes: 1 };
    expect(await limited('text/event-stream', `data: ${body}\n\n`, limits)).toBe(expected);
  });

  it('refuses by its announced length a body that never comes', async () => {
    await using server = await HttpScript.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1001' });
      response.flushHeaders();
    });
    await using tested = await openTested({ url: server.url }, { limits: { responseBodyBytes: 1000 } });
    await expect(tested.connection.exchange(modernRequest(1, 'tools/list'))).rejects.toMatchObject({
      code: 'limit_exceeded',
      limit: 'responseBodyBytes',
    });
    await server.quiet();
  });

  it('bounds nesting', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"result":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`;
    expect(await limited('application/json', deep, {})).toBe('limit_exceeded jsonDepth');
    expect(await limited('text/event-stream', `data: ${deep}\n\n`, {})).toBe('limit_exceeded jsonDepth');
  });
});

describe('a session', () => {
  it('that the server does not know any more is told apart', async () => {
    await using server = await HttpScript.start(({ method, json }, response) => {
      if (method === 'GET') response.writeHead(405).end();
      else if (json?.method === 'initialize') {
        answerJson(response, { jsonrpc: '2.0', id: 0, result: {} }, { headers: { 'mcp-session-id': 's1' } });
      } else if (json?.method === 'notifications/initialized') response.writeHead(202).end();
      else answerJson(response, rpcError(json?.method === 'known' ? json.id : null, -32601), { status: 404 });
    });
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await expect(tested.connection.exchange(request(1, 'tools/list'))).rejects.toMatchObject({
      code: 'session_expired',
      details: { status: 404, replaced: false },
    });
    await expect(tested.connection.notify(notification('notifications/x'))).rejects.toMatchObject({
      code: 'session_expired',
    });
    // The server knows the session, but not the method.
    expect(await tested.connection.exchange(request(2, 'known'))).toMatchObject({
      kind: 'error',
      httpStatus: 404,
    });
  });
});
