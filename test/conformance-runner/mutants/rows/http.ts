import type { HttpCall, HttpReply } from '../base/http-types.js';
import { empty, eventStream, json } from '../base/http-types.js';
import { isObject } from '../base/json.js';
import {
  type Deviation,
  deafTo,
  methodOf,
  parsed,
  receiving,
  replyInstead,
  replying,
} from '../deviations.js';
import type { MutantRows } from '../row.js';

const REFUSED = json(400, { jsonrpc: '2.0', error: { code: -32600, message: 'Bad request' } });
const OK = { jsonrpc: '2.0', id: 1, result: {} };

const post = (when: (call: HttpCall, message: unknown) => boolean, reply: HttpReply): Deviation =>
  replyInstead((call, message) => call.method === 'POST' && when(call, message), reply);

const on = (method: string, reply: HttpReply): Deviation =>
  replyInstead((call) => call.method === method, reply);

const accepting = (accept: string | undefined): Deviation =>
  post(({ headers }) => headers['accept'] === accept, REFUSED);

/** Says that everything comes as JSON. */
const unparsable = (reply: HttpReply): Deviation => post((_call, message) => message === undefined, reply);

const isResponse = (message: unknown): boolean =>
  isObject(message) && message['method'] === undefined && message['result'] !== undefined;

/** Fails while it answers another request. */
function oneAtOnce(): Deviation {
  let running = 0;
  return {
    http: (next) => async (call) => {
      if (running > 0) return empty(503);
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return next(call);
    },
  };
}

const withHeader = (reply: HttpReply, headers: Record<string, string>): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});

const neverEnding: Deviation = replying((reply, call) => {
  const { stream } = reply;
  if (stream === undefined || methodOf(parsed(call)) !== 'ping') return reply;
  return {
    ...reply,
    async stream(send) {
      await stream(send);
      await new Promise<void>((resolve) => call.gone.addEventListener('abort', () => resolve()));
    },
  };
});

const POST_ROWS: MutantRows = [
  { check: 'http-accept-json-only', deviation: accepting('application/json') },
  { check: 'http-accept-sse-only', revision: '2025-11-25', deviation: accepting('text/event-stream') },
  { check: 'http-accept-missing', deviation: accepting(undefined) },
  { check: 'http-accept-any', deviation: accepting('*/*'), verdict: 'warn' },
  {
    check: 'http-content-type-415',
    deviation: receiving(({ headers }) => ({ headers: { ...headers, 'content-type': 'application/json' } })),
  },
  {
    check: 'http-content-type-params',
    deviation: post(({ headers }) => headers['content-type']?.includes(';') === true, empty(415)),
  },
  {
    check: 'http-request-content-type',
    revision: '2025-06-18',
    deviation: replying((reply, call) =>
      methodOf(parsed(call)) === 'ping' ? withHeader(reply, { 'content-type': 'text/plain' }) : reply,
    ),
  },
  { check: 'http-sse-closes', revision: '2025-11-25', variant: 'streams', deviation: neverEnding },
  {
    check: 'http-parse-error',
    deviation: unparsable(json(200, { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } })),
  },
  { check: 'http-parse-error-code', deviation: unparsable(REFUSED) },
  { check: 'http-parse-error-code', revision: '2025-03-26', deviation: unparsable(empty(400)) },
  {
    check: 'http-parse-error-id',
    deviation: unparsable(
      json(400, { jsonrpc: '2.0', id: 1, error: { code: -32700, message: 'Parse error' } }),
    ),
  },
  {
    check: 'http-invalid-request',
    deviation: post(({ body }) => body.toString('utf8') === '{}', empty(202)),
  },
  {
    check: 'http-error-no-stack',
    deviation: unparsable(
      json(400, {
        error: 'SyntaxError: bad\n    at JSON.parse (<anonymous>)\n    at f (/app/dist/server.js:10:5)',
      }),
    ),
  },
  {
    check: 'http-error-no-stack',
    revision: '2025-11-25',
    deviation: unparsable({
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: '<!DOCTYPE html><html><pre>Error</pre></html>',
    }),
    reason: /HTML/,
  },
  { check: 'http-parallel', deviation: oneAtOnce() },
  { check: 'http-put-405', deviation: on('PUT', empty(404)) },
  { check: 'http-405-allow', deviation: on('PUT', empty(405)) },
  {
    check: 'http-path-404',
    deviation: receiving(() => ({ path: '/mcp' })),
  },
  {
    check: 'http-client-response-rejected',
    deviation: post((_call, message) => isResponse(message), empty(202)),
  },
];

