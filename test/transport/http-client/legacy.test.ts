import { describe, expect, it } from 'vitest';
import { notification, request, success } from '../../../src/protocol/index.js';
import { handshake, openTested } from '../../support/http-client.js';
import { answerJson, answerSse, HttpScript, type Script, type SseScript } from '../../support/http-script.js';
import { waitFor } from '../../support/wait-for.js';

const ok = (id: number): ReturnType<typeof success> => success(id, {});

/** Answers the handshake and GET 405; the rest is `calls`. */
const legacy =
  (calls: Script, { sessionId }: { sessionId?: string } = {}): Script =>
  (seen, response) => {
    if (seen.json?.method === 'initialize') {
      answerJson(
        response,
        ok(seen.json.id ?? -1),
        sessionId === undefined ? {} : { headers: { 'mcp-session-id': sessionId } },
      );
    } else if (
      seen.json?.method?.startsWith('notifications/') ||
      (seen.json?.method === undefined && seen.method === 'POST')
    ) {
      response.writeHead(202).end();
    } else if (seen.method === 'DELETE') {
      response.writeHead(200).end();
    } else {
      calls(seen, response);
    }
  };

const noStream: Script = (_seen, response) => response.writeHead(405).end();

describe('a message that has no answer', () => {
  it('is given up when the server does not say that it has it', async () => {
    await using server = await HttpScript.start(
      legacy((seen, response) => {
        if (seen.method === 'GET') noStream(seen, response);
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const before = tested.clock.pending;
    const told = tested.connection.notify(notification('vendor/silence'));
    await waitFor('it is there', () => server.of('POST').length === 3);
    tested.clock.advance(59_999);
    await Promise.race([told, Promise.resolve()]);
    tested.clock.advance(1);
    await expect(told).rejects.toMatchObject({ code: 'timed_out' });
    await waitFor('its connection is gone', () => server.of('POST')[2]?.wasDropped() === true);
    expect(tested.clock.pending).toBe(before);
  });
});

describe('the handshake', () => {
  // requirement: legacy-session-id-sent, legacy-version-header-sent, legacy-version-header-negotiated
  // requirement: legacy-http-body-single-message, batch-post-body, initialize-not-in-batch
  it('carries session and version from then on, but not on initialize', async () => {
    await using server = await HttpScript.start(
      legacy(
        (seen, response) =>
          seen.method === 'GET' ? noStream(seen, response) : answerJson(response, ok(seen.json?.id ?? -1)),
        {
          sessionId: 'abc',
        },
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection, '2025-06-18');
    await tested.connection.exchange(request(1, 'tools/list'));
    await tested.connection.reply(success(5, {}));
    await server.request('GET');
    const seen = server.seen.map(({ method, json, headers }) => [
      json?.method ?? (method === 'POST' ? 'reply' : method),
      headers['mcp-session-id'],
      headers['mcp-protocol-version'],
      headers['mcp-method'],
    ]);
    expect(seen[0]).toEqual(['initialize', undefined, undefined, undefined]);
    expect(
      seen
        .slice(1)
        .map(([name]) => name)
        .sort(),
    ).toEqual(['GET', 'notifications/initialized', 'reply', 'tools/list']);
    for (const [, ...headers] of seen.slice(1)) expect(headers).toEqual(['abc', '2025-06-18', undefined]);
  });

  it('does without a session where the server gives none', async () => {
    await using server = await HttpScript.start(legacy(noStream));
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await server.request('GET');
    await tested.connection.close();
    expect(server.seen.map(({ headers }) => headers['mcp-session-id'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(server.of('DELETE')).toEqual([]);
  });

  it('takes the session from the head of a stream', async () => {
    await using server = await HttpScript.start((seen, response) => {
      if (seen.json?.method !== 'initialize') return legacy(noStream)(seen, response);
      const stream = answerSse(response, { 'mcp-session-id': 'abc' });
      stream.message(ok(0));
      stream.end();
    });
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    expect(server.of('notifications/initialized')[0]?.headers['mcp-session-id']).toBe('abc');
  });

  it('takes no session from an error', async () => {
    await using server = await HttpScript.start(({ json }, response) =>
      answerJson(
        response,
        { jsonrpc: '2.0', id: json?.id, error: { code: -32602, message: 'No' } },
        { headers: { 'mcp-session-id': 's' } },
      ),
    );
    await using tested = await openTested({ url: server.url });
    await tested.connection.exchange(request(0, 'initialize'));
    await tested.connection.exchange(request(1, 'ping'));
    expect(server.seen[1]?.headers['mcp-session-id']).toBeUndefined();
  });

  it.each(['a b', 'é'])('refuses the session id %j', async (sessionId) => {
    await using server = await HttpScript.start(legacy(noStream, { sessionId }));
    await using tested = await openTested({ url: server.url });
    await expect(handshake(tested.connection)).rejects.toMatchObject({ code: 'invalid_message' });
  });

  // requirement: legacy-session-404-reinitializes
  it('begins a new session, with a new listening stream, when it is repeated', async () => {
    let sessions = 0;
    const streams: SseScript[] = [];
    await using server = await HttpScript.start((seen, response) => {
      const { json, method, headers } = seen;
      if (method === 'GET') streams.push(answerSse(response));
      else if (json?.method === 'initialize') {
        sessions++;
        answerJson(response, ok(0), { headers: { 'mcp-session-id': `s${sessions}` } });
      } else if (headers['mcp-session-id'] === 's1' && json?.method === 'tools/list')
        response.writeHead(404).end();
      else legacy((_seen, other) => answerJson(other, ok(json?.id ?? -1)))(seen, response);
    });
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const first = await server.request('GET');
    await expect(tested.connection.exchange(request(1, 'tools/list'))).rejects.toMatchObject({
      code: 'session_expired',
    });
    await handshake(tested.connection);
    expect(server.of('initialize')[1]?.headers['mcp-session-id']).toBeUndefined();
    const second = await server.request('GET', 2);
    expect(second.headers['mcp-session-id']).toBe('s2');
    expect(second.headers['last-event-id']).toBeUndefined();
    await waitFor('the old stream is closed', first.wasDropped);
    expect(await tested.connection.exchange(request(2, 'tools/list'))).toEqual(ok(2));
    streams[1]?.message(notification('notifications/tools/list_changed'));
    await waitFor('the new stream delivers', () => tested.incoming.length === 1);
  });

  it('says when another session has begun since the request was sent', async () => {
    let answerLate = (): void => {};
    let sessions = 0;
    await using server = await HttpScript.start((seen, response) => {
      if (seen.json?.method === 'initialize') {
        sessions++;
        answerJson(response, ok(0), { headers: { 'mcp-session-id': `s${sessions}` } });
      } else if (seen.json?.method === 'tools/list') answerLate = () => response.writeHead(404).end();
      else legacy(noStream)(seen, response);
    });
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const call = tested.connection.exchange(request(1, 'tools/list'));
    await server.request('tools/list');
    await handshake(tested.connection);
    answerLate();
    await expect(call).rejects.toMatchObject({ code: 'session_expired', details: { replaced: true } });
  });
});

describe('the stream of a request', () => {
  it('carries progress to its exchange, and all else to the connection', async () => {
    await using server = await HttpScript.start(
      legacy((seen, response) => {
        if (seen.method === 'GET') return noStream(seen, response);
        const stream = answerSse(response);
        stream.message(notification('notifications/progress', { progressToken: 't', progress: 1 }));
        stream.message(notification('notifications/progress', { progressToken: 'u', progress: 1 }));
        stream.message(notification('notifications/message', { level: 'info', data: '' }));
        stream.message(request(1, 'sampling/createMessage', {}));
        stream.message(ok(1));
        stream.end();
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const heard: unknown[] = [];
    const params = { _meta: { progressToken: 't' } };
    const answer = await tested.connection.exchange(request(1, 'tools/call', params), {
      onNotification: ({ params }) => heard.push(params?.['progressToken']),
    });
    expect(answer).toEqual(ok(1));
    expect(heard).toEqual(['t']);
    expect(tested.incoming.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/message',
      'sampling/createMessage',
    ]);
  });

  it('may carry the answer of another request', async () => {
    let other: SseScript | undefined;
    await using server = await HttpScript.start(
      legacy((seen, response) => {
        if (seen.method === 'GET') return noStream(seen, response);
        const stream = answerSse(response);
        if (seen.json?.id === 1) other = stream;
        else {
          stream.message(ok(1));
          stream.message(ok(2));
          stream.message(ok(99));
          stream.end();
        }
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const first = tested.connection.exchange(request(1, 'tools/call'));
    await waitFor('the first is under way', () => other !== undefined);
    expect(await tested.connection.exchange(request(2, 'tools/call'))).toEqual(ok(2));
    expect(await first).toEqual(ok(1));
    expect(tested.warnings.map(({ code }) => code)).toEqual(['invalid_message']);
  });

  // requirement: batches-received
  it('may carry a batch in 2025-03-26', async () => {
    await using server = await HttpScript.start(
      legacy((seen, response) => {
        if (seen.method === 'GET') return noStream(seen, response);
        const batch = `[{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":${seen.json?.id},"result":{}}]`;
        if (seen.json?.id === 1) answerJson(response, JSON.parse(batch));
        else answerSse(response).event({ data: batch });
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection, '2025-03-26');
    expect(await tested.connection.exchange(request(1, 'tools/call'))).toEqual(ok(1));
    expect(await tested.connection.exchange(request(2, 'tools/call'))).toEqual(ok(2));
    expect(tested.incoming).toHaveLength(2);
  });

  it('answers a request that nobody handles, and one that cannot be read', async () => {
    await using server = await HttpScript.start(
      legacy((seen, response) => {
        if (seen.method === 'GET') return noStream(seen, response);
        const stream = answerSse(response);
        stream.message(request('q', 'roots/list'));
        stream.event({ data: '{"jsonrpc":"2.0","id":"r","method":"roots/list","params":7}' });
        stream.message(ok(1));
        stream.end();
      }),
    );
    await using tested = await openTested({ url: server.url }, { onIncoming: undefined as never });
    await handshake(tested.connection);
    await tested.connection.exchange(request(1, 'tools/call'));
    const replies = (): unknown[] =>
      server.seen.filter(({ body }) => body.includes('"error"')).map(({ json }) => json);
    await waitFor('both were answered', () => replies().length === 2);
    expect(replies()).toEqual([
      expect.objectContaining({ id: 'q', error: expect.objectContaining({ code: -32601 }) }),
      expect.objectContaining({ id: 'r', error: expect.objectContaining({ code: -32600 }) }),
    ]);
  });

  it('fails the request whose answer cannot be read', async () => {
    await using server = await HttpScript.start(
      legacy((seen, response) => {
        if (seen.method === 'GET') return noStream(seen, response);
        answerSse(response).event({ data: '{"jsonrpc":"2.0","id":1,"result":7}' });
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await expect(tested.connection.exchange(request(1, 'tools/call'))).rejects.toMatchObject({
      code: 'invalid_message',
    });
  });
});

describe('cancelling', () => {
  // requirement: legacy-http-cancel-by-notification
  it('tells the server, and settles at once', async () => {
    await using server = await HttpScript.start(
      legacy((seen, response) => (seen.method === 'GET' ? noStream(seen, response) : answerSse(response)), {
        sessionId: 's',
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const aborter = new AbortController();
    const call = tested.connection.exchange(request(7, 'tools/call'), { signal: aborter.signal });
    const seen = await server.request('tools/call');
    aborter.abort('changed my mind');
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    const said = await server.request('notifications/cancelled');
    expect(said.json?.params).toEqual({ requestId: 7, reason: 'changed my mind' });
    expect(said.headers['mcp-session-id']).toBe('s');
    await waitFor('the stream is dropped', seen.wasDropped);
  });

  // requirement: initialize-not-cancelled
  it('is not said of initialize', async () => {
    await using server = await HttpScript.start(() => {});
    await using tested = await openTested({ url: server.url });
    const aborter = new AbortController();
    const call = tested.connection.exchange(request(0, 'initialize'), { signal: aborter.signal });
    const seen = await server.request('initialize');
    aborter.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await waitFor('the request is dropped', seen.wasDropped);
    await tested.connection.close();
    expect(server.seen).toHaveLength(1);
  });

  it('warns when it could not be said', async () => {
    await using server = await HttpScript.start((seen, response) => {
      if (seen.json?.method === 'notifications/cancelled') response.writeHead(500).end();
      else legacy((_seen, other) => answerSse(other))(seen, response);
    });
    await using tested = await openTested({ url: server.url });
    const aborter = new AbortController();
    const call = tested.connection.exchange(request(1, 'tools/call'), { signal: aborter.signal });
    await server.request('tools/call');
    aborter.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await waitFor('the warning came', () => tested.warnings.length === 1);
    expect(tested.warnings[0]?.code).toBe('http_status');
  });
});
