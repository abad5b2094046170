// What streamable HTTP answers to a POST, right or wrong.
import { encodeMessage, request } from '../../protocol/index.js';
import {
  breach,
  type Check,
  type CheckFacts,
  HTTP,
  info,
  type Judgement,
  levels,
  modern,
  pass,
  skip,
  warn,
} from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import { envelopeMeta } from '../wire/frames.js';
import type { HttpReply } from '../wire/raw-http.js';
import { LIVENESS } from './jsonrpc.js';
import { CODES, describe, worst } from './reply-judgement.js';
import { pages, SENDING } from './spec-pages.js';

/** Streamable HTTP begins here; 2024-11-05 has another carrier, and what it is asked there is judged alike. */
const HTTP_RULES = pages(
  'basic/transports#sending-messages-to-the-server',
  'basic/transports/streamable-http#sending-messages',
);
const RFC9110 = (section: string) => passage(`https://www.rfc-editor.org/rfc/rfc9110#${section}`);

const facts: Pick<CheckFacts, 'subject' | 'transports' | 'spec'> = {
  subject: 'http',
  transports: HTTP,
  spec: SENDING,
};

/** A request that is answered by every server, in the form of the revision. */
export function livenessFrame(
  { era, revision }: CheckContext,
  id: number | string = 1,
  method: string = LIVENESS[era],
): string {
  const params = era === 'modern' ? { _meta: envelopeMeta(revision, {}) } : undefined;
  return encodeMessage(request(id, method, params));
}

/** Posts a request with its headers changed, in the shared session. */
export async function post(
  context: CheckContext,
  headers: Readonly<Record<string, string | undefined>> = {},
  body?: string | Uint8Array,
): Promise<HttpReply> {
  const session = await context.session();
  const frame = livenessFrame(context, session.nextId());
  return context.http.send({
    body: body ?? frame,
    headers: { ...context.http.headersFor(frame, { sessionId: session.sessionId }), ...headers },
  });
}

export function statusOf({ status, body, end }: HttpReply): string {
  if (status === 0) return `no answer (${end})`;
  if (body === '') return `HTTP ${status} without a body`;
  return `HTTP ${status}: ${body.trim().replace(/\s+/g, ' ').slice(0, 120)}`;
}

const isServed = ({ status, frames }: HttpReply): boolean =>
  status === 200 && frames.some(({ messages }) => messages.some(({ kind }) => kind === 'success'));

/** The error in the body, if there is one. */
const errorIn = ({ frames }: HttpReply) =>
  frames.flatMap(({ messages }) => messages).find((message) => message.kind === 'error');

const TRUNCATED = '{"jsonrpc":"2.0","id":1,"method":';

async function judgeAccept(context: CheckContext, accept: string | undefined): Promise<Judgement> {
  const reply = await post(context, { accept });
  const sent = accept === undefined ? 'a POST without Accept' : `a POST with Accept: ${accept}`;
  if (isServed(reply)) return pass(`${sent} is served`, reply);
  if (accept === '*/*') return warn(`${sent}, which accepts everything, got ${statusOf(reply)}`, reply);
  if (reply.status === 406) return pass(`${sent} is refused with 406`, reply);
  return info(`${sent}: expected HTTP 406 or an answer, got ${statusOf(reply)}`, reply);
}

const acceptCheck = ([id, accept]: readonly [id: string, accept: string | undefined]): Check => ({
  id: `http-accept-${id}`,
  title: `A POST with Accept ${accept ?? 'missing'} is served, or refused with 406.`,
  ...facts,
  levels: levels('INFO', '2025-03-26'),
  isWellFormed: true,
  run: (context) => judgeAccept(context, accept),
});

const ACCEPTS = [
  ['json-only', 'application/json'],
  ['sse-only', 'text/event-stream'],
  ['missing', undefined],
  ['any', '*/*'],
] as const;

