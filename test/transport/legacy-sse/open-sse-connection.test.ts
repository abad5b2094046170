import { describe, expect, it } from 'vitest';
import {
  type Fault,
  notification,
  type RequestMessage,
  request,
  success,
} from '../../../src/protocol/index.js';
import {
  type ClientConnection,
  type ConnectionOptions,
  openSseConnection,
  type SseServerOptions,
} from '../../../src/transport/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import {
  answerSse,
  HttpScript,
  type Script,
  type SeenRequest,
  type SseScript,
} from '../../support/http-script.js';
import { waitFor } from '../../support/wait-for.js';

interface Scripted {
  /** The data of the endpoint event. */
  readonly endpoint?: string;
  /** What comes on the stream for a POST; its HTTP answer is 202 unless this gives it. */
  readonly posted?: (seen: SeenRequest, stream: SseScript, response: Parameters<Script>[1]) => void;
}

const echo: NonNullable<Scripted['posted']> = ({ json }, stream, response) => {
  response.writeHead(202).end('Accepted');
  if (json?.id !== undefined) stream.message(success(json.id, {}));
};

function sseServer({ endpoint = '/messages?session=1', posted = echo }: Scripted = {}): Script {
  let stream: SseScript | undefined;
  return (seen, response) => {
    if (seen.method === 'GET') {
      stream = answerSse(response);
      stream.event({ event: 'endpoint', data: endpoint });
    } else if (stream !== undefined) {
      posted(seen, stream, response);
    }
  };
}

interface Opened extends AsyncDisposable {
  readonly connection: ClientConnection;
  readonly clock: FakeClock;
  readonly incoming: unknown[];
  readonly warnings: Fault[];
}