/** Sends the responses of POST on the stream of GET as well. */
function broadcasting(): Deviation {
  const streams = new Set<(data: string) => void>();
  return {
    http: (next) => async (call) => {
      const reply = await next(call);
      if (call.method === 'GET' && reply.stream !== undefined) {
        return eventStream(async (send) => {
          const stream = (data: string): void => send(data);
          streams.add(stream);
          await new Promise<void>((resolve) => call.gone.addEventListener('abort', () => resolve()));
          streams.delete(stream);
        });
      }
      if (methodOf(parsed(call)) === 'ping') for (const send of streams) send(reply.body ?? '');
      return reply;
    },
  };
}

/** Replays whatever it ever sent. */
function replayingAll(): Deviation {
  const sent: string[] = [];
  return {
    http: (next) => async (call) => {
      if (call.method === 'GET' && call.headers['last-event-id'] !== undefined) {
        return eventStream(async (send) => {
          for (const [index, data] of sent.entries()) send(data, `all-${index}`);
        });
      }
      const { stream, ...reply } = await next(call);
      if (stream === undefined) return reply;
      return {
        ...reply,
        stream: (send) =>
          stream((data, id, event) => {
            sent.push(data);
            send(data, id, event);
          }),
      };
    },
  };
}

const LEGACY_ROWS: MutantRows = [
  {
    check: 'http-notification-202',
    deviation: post((_call, message) => methodOf(message) === 'notifications/initialized', json(200, OK)),
  },
  {
    check: 'http-notification-202',
    revision: '2025-03-26',
    deviation: post((_call, message) => methodOf(message) === 'notifications/initialized', {
      status: 202,
      headers: {},
      body: 'ok',
    }),
    reason: /2 bytes/,
  },
  { check: 'http-response-202', deviation: post((_call, message) => isResponse(message), json(200, OK)) },
  {
    check: 'http-bad-version-400',
    deviation: receiving(({ headers }) => ({
      headers: {
        ...headers,
        'mcp-protocol-version': headers['mcp-protocol-version']?.replace('bogus', '2025-11-25'),
      },
    })),
  },
  {
    check: 'http-missing-version-ok',
    deviation: post(
      ({ headers }, message) => headers['mcp-protocol-version'] === undefined && methodOf(message) === 'ping',
      REFUSED,
    ),
  },
  {
    check: 'http-get',
    deviation: on('GET', { status: 200, headers: { 'content-type': 'text/html' }, body: 'Hello' }),
  },
  {
    check: 'http-get-accept',
    deviation: receiving(({ method, headers }) =>
      method === 'GET' ? { headers: { ...headers, accept: 'text/event-stream' } } : {},
    ),
  },
  { check: 'http-get-no-response', deviation: broadcasting() },
  { check: 'http-resume', variant: 'streams', deviation: replayingAll() },
];

/** Another session id for the client than inside. */
function renaming(rename: (id: string) => string): Deviation {
  const inside = new Map<string, string>();
  return {
    http: (next) => async (call) => {
      const told = call.headers['mcp-session-id'];
      const headers =
        told === undefined ? call.headers : { ...call.headers, 'mcp-session-id': inside.get(told) ?? told };
      const reply = await next({ ...call, headers });
      const id = reply.headers['mcp-session-id'];
      if (id === undefined) return reply;
      inside.set(rename(id), id);
      return withHeader(reply, { 'mcp-session-id': rename(id) });
    },
  };
}