const CONTENT_CHECKS: readonly Check[] = [
  {
    id: 'http-content-type-415',
    title: 'A POST with Content-Type text/plain is refused with 415 or 400.',
    ...facts,
    spec: RFC9110('section-15.5.16'),
    levels: levels('SHOULD', '2025-03-26'),
    async run(context) {
      const reply = await post(context, { 'content-type': 'text/plain' });
      if (reply.status === 415 || reply.status === 400) return pass(undefined, reply);
      return breach(
        `a POST with Content-Type text/plain: expected HTTP 415 or 400, got ${statusOf(reply)}`,
        reply,
      );
    },
  },
  {
    id: 'http-content-type-params',
    title: 'A POST with Content-Type application/json; charset=utf-8 is served.',
    ...facts,
    spec: RFC9110('section-8.3.1'),
    levels: levels('SHOULD', '2025-03-26'),
    isWellFormed: true,
    async run(context) {
      const reply = await post(context, { 'content-type': 'application/json; charset=utf-8' });
      if (isServed(reply)) return pass(undefined, reply);
      return breach(`a POST with Content-Type application/json; charset=utf-8 got ${statusOf(reply)}`, reply);
    },
  },
  {
    id: 'http-request-content-type',
    title: 'A request is answered with application/json or text/event-stream.',
    ...facts,
    levels: levels('MUST', '2025-03-26'),
    isWellFormed: true,
    async run(context) {
      const reply = await post(context);
      const { mediaType } = reply;
      if (mediaType === 'application/json' || mediaType === 'text/event-stream')
        return pass(mediaType, reply);
      return breach(
        `${LIVENESS[context.era]} was answered with Content-Type ${mediaType || 'missing'}`,
        reply,
      );
    },
  },
  {
    id: 'http-sse-closes',
    title: 'The event stream of a request ends after its response.',
    ...facts,
    levels: levels('SHOULD', '2025-03-26'),
    isWellFormed: true,
    run: judgeStreamEnd,
  },
];

/** How long the stream may stay open after the response. */
const STREAM_END_MS = 3000;

async function judgeStreamEnd(context: CheckContext): Promise<Judgement> {
  const session = await context.session();
  const frame = livenessFrame(context, session.nextId());
  const stream = context.http.open({
    body: frame,
    headers: context.http.headersFor(frame, { sessionId: session.sessionId }),
  });
  const head = await stream.head;
  if (head.mediaType !== 'text/event-stream') {
    stream.abort();
    return skip('not-applicable', 'the server answers with JSON');
  }
  await stream.next(({ messages }) => messages.some(({ kind }) => kind === 'success' || kind === 'error'));
  const reply = await stream.ended(STREAM_END_MS);
  stream.abort();
  if (reply.end === 'complete') return pass(undefined, reply);
  return breach(`the event stream was still open ${STREAM_END_MS} ms after the response`, reply);
}

async function judgeParseError(
  context: CheckContext,
  judge: (reply: HttpReply) => string | undefined,
): Promise<Judgement> {
  const reply = await post(context, {}, TRUNCATED);
  const problem = judge(reply);
  return problem === undefined ? pass(undefined, reply) : breach(`a body that breaks off: ${problem}`, reply);
}

const PARSE_CHECKS: readonly Check[] = [
  {
    id: 'http-parse-error',
    title: 'A body that is no JSON is refused with HTTP 400.',
    ...facts,
    levels: levels('SHOULD', '2025-03-26'),
    run: (context) =>
      judgeParseError(context, (reply) =>
        reply.status === 400 ? undefined : `expected HTTP 400, got ${statusOf(reply)}`,
      ),
  },
  {
    id: 'http-parse-error-code',
    title: 'A body that is no JSON is refused with error -32700.',
    ...facts,
    spec: passage('https://www.jsonrpc.org/specification#error_object'),
    levels: levels('SHOULD', '2025-03-26'),
    run: (context) =>
      judgeParseError(context, (reply) => {
        const error = errorIn(reply);
        if (error?.kind === 'error' && error.error.code === CODES.parseError) return undefined;
        const got = error?.kind === 'error' ? `error ${error.error.code}` : statusOf(reply);
        return `expected error ${CODES.parseError}, got ${got}`;
      }),
  },
  {
    id: 'http-parse-error-id',
    title: 'The error for a body that is no JSON has no id, or null.',
    ...facts,
    levels: levels('SHOULD', '2025-03-26'),
    run: (context) =>
      judgeParseError(context, (reply) => {
        const error = errorIn(reply);
        return error?.kind === 'error' && error.id !== undefined
          ? `the error has the id ${String(error.id)}`
          : undefined;
      }),
  },
  {
    id: 'http-invalid-request',
    title: 'A body {} is refused with HTTP 400 and error -32600.',
    ...facts,
    levels: levels('SHOULD', '2025-03-26'),
    async run(context) {
      const reply = await post(context, {}, '{}');
      const error = errorIn(reply);
      const code = error?.kind === 'error' ? error.error.code : undefined;
      if (reply.status === 400 && code === CODES.invalidRequest) return pass(undefined, reply);
      return breach(
        `a body {}: expected HTTP 400 with error ${CODES.invalidRequest}, got ${statusOf(reply)}`,
        reply,
      );
    },
  },
  {
    id: 'http-error-no-stack',
    title: 'Errors show neither HTML nor stack traces nor paths.',
    ...facts,
    levels: levels('INFO', '2025-03-26'),
    async run(context) {
      const replies = [
        await post(context, {}, TRUNCATED),
        await post(context, {}, '{}'),
        await post(context, { 'content-type': 'text/plain' }),
      ];
      return worst(replies.map(judgeLeak));
    },
  },
];