async function open(target: SseServerOptions, options: ConnectionOptions = {}): Promise<Opened> {
  const clock = new FakeClock();
  const incoming: unknown[] = [];
  const warnings: Fault[] = [];
  const connection = await openSseConnection(target, {
    clock,
    onIncoming: (message) => incoming.push(message),
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  return { connection, clock, incoming, warnings, [Symbol.asyncDispose]: () => connection.close() };
}

const call = (id: number): RequestMessage => request(id, 'tools/call', {});

describe('HTTP+SSE', () => {
  // requirement: sse-messages-posted-to-endpoint
  it.each([
    ['/messages?session=1', '/messages?session=1'],
    ['messages', '/messages'],
    ['?a=1', '/mcp?a=1'],
  ])('posts to %s, with the headers of the user', async (endpoint, expected) => {
    await using server = await HttpScript.start(sseServer({ endpoint }));
    await using opened = await open({ url: server.url, headers: { authorization: 'Bearer a' } });
    expect(opened.connection.transport).toBe('sse');
    expect(await opened.connection.exchange(call(1))).toEqual(success(1, {}));
    const [get, post] = server.seen;
    expect(get?.headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer a' });
    expect(post).toMatchObject({ method: 'POST', url: expected });
    expect(post?.headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer a' });
    expect(opened.clock.pending).toBe(0);
  });

  it('takes a whole URL of the same server', async () => {
    let port = 0;
    await using server = await HttpScript.start((seen, response) =>
      seen.method === 'GET'
        ? answerSse(response).event({ event: 'endpoint', data: `http://127.0.0.1:${port}/m` })
        : response.writeHead(200).end(),
    );
    port = server.port;
    await using opened = await open({ url: server.url });
    await opened.connection.notify(notification('notifications/x'));
    expect(server.of('POST')[0]?.url).toBe('/m');
  });

  it.each(['http://127.0.0.1:1/messages', '//evil.test/messages', 'http://'])(
    'sends nothing to %s',
    async (endpoint) => {
      await using server = await HttpScript.start(sseServer({ endpoint }));
      await expect(open({ url: server.url, headers: { authorization: 'Bearer a' } })).rejects.toMatchObject({
        code: 'invalid_message',
      });
      await server.quiet();
    },
  );

  it('correlates by id, brings what the server asks, and sends the answers', async () => {
    await using server = await HttpScript.start(
      sseServer({
        posted: ({ json }, stream, response) => {
          response.writeHead(202).end();
          if (json?.id === 1) return;
          if (json?.method !== 'tools/call') return;
          stream.message(request('q', 'roots/list'));
          stream.message(notification('notifications/progress', { progressToken: 't', progress: 1 }));
          stream.message(success(2, {}));
          stream.message(success(1, {}), { event: 'message' });
        },
      }),
    );
    await using opened = await open({ url: server.url });
    const heard: string[] = [];
    const first = opened.connection.exchange(request(1, 'tools/call', { _meta: { progressToken: 't' } }), {
      onNotification: ({ method }) => heard.push(method),
    });
    await server.request('POST');
    expect(await opened.connection.exchange(call(2))).toEqual(success(2, {}));
    expect(await first).toEqual(success(1, {}));
    expect(heard).toEqual(['notifications/progress']);
    expect(opened.incoming).toEqual([request('q', 'roots/list')]);
    await opened.connection.reply(success('q', {}));
    expect(server.of('POST').at(-1)?.json).toMatchObject({ id: 'q', result: {} });
  });

  it('waits until a notification was taken, so that what follows comes after it', async () => {
    const taken: string[] = [];
    await using server = await HttpScript.start(
      sseServer({
        posted: (seen, stream, response) => {
          taken.push(seen.json?.method ?? '');
          echo(seen, stream, response);
        },
      }),
    );
    await using opened = await open({ url: server.url });
    await opened.connection.notify(notification('notifications/initialized'));
    await opened.connection.exchange(call(1));
    expect(taken).toEqual(['notifications/initialized', 'tools/call']);
  });

  it('says cancelled with a notification', async () => {
    await using server = await HttpScript.start(
      sseServer({ posted: (_seen, _stream, response) => response.writeHead(202).end() }),
    );
    await using opened = await open({ url: server.url });
    const aborter = new AbortController();
    const answer = opened.connection.exchange(call(1), { signal: aborter.signal });
    await server.request('tools/call');
    aborter.abort();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    expect((await server.request('notifications/cancelled')).json?.params).toMatchObject({ requestId: 1 });
  });

  describe('a message that the server does not take', () => {
    it.each([
      [400, 'http_status'],
      [401, 'unauthorized'],
      [404, 'http_status'],
      [500, 'http_status'],
    ])('fails its exchange alone: HTTP %i', async (status, code) => {
      await using server = await HttpScript.start(
        sseServer({
          posted: (seen, stream, response) => {
            if (seen.json?.id === 1) response.writeHead(status).end('no');
            else echo(seen, stream, response);
          },
        }),
      );
      await using opened = await open({ url: server.url });
      await expect(opened.connection.exchange(call(1))).rejects.toMatchObject({ code, details: { status } });
      expect(await opened.connection.exchange(call(2))).toEqual(success(2, {}));
    });

    it('fails its exchange when the connection breaks', async () => {
      await using server = await HttpScript.start(
        sseServer({ posted: (_seen, _stream, response) => response.destroy() }),
      );
      await using opened = await open({ url: server.url });
      await expect(opened.connection.exchange(call(1))).rejects.toMatchObject({ code: 'connection_lost' });
    });

    it('is told when it is a notification', async () => {
      await using server = await HttpScript.start(
        sseServer({ posted: (_seen, _stream, response) => response.writeHead(500).end() }),
      );
      await using opened = await open({ url: server.url });
      await opened.connection.notify(notification('notifications/x'));
      await waitFor('the warning came', () => opened.warnings.length === 1);
      expect(opened.warnings[0]?.code).toBe('http_status');
    });
  });

  it.each([
    ['in order', (stream: SseScript) => stream.end()],
    ['by breaking off', (stream: SseScript) => stream.drop()],
  ])('ends all that waits when the stream ends %s', async (_name, leave) => {
    await using server = await HttpScript.start(
      sseServer({
        posted: (_seen, stream, response) => {
          response.writeHead(202).end();
          leave(stream);
        },
      }),
    );
    await using opened = await open({ url: server.url });
    await expect(opened.connection.exchange(call(1))).rejects.toMatchObject({ code: 'connection_lost' });
    expect(await opened.connection.closed).toMatchObject({ fault: { code: 'connection_lost' } });
    await expect(opened.connection.exchange(call(2))).rejects.toMatchObject({ code: 'connection_lost' });
    await server.quiet();
  });

  it('bounds an event', async () => {
    await using server = await HttpScript.start(
      sseServer({ posted: (_seen, stream) => stream.event({ data: 'x'.repeat(2000) }) }),
    );
    await using opened = await open({ url: server.url }, { limits: { sseEventBytes: 1000 } });
    await expect(opened.connection.exchange(call(1))).rejects.toMatchObject({
      code: 'limit_exceeded',
      limit: 'sseEventBytes',
    });
  });

  it('leaves nothing behind when it is closed', async () => {
    await using server = await HttpScript.start(sseServer({ posted: () => {} }));
    await using opened = await open({ url: server.url });
    const pending = expect(opened.connection.exchange(call(1))).rejects.toMatchObject({ code: 'closed' });
    await server.request('POST');
    const closing = opened.connection.close();
    opened.clock.advance(2000);
    await closing;
    await pending;
    await server.quiet();
    expect(opened.clock.pending).toBe(0);
    expect(await opened.connection.closed).toEqual({});
  });
});

describe('opening HTTP+SSE', () => {
  it.each<[string, Script, string]>([
    ['no such page', (_seen, response) => response.writeHead(404).end('nothing here'), 'http_status'],
    ['no right', (_seen, response) => response.writeHead(401).end(), 'unauthorized'],
    [
      'JSON',
      (_seen, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      'unexpected_content_type',
    ],
    ['a stream that ends at once', (_seen, response) => answerSse(response).end(), 'connection_lost'],
    ['nothing', (_seen, response) => response.destroy(), 'connection_lost'],
  ])('fails by name with %s', async (_name, script, code) => {
    await using server = await HttpScript.start(script);
    await expect(open({ url: server.url })).rejects.toMatchObject({ code });
    await server.quiet();
  });

  it('is bounded in time', async () => {
    await using server = await HttpScript.start((_seen, response) => answerSse(response));
    const clock = new FakeClock();
    const opening = expect(open({ url: server.url }, { clock, connectTimeoutMs: 500 })).rejects.toMatchObject(
      {
        code: 'timed_out',
        details: { budget: 'connect' },
      },
    );
    await server.request('GET');
    clock.advance(500);
    await opening;
    await server.quiet();
    expect(clock.pending).toBe(0);
  });

  it('can be given up', async () => {
    await using server = await HttpScript.start((_seen, response) => answerSse(response));
    const aborter = new AbortController();
    const opening = expect(open({ url: server.url }, { signal: aborter.signal })).rejects.toMatchObject({
      code: 'cancelled',
      cause: 'enough',
    });
    await server.request('GET');
    aborter.abort('enough');
    await opening;
    await server.quiet();
  });

  it('names a server that is not there', async () => {
    await expect(open({ url: 'http://127.0.0.1:1/sse' })).rejects.toMatchObject({ code: 'connect_failed' });
  });
});