/** Another reply in a session that was deleted. */
function afterDelete(method: string, reply: HttpReply): Deviation {
  const deleted = new Set<string | undefined>();
  return replying((usual, call) => {
    const id = call.headers['mcp-session-id'];
    if (call.method === 'DELETE') deleted.add(id);
    return call.method === method && deleted.has(id) ? reply : usual;
  });
}

const SESSION_ROWS: MutantRows = [
  { check: 'http-session-ascii', deviation: renaming((id) => id.replace('-', ' ')) },
  { check: 'http-session-unique', deviation: renaming(() => 'the-one-session-there-is') },
  { check: 'http-session-unique', revision: '2025-03-26', verdict: 'info', deviation: numbering() },
  {
    check: 'http-no-session-400',
    deviation: replying((reply, { headers, method }) =>
      method === 'POST' && headers['mcp-session-id'] === undefined && reply.status === 400
        ? empty(403)
        : reply,
    ),
  },
  {
    check: 'http-unknown-session-404',
    deviation: replying((reply) => (reply.status === 404 ? empty(400) : reply)),
  },
  { check: 'http-delete', deviation: on('DELETE', empty(500)) },
  { check: 'http-deleted-session-404', deviation: afterDelete('POST', json(200, OK)) },
  { check: 'http-deleted-session-get-404', deviation: afterDelete('GET', empty(405)) },
];

/** Sessions with the ids s1, s2… */
function numbering(): Deviation {
  const numbers = new Map<string, string>();
  return renaming((id) => {
    const number = numbers.get(id) ?? `s${numbers.size + 1}`;
    numbers.set(id, number);
    return number;
  });
}

const SECURITY_ROWS: MutantRows = [
  { check: 'http-origin-403', deviation: deafTo('origin') },
  {
    check: 'http-origin-403',
    revision: '2025-11-25',
    deviation: replying((reply) => (reply.status === 403 ? empty(400) : reply)),
    reason: /expected HTTP 403/,
  },
  { check: 'http-origin-403', revision: '2024-11-05', deviation: deafTo('origin') },
  {
    check: 'http-origin-403-null',
    deviation: receiving(({ headers }) =>
      headers['origin'] === 'null' ? { headers: { ...headers, origin: undefined } } : {},
    ),
  },
  {
    check: 'http-origin-local-ok',
    deviation: post(({ headers }) => headers['origin'] !== undefined, empty(403)),
  },
  {
    check: 'http-origin-get-403',
    verdict: 'fail',
    deviation: receiving(({ method, headers }) =>
      method === 'GET' ? { headers: { ...headers, origin: undefined } } : {},
    ),
  },
  {
    check: 'http-host-rebinding',
    deviation: receiving(({ headers }) => ({ headers: { ...headers, host: 'localhost' } })),
  },
  { check: 'http-bind-localhost', deviation: { listenOn: '0.0.0.0' } },
];

/** Greets before it names the endpoint; a client that waits for the right event does not mind. */
const greeting: Deviation = replying((reply) => {
  const { stream } = reply;
  if (stream === undefined) return reply;
  return {
    ...reply,
    async stream(send) {
      send('hello', undefined, 'greeting');
      await stream(send);
    },
  };
});

const SSE_ROWS: MutantRows = [
  { check: 'http-sse-endpoint-event', over: 'sse', deviation: greeting, reason: /greeting/ },
  {
    check: 'http-sse-post-accepted',
    over: 'sse',
    deviation: post(({ body }) => body.toString('utf8').includes('"id":1,"method":"ping"'), empty(400)),
  },
  { check: 'http-sse-origin', over: 'sse', deviation: deafTo('origin') },
];

export const HTTP_ROWS: MutantRows = [
  ...POST_ROWS,
  ...LEGACY_ROWS,
  ...SESSION_ROWS,
  ...SECURITY_ROWS,
  ...SSE_ROWS,
];