const LEAKS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack trace', /\\?n\s+at [^"]*\(?[^"]*:\d+:\d+\)?|Traceback \(most recent call last\)/],
  ['a path', /node_modules|site-packages|\/(?:home|Users|usr\/(?:lib|local)|app\/dist)\/\S/],
  ['HTML', /<(?:!doctype html|html|pre|body)\b/i],
];

function judgeLeak(reply: HttpReply): Judgement {
  const leak = LEAKS.find(([, pattern]) => pattern.test(reply.body));
  if (leak === undefined || reply.status < 400) return pass();
  return breach(`an error (HTTP ${reply.status}) shows ${leak[0]}: ${reply.body.slice(0, 160)}`, reply);
}

const PARALLEL = 5;

const CONCURRENCY_CHECKS: readonly Check[] = [
  {
    id: 'http-parallel',
    title: 'Concurrent requests each get their own answer.',
    ...facts,
    levels: levels('MUST', '2025-03-26'),
    isWellFormed: true,
    async run(context) {
      const session = await context.session();
      const replies = await Promise.all(
        Array.from({ length: PARALLEL }, () => session.request(LIVENESS[context.era])),
      );
      const missing = replies.find(({ kind }) => kind !== 'result');
      if (missing === undefined) return pass();
      return breach(`one of ${PARALLEL} requests at once got ${describe(missing)}`, missing);
    },
  },
];

const METHOD_CHECKS: readonly Check[] = [
  {
    id: 'http-put-405',
    title: 'PUT is refused with 405.',
    ...facts,
    spec: RFC9110('section-15.5.6'),
    levels: levels('SHOULD', '2025-03-26'),
    oncePerEra: true,
    async run(context) {
      const reply = await put(context);
      return reply.status === 405
        ? pass(undefined, reply)
        : breach(`PUT: expected HTTP 405, got ${statusOf(reply)}`, reply);
    },
  },
  {
    id: 'http-405-allow',
    title: 'A 405 names in Allow what is allowed.',
    ...facts,
    spec: RFC9110('section-15.5.6'),
    levels: levels('SHOULD', '2025-03-26'),
    oncePerEra: true,
    async run(context) {
      const reply = await put(context);
      if (reply.status !== 405) return skip('not-applicable', `PUT got HTTP ${reply.status}, not 405`);
      return /\bPOST\b/.test(reply.headers['allow'] ?? '')
        ? pass(undefined, reply)
        : breach(`a 405 with Allow ${reply.headers['allow'] ?? 'missing'}, although POST is allowed`, reply);
    },
  },
  {
    id: 'http-path-404',
    title: 'Another path is not served.',
    ...facts,
    spec: pages('basic/transports#streamable-http', 'basic/transports/streamable-http', 'basic/transports'),
    levels: levels('INFO'),
    oncePerEra: true,
    async run(context) {
      const frame = livenessFrame(context);
      const url = new URL('/plainwire-no-such-path', context.http.url).href;
      const reply = await context.http.send({ url, body: frame, headers: context.http.headersFor(frame) });
      if (!isServed(reply)) return pass(`HTTP ${reply.status}`, reply);
      return breach('a POST to /plainwire-no-such-path was served', reply);
    },
  },
  {
    id: 'http-client-response-rejected',
    title: 'A response from a client is refused.',
    ...facts,
    spec: HTTP_RULES,
    levels: modern('INFO'),
    async run(context) {
      const body = '{"jsonrpc":"2.0","id":987654,"result":{}}';
      const reply = await post(context, { 'mcp-method': undefined }, body);
      if (reply.status >= 400) return pass(`HTTP ${reply.status}`, reply);
      return breach(`a response in a POST: expected HTTP 400, got ${statusOf(reply)}`, reply);
    },
  },
];

async function put(context: CheckContext): Promise<HttpReply> {
  const session = await context.session();
  const body = livenessFrame(context);
  return context.http.send({
    method: 'PUT',
    body,
    headers: context.http.headersFor(body, { sessionId: session.sessionId }),
  });
}

export const HTTP_POST_CHECKS: readonly Check[] = [
  ...ACCEPTS.map(acceptCheck),
  ...CONTENT_CHECKS,
  ...PARSE_CHECKS,
  ...CONCURRENCY_CHECKS,
  ...METHOD_CHECKS,
];
