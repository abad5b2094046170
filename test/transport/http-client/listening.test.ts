import { describe, expect, it } from 'vitest';
import { notification, request, success } from '../../../src/protocol/index.js';
import { handshake, openTested } from '../../support/http-client.js';
import { answerJson, answerSse, HttpScript, type Script, type SseScript } from '../../support/http-script.js';
import { waitFor } from '../../support/wait-for.js';

const ok = (id: number): ReturnType<typeof success> => success(id, {});
const changed = notification('notifications/tools/list_changed');

/** A legacy server without sessions; `gets` answers the listening stream. */
const withListening =
  (gets: Script): Script =>
  (seen, response) => {
    const { method, json } = seen;
    if (method === 'GET') gets(seen, response);
    else if (json?.method === 'initialize' || json?.method === 'ping')
      answerJson(response, ok(json.id ?? -1));
    else if (json?.method !== 'tools/call') response.writeHead(202).end();
  };

describe('the listening stream', () => {
  // requirement: legacy-get-accepts-sse
  it('brings requests and notifications of the server', async () => {
    let stream: SseScript | undefined;
    await using server = await HttpScript.start(
      withListening((_seen, response) => {
        stream = answerSse(response);
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const seen = await server.request('GET');
    expect(seen.headers).toMatchObject({ accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25' });
    expect(seen.headers['content-type']).toBeUndefined();
    stream?.message(changed);
    stream?.message(request('a', 'roots/list'));
    await waitFor('both came', () => tested.incoming.length === 2);
    expect(tested.incoming).toEqual([changed, request('a', 'roots/list')]);
    expect(tested.warnings).toEqual([]);
  });

  it('brings progress and even answers to the exchange they belong to', async () => {
    let stream: SseScript | undefined;
    await using server = await HttpScript.start(
      withListening((_seen, response) => {
        stream = answerSse(response);
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await server.request('GET');
    const heard: unknown[] = [];
    const answer = tested.connection.exchange(request(1, 'tools/call', { _meta: { progressToken: 5 } }), {
      onNotification: ({ params }) => heard.push(params?.['progress']),
    });
    const seen = await server.request('tools/call');
    stream?.message(notification('notifications/progress', { progressToken: 5, progress: 0.5 }));
    stream?.message(ok(1));
    expect(await answer).toEqual(ok(1));
    expect(heard).toEqual([0.5]);
    await waitFor('the request is left', seen.wasDropped);
  });

  it('is not missed where the server has none', async () => {
    await using server = await HttpScript.start(
      withListening((_seen, response) => response.writeHead(405).end()),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await server.request('GET');
    expect(await tested.connection.exchange(request(1, 'ping'))).toEqual(ok(1));
    expect([tested.warnings, tested.clock.pending]).toEqual([[], 0]);
  });

  it.each<[string, Script, string]>([
    ['HTTP 400', (_seen, response) => response.writeHead(400).end(), 'http_status'],
    ['HTTP 401', (_seen, response) => response.writeHead(401).end(), 'unauthorized'],
    ['HTTP 403', (_seen, response) => response.writeHead(403).end(), 'forbidden'],
    ['HTTP 404', (_seen, response) => response.writeHead(404).end(), 'http_status'],
    ['HTTP 409', (_seen, response) => response.writeHead(409).end(), 'http_status'],
    ['HTTP 501', (_seen, response) => response.writeHead(501).end(), 'http_status'],
    [
      'a page',
      (_seen, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
      'unexpected_content_type',
    ],
    [
      'no UTF-8',
      (_seen, response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(Buffer.of(0xff, 0x0a)),
      'invalid_utf8',
    ],
  ])('that is answered with %s is done without, with one warning', async (_name, gets, code) => {
    await using server = await HttpScript.start(withListening(gets));
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await waitFor('the warning came', () => tested.warnings.length === 1);
    expect(tested.warnings[0]?.code).toBe(code);
    expect(await tested.connection.exchange(request(1, 'ping'))).toEqual(ok(1));
    expect([server.of('GET').length, tested.clock.pending]).toEqual([1, 0]);
  });

  it('is opened again, from the last event on, more and more slowly while nothing comes', async () => {
    let count = 0;
    await using server = await HttpScript.start(
      withListening((_seen, response) => {
        count++;
        const stream = answerSse(response);
        if (count === 1) stream.message(changed, { id: 'e1', retry: 300 });
        if (count === 4) stream.message(changed, { id: 'e2' });
        stream.end();
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const waits: number[] = [];
    for (let opened = 1; opened <= 5; opened++) {
      await server.request('GET', opened);
      await waitFor('it waits', () => tested.clock.pending === 1);
      waits.push((tested.clock.nextAt ?? 0) - tested.clock.now());
      tested.clock.advance(waits[opened - 1] ?? 0);
    }
    expect(waits).toEqual([300, 600, 1200, 300, 600]);
    await server.request('GET', 6);
    expect(server.of('GET').map(({ headers }) => headers['last-event-id'])).toEqual([
      undefined,
      'e1',
      'e1',
      'e1',
      'e2',
      'e2',
    ]);
    expect(tested.warnings).toEqual([]);
  });

  it('is opened again after the server was away, and after one that still holds the old stream', async () => {
    let count = 0;
    await using server = await HttpScript.start(
      withListening((_seen, response) => {
        count++;
        if (count === 1) answerSse(response).drop();
        else if (count === 2) response.writeHead(409).end();
        else if (count === 3) response.writeHead(503).end();
        else answerSse(response).message(changed);
      }),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    for (let opened = 1; opened <= 3; opened++) {
      await server.request('GET', opened);
      await waitFor('it waits', () => tested.clock.pending === 1);
      tested.clock.advance(60_000);
    }
    await waitFor('it is there again', () => tested.incoming.length === 1);
    expect(tested.warnings).toEqual([]);
  });

  it('ends with the connection, also while it waits', async () => {
    await using server = await HttpScript.start(
      withListening((_seen, response) => answerSse(response).end()),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await waitFor('it waits', () => tested.clock.pending === 1);
    await tested.connection.close();
    tested.clock.advance(60_000);
    expect([server.of('GET').length, tested.clock.pending]).toEqual([1, 0]);
  });

  it('does not exist in the modern era', async () => {
    await using server = await HttpScript.start(withListening((_seen, response) => answerSse(response)));
    await using tested = await openTested({ url: server.url });
    tested.connection.negotiated({ revision: '2026-07-28', era: 'modern' });
    await tested.connection.notify(notification('notifications/initialized'));
    await tested.connection.close();
    expect(server.of('GET')).toEqual([]);
  });
});
