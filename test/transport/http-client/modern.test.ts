import { describe, expect, it } from 'vitest';
import { type NotificationMessage, notification, request, success } from '../../../src/protocol/index.js';
import { modernRequest, openTested } from '../../support/http-client.js';
import { answerJson, answerSse, HttpScript, type Script, type SseScript } from '../../support/http-script.js';
import { waitFor } from '../../support/wait-for.js';

const ok = (id: number): ReturnType<typeof success> => success(id, { resultType: 'complete' });

const echoId: Script = ({ json }, response) => answerJson(response, ok(json?.id ?? -1));

describe('streamable HTTP, modern', () => {
  // requirement: http-message-is-post, http-accept-both, http-metadata-headers-sent
  // requirement: http-version-header-sent, http-standard-headers-required, http-mcp-name-encoded
  // requirement: http-tool-call-headers, http-body-single-message
  it('sends each request as its own POST, with the headers that mirror it', async () => {
    await using server = await HttpScript.start(echoId);
    await using tested = await openTested({
      url: `${server.url}?q=1`,
      headers: { Authorization: 'Bearer t0p' },
    });
    const params = { name: 'é', arguments: {} };
    const answer = await tested.connection.exchange(modernRequest(1, 'tools/call', params), {
      headers: { 'Mcp-Param-Region': 'us' },
    });
    expect(answer).toEqual(ok(1));
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/mcp?q=1' });
    expect(seen?.headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?w6k=?=',
      'mcp-param-region': 'us',
      authorization: 'Bearer t0p',
      'content-length': String(Buffer.byteLength(seen?.body ?? '')),
    });
    expect(seen?.headers['mcp-session-id']).toBeUndefined();
    expect(tested.warnings).toEqual([]);
  });

  it('ignores a session id', async () => {
    await using server = await HttpScript.start(({ json }, response) =>
      answerJson(response, ok(json?.id ?? -1), { headers: { 'mcp-session-id': 's' } }),
    );
    await using tested = await openTested({ url: server.url });
    await tested.connection.exchange(modernRequest(1, 'server/discover'));
    await tested.connection.exchange(modernRequest(2, 'tools/list'));
    expect(server.seen.map(({ headers }) => headers['mcp-session-id'])).toEqual([undefined, undefined]);
  });

  it('uses one connection for calls that follow each other', async () => {
    await using server = await HttpScript.start(echoId);
    await using tested = await openTested({ url: server.url });
    for (let id = 1; id <= 5; id++) await tested.connection.exchange(modernRequest(id, 'tools/list'));
    // Undici lets a connection rest for one turn of the event loop.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it('asks the header function before each request, and its headers do not stand in for the protocol’s', async () => {
    await using server = await HttpScript.start(echoId);
    const asked: unknown[] = [];
    const headers = async (about: unknown): Promise<Record<string, string>> => {
      asked.push(about);
      return {
        authorization: `Bearer ${asked.length}`,
        'MCP-Protocol-Version': 'x',
        'Content-Type': 'text/plain',
      };
    };
    await using tested = await openTested({ url: server.url, headers });
    await tested.connection.exchange(modernRequest(1, 'tools/list'));
    await tested.connection.exchange(modernRequest(2, 'tools/list'));
    expect(asked).toEqual(Array(2).fill({ url: server.url, method: 'POST' }));
    expect(server.seen.map((seen) => seen.headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
    expect(server.seen[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'content-type': 'application/json',
    });
    expect(tested.warnings).toHaveLength(1);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no token')), 'handler_failed'],
    ['gives what HTTP cannot carry', () => ({ a: 'secret\n' }), 'invalid_argument'],
  ])('fails the request when the header function %s', async (_name, headers, code) => {
    await using server = await HttpScript.start(echoId);
    await using tested = await openTested({ url: server.url, headers });
    await expect(tested.connection.exchange(modernRequest(1, 'tools/list'))).rejects.toMatchObject({ code });
    expect(server.seen).toEqual([]);
  });

  // requirement: http-client-supports-json-and-sse
  it('delivers notifications of the stream to the exchange, then its answer', async () => {
    await using server = await HttpScript.start(({ json }, response) => {
      const stream = answerSse(response);
      stream.text(': hello\r\n\r\n');
      stream.message(notification('notifications/progress', { progressToken: 'other', progress: 1 }));
      stream.message(notification('notifications/message', { level: 'info', data: 'é' }), {
        event: 'message',
        id: '1',
      });
      stream.event({ event: 'ping', data: 'not a message' });
      stream.event({ id: '2', data: '' });
      stream.message(ok(json?.id ?? -1));
      stream.end();
    });
    await using tested = await openTested({ url: server.url });
    const heard: NotificationMessage[] = [];
    const answer = await tested.connection.exchange(modernRequest(7, 'tools/call'), {
      onNotification: (message) => heard.push(message),
    });
    expect(answer).toEqual(ok(7));
    expect(heard.map(({ method }) => method)).toEqual(['notifications/progress', 'notifications/message']);
    expect([tested.incoming, tested.warnings]).toEqual([[], []]);
  });

  it('hands notifications to the connection when the exchange wants none', async () => {
    await using server = await HttpScript.start(({ json }, response) => {
      const stream = answerSse(response);
      stream.message(notification('notifications/message', { level: 'info', data: 1 }));
      stream.message(ok(json?.id ?? -1));
      stream.end();
    });
    await using tested = await openTested({ url: server.url });
    await tested.connection.exchange(modernRequest(1, 'tools/call'));
    expect(tested.incoming.map(({ method }) => method)).toEqual(['notifications/message']);
  });

  it('goes on when a callback throws, and tells', async () => {
    await using server = await HttpScript.start(({ json }, response) => {
      const stream = answerSse(response);
      stream.message(notification('notifications/message', { level: 'info', data: 1 }));
      stream.message(ok(json?.id ?? -1));
      stream.end();
    });
    await using tested = await openTested({ url: server.url });
    const onNotification = (): void => {
      throw new Error('mine');
    };
    expect(await tested.connection.exchange(modernRequest(1, 'tools/call'), { onNotification })).toEqual(
      ok(1),
    );
    expect(tested.warnings.map(({ code }) => code)).toEqual(['handler_failed']);
  });

  it('ignores, with a warning, what must not be on the stream', async () => {
    await using server = await HttpScript.start(({ json }, response) => {
      const stream = answerSse(response);
      stream.message(request(1, 'sampling/createMessage', {}));
      stream.message(ok(99));
      stream.event({ data: 'no json' });
      stream.message(ok(json?.id ?? -1));
      stream.end();
    });
    await using tested = await openTested({ url: server.url });
    expect(await tested.connection.exchange(modernRequest(1, 'tools/call'))).toEqual(ok(1));
    expect(tested.warnings.map(({ code }) => code)).toEqual([
      'invalid_message',
      'invalid_message',
      'invalid_json',
    ]);
    expect(tested.incoming).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });

  it('takes an error without an id for its own', async () => {
    await using server = await HttpScript.start((_request, response) => {
      answerJson(response, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
    });
    await using tested = await openTested({ url: server.url });
    expect(await tested.connection.exchange(modernRequest(1, 'tools/call'))).toEqual({
      kind: 'error',
      error: { code: -32700, message: 'Parse error' },
    });
  });

  it.each([
    ['another id', ok(2)],
    ['the id as another type', { jsonrpc: '2.0', id: '1', result: {} }],
    ['a request', request(1, 'ping')],
    ['a notification', notification('notifications/message')],
  ])('refuses a JSON answer that is %s', async (_name, body) => {
    await using server = await HttpScript.start((_request, response) => answerJson(response, body));
    await using tested = await openTested({ url: server.url });
    await expect(tested.connection.exchange(modernRequest(1, 'tools/list'))).rejects.toMatchObject({
      code: 'invalid_message',
    });
  });

  it.each([
    ['no JSON', '<html>', 'invalid_json'],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"result":{}}]', 'invalid_message'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'invalid_utf8'],
  ])('refuses a body that is %s', async (_name, body, code) => {
    await using server = await HttpScript.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    await using tested = await openTested({ url: server.url });
    await expect(tested.connection.exchange(modernRequest(1, 'tools/list'))).rejects.toMatchObject({ code });
  });

  it.each([
    ['closes the stream', (stream: SseScript) => stream.end()],
    ['breaks the connection', (stream: SseScript) => stream.drop()],
  ])('says that the answer is lost when the server %s, and does not resume', async (_name, leave) => {
    await using server = await HttpScript.start((_request, response) => {
      const stream = answerSse(response);
      stream.event({ id: '1', data: '' });
      stream.message(notification('notifications/message', { level: 'info', data: 1 }));
      leave(stream);
    });
    await using tested = await openTested({ url: server.url });
    await expect(tested.connection.exchange(modernRequest(1, 'tools/call'))).rejects.toMatchObject({
      code: 'connection_lost',
    });
    expect(server.seen).toHaveLength(1);
    expect(tested.clock.pending).toBe(0);
  });

  it('keeps a subscription open until its response', async () => {
    let stream: SseScript | undefined;
    await using server = await HttpScript.start((_request, response) => {
      stream = answerSse(response);
      stream.message(notification('notifications/subscriptions/acknowledged', {}));
    });
    await using tested = await openTested({ url: server.url });
    const heard: string[] = [];
    const listening = tested.connection.exchange(modernRequest(1, 'subscriptions/listen'), {
      onNotification: ({ method }) => heard.push(method),
    });
    await waitFor('the acknowledgement came', () => heard.length === 1);
    stream?.message(notification('notifications/tools/list_changed', {}));
    await waitFor('the change came', () => heard.length === 2);
    stream?.message(ok(1));
    expect(await listening).toEqual(ok(1));
  });

  it('ends a subscription that the server cancels', async () => {
    await using server = await HttpScript.start((_request, response) => {
      const stream = answerSse(response);
      stream.message(notification('notifications/cancelled', { requestId: 2, reason: 'another one' }));
      stream.message(notification('notifications/cancelled', { requestId: 1, reason: 'going down' }));
    });
    await using tested = await openTested({ url: server.url });
    await expect(tested.connection.exchange(modernRequest(1, 'subscriptions/listen'))).rejects.toMatchObject({
      code: 'subscription_ended',
      message: expect.stringContaining('going down'),
    });
    await server.quiet();
  });

  describe('cancelling', () => {
    // requirement: client-sends-cancellation
    it('closes the response stream, and says nothing else', async () => {
      await using server = await HttpScript.start((_request, response) => answerSse(response));
      await using tested = await openTested({ url: server.url });
      const aborter = new AbortController();
      const call = tested.connection.exchange(modernRequest(1, 'tools/call'), { signal: aborter.signal });
      const seen = await server.request('POST');
      aborter.abort('enough');
      await expect(call).rejects.toMatchObject({ code: 'cancelled', cause: 'enough' });
      await waitFor('the server noticed', seen.wasDropped);
      await server.quiet();
      expect(server.seen).toHaveLength(1);
    });

    it('closes a connection that waits for its head', async () => {
      await using server = await HttpScript.start(() => {});
      await using tested = await openTested({ url: server.url });
      const aborter = new AbortController();
      const call = tested.connection.exchange(modernRequest(1, 'tools/call'), { signal: aborter.signal });
      const seen = await server.request('POST');
      aborter.abort();
      await expect(call).rejects.toMatchObject({ code: 'cancelled' });
      await waitFor('the server noticed', seen.wasDropped);
    });

    it('sends nothing when it is aborted before, or while the headers are made', async () => {
      await using server = await HttpScript.start(echoId);
      const aborter = new AbortController();
      await using tested = await openTested({
        url: server.url,
        headers: async () => {
          aborter.abort();
          return {};
        },
      });
      const { signal } = aborter;
      const call = tested.connection.exchange(modernRequest(1, 'tools/call'), { signal });
      await expect(call).rejects.toMatchObject({ code: 'cancelled' });
      const late = tested.connection.exchange(modernRequest(2, 'tools/call'), { signal });
      await expect(late).rejects.toMatchObject({ code: 'cancelled' });
      await tested.connection.close();
      expect(server.seen).toEqual([]);
    });

    it('leaves the others alone', async () => {
      const waiting: (() => void)[] = [];
      await using server = await HttpScript.start(({ json }, response) => {
        waiting.push(() => answerJson(response, ok(json?.id ?? -1)));
      });
      await using tested = await openTested({ url: server.url });
      const aborter = new AbortController();
      const dropped = tested.connection.exchange(modernRequest(1, 'tools/call'), { signal: aborter.signal });
      const kept = tested.connection.exchange(modernRequest(2, 'tools/call'));
      await server.request('POST', 2);
      aborter.abort();
      await expect(dropped).rejects.toMatchObject({ code: 'cancelled' });
      for (const answer of waiting) answer();
      expect(await kept).toEqual(ok(2));
    });

    it('listens to its signal no longer once it is settled', async () => {
      await using server = await HttpScript.start(echoId);
      await using tested = await openTested({ url: server.url });
      const aborter = new AbortController();
      await tested.connection.exchange(modernRequest(1, 'tools/call'), { signal: aborter.signal });
      aborter.abort();
      expect(await tested.connection.exchange(modernRequest(1, 'tools/call'))).toEqual(ok(1));
    });
  });

  // requirement: http-message-is-post
  it('posts notifications, except for the cancellation that closing a stream has said', async () => {
    await using server = await HttpScript.start((_request, response) => response.writeHead(202).end());
    await using tested = await openTested({ url: server.url });
    tested.connection.negotiated({ revision: '2026-07-28', era: 'modern' });
    await tested.connection.notify(notification('notifications/cancelled', { requestId: 1 }));
    await tested.connection.notify(notification('notifications/x', { a: 1 }));
    expect(server.seen.map(({ json }) => json?.method)).toEqual(['notifications/x']);
    expect(server.seen[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'notifications/x',
    });
  });

  // requirement: http-client-sends-no-responses
  it('sends no responses', async () => {
    await using server = await HttpScript.start(echoId);
    await using tested = await openTested({ url: server.url });
    tested.connection.negotiated({ revision: '2026-07-28', era: 'modern' });
    await expect(tested.connection.reply(ok(1))).rejects.toMatchObject({ code: 'not_in_revision' });
    expect(server.seen).toEqual([]);
  });

  it('carries many exchanges at once, whatever the order of the answers', async () => {
    const waiting: (() => void)[] = [];
    await using server = await HttpScript.start(({ json }, response) => {
      waiting.push(() => answerJson(response, success(json?.id ?? -1, { n: json?.id ?? -1 })));
      if (waiting.length === 100) for (const answer of waiting.reverse()) answer();
    });
    await using tested = await openTested({ url: server.url });
    const calls = Array.from({ length: 100 }, (_none, id) =>
      tested.connection.exchange(modernRequest(id, 'tools/list')),
    );
    const answers = await Promise.all(calls);
    expect(answers).toEqual(answers.map((_answer, id) => success(id, { n: id })));
  });

  it.each([[0], [''], ['7'], [7], [9007199254740993n]])('keeps the id %s', async (id) => {
    await using server = await HttpScript.start(({ body }, response) => {
      const [, text] = /"id":("[^"]*"|\d+)/.exec(body) ?? [];
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${text},"result":{}}`);
    });
    await using tested = await openTested({ url: server.url });
    expect(await tested.connection.exchange(modernRequest(id, 'tools/list'))).toEqual(success(id, {}));
  });

  // requirement: request-id-unique-in-flight
  it('refuses an id that is in use', async () => {
    await using server = await HttpScript.start(() => {});
    await using tested = await openTested({ url: server.url });
    const first = expect(tested.connection.exchange(modernRequest(1, 'tools/list'))).rejects.toMatchObject({
      code: 'closed',
    });
    await expect(tested.connection.exchange(modernRequest(1, 'tools/list'))).rejects.toMatchObject({
      code: 'invalid_argument',
    });
    await tested.connection.close();
    await first;
  });

  it('shows what goes over the wire, redacted', async () => {
    await using server = await HttpScript.start(({ json }, response) => {
      const stream = answerSse(response);
      stream.message(success(json?.id ?? -1, { note: 'Bearer abcdefghij' }));
      stream.end();
    });
    await using tested = await openTested({ url: server.url });
    await tested.connection.exchange(modernRequest(1, 'tools/list'));
    expect(tested.wire.map(({ direction, transport }) => [direction, transport])).toEqual([
      ['sent', 'http'],
      ['received', 'http'],
    ]);
    expect(tested.wire[1]?.text).toContain('"note"');
    expect(tested.wire[1]?.text).not.toContain('abcdefghij');
  });

  describe('a stream that stays open after the answer', () => {
    it('is dropped after a while', async () => {
      await using server = await HttpScript.start(({ json }, response) => {
        answerSse(response).message(ok(json?.id ?? -1));
      });
      await using tested = await openTested({ url: server.url });
      expect(await tested.connection.exchange(modernRequest(1, 'tools/list'))).toEqual(ok(1));
      expect(server.sockets.size).toBe(1);
      tested.clock.advance(2000);
      await server.quiet();
      expect(tested.clock.pending).toBe(0);
    });

    it('costs no connection when it ends by itself', async () => {
      await using server = await HttpScript.start(({ json }, response) => {
        const stream = answerSse(response);
        stream.message(ok(json?.id ?? -1));
        stream.end();
      });
      await using tested = await openTested({ url: server.url });
      for (let id = 1; id <= 5; id++) await tested.connection.exchange(modernRequest(id, 'tools/list'));
      expect(server.connections).toBeLessThanOrEqual(2);
    });
  });
});
