// Streamable HTTP of the legacy revisions, apart from sessions.
import {
  breach,
  type Check,
  type CheckFacts,
  HTTP,
  info,
  type Judgement,
  levels,
  pass,
  skip,
} from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import type { HttpReply } from '../wire/raw-http.js';
import { post, statusOf } from './http-posts.js';

const SENDING = passage('basic/transports#sending-messages-to-the-server');
const LISTENING = passage('basic/transports#listening-for-messages-from-the-server');
const VERSION_HEADER = passage('basic/transports#protocol-version-header');

const facts: Pick<CheckFacts, 'subject' | 'transports' | 'spec'> = {
  subject: 'http',
  transports: HTTP,
  spec: SENDING,
};
const STREAMABLE = levels('MUST', '2025-03-26', '2025-11-25');
const ADVICE = levels('SHOULD', '2025-03-26', '2025-11-25');

/** A stream has a head at once, whatever comes on it later. */
const HEAD_MS = 4000;

/** GET in a session that has no stream yet. Reading ends with the head of a stream. */
async function get(context: CheckContext, headers: Record<string, string | undefined>): Promise<HttpReply> {
  const session = await context.fresh();
  const usual = context.http.headersFor(undefined, { sessionId: session.sessionId });
  const stream = context.http.open({
    method: 'GET',
    headers: { ...usual, ...headers },
    timeoutMs: HEAD_MS,
  });
  const reply = await stream.head;
  stream.abort();
  return reply;
}

/** 202 without a body; a refusal is as good. */
function judgeAccepted(reply: HttpReply | undefined, what: string): Judgement {
  if (reply === undefined) return breach(`${what} got no answer`);
  if (reply.status === 202 && reply.bytes === 0) return pass(undefined, reply);
  const told = reply.status === 202 ? `HTTP 202 with ${reply.bytes} bytes` : statusOf(reply);
  return breach(`${what}: expected HTTP 202 without a body, got ${told}`, reply);
}

const POST_CHECKS: readonly Check[] = [
  {
    id: 'http-notification-202',
    title: 'A notification is accepted with HTTP 202 and no body.',
    ...facts,
    levels: STREAMABLE,
    usesOwnSessions: true,
    isWellFormed: true,
    async run(context) {
      const session = await context.fresh({ handshake: 'initialize' });
      const method = 'notifications/initialized';
      return judgeAccepted(await session.notify(method), method);
    },
  },
  {
    id: 'http-response-202',
    title: 'A response is accepted with HTTP 202 and no body, or refused.',
    ...facts,
    levels: STREAMABLE,
    async run(context) {
      const reply = await (await context.session()).send('{"jsonrpc":"2.0","id":987654,"result":{}}');
      // "If the server cannot accept the input, it MUST return an HTTP error status code"
      if (reply !== undefined && reply.status >= 400) return pass(`HTTP ${reply.status}`, reply);
      return judgeAccepted(reply, 'a response');
    },
  },
  {
    id: 'http-bad-version-400',
    title: 'An unknown MCP-Protocol-Version is refused with HTTP 400.',
    ...facts,
    spec: VERSION_HEADER,
    levels: levels('MUST', '2025-06-18', '2025-11-25'),
    async run(context) {
      const reply = await post(context, { 'mcp-protocol-version': 'bogus' });
      if (reply.status === 400) return pass(undefined, reply);
      return breach(`MCP-Protocol-Version: bogus: expected HTTP 400, got ${statusOf(reply)}`, reply);
    },
  },
  {
    id: 'http-missing-version-ok',
    title: 'A request without MCP-Protocol-Version is served.',
    ...facts,
    spec: VERSION_HEADER,
    levels: levels('SHOULD', '2025-06-18', '2025-11-25'),
    async run(context) {
      const reply = await post(context, { 'mcp-protocol-version': undefined });
      if (reply.status === 200) return pass(undefined, reply);
      return breach(`a request without MCP-Protocol-Version got ${statusOf(reply)}`, reply);
    },
  },
];

const GET_CHECKS: readonly Check[] = [
  {
    id: 'http-get',
    title: 'GET gives an event stream, or 405.',
    ...facts,
    spec: LISTENING,
    levels: STREAMABLE,
    isWellFormed: true,
    usesOwnSessions: true,
    async run(context) {
      const reply = await get(context, { accept: 'text/event-stream' });
      if (reply.status === 405) return pass('HTTP 405', reply);
      if (reply.status === 200 && reply.mediaType === 'text/event-stream')
        return pass('an event stream', reply);
      return breach(
        `GET: expected an event stream or HTTP 405, got ${statusOf(reply)} (${reply.mediaType || 'no type'})`,
        reply,
      );
    },
  },
  {
    id: 'http-get-accept',
    title: 'GET that does not accept an event stream is refused.',
    ...facts,
    spec: LISTENING,
    levels: ADVICE,
    usesOwnSessions: true,
    async run(context) {
      const reply = await get(context, { accept: 'application/json' });
      if (reply.status >= 400 && reply.status < 500) return pass(`HTTP ${reply.status}`, reply);
      return breach(`GET with Accept application/json: expected a 4xx, got ${statusOf(reply)}`, reply);
    },
  },
  {
    id: 'http-get-no-response',
    title: 'The response to a POST does not come on the stream of GET.',
    ...facts,
    spec: LISTENING,
    levels: STREAMABLE,
    usesOwnSessions: true,
    isWellFormed: true,
    run: judgeSeparateStreams,
  },
  {
    id: 'http-resume',
    title: 'GET with Last-Event-ID gives only later events of the same stream.',
    ...facts,
    spec: passage('basic/transports#resumability-and-redelivery'),
    levels: STREAMABLE,
    usesOwnSessions: true,
    isWellFormed: true,
    run: judgeResume,
  },
];

async function judgeSeparateStreams(context: CheckContext): Promise<Judgement> {
  const session = await context.fresh();
  const usual = context.http.headersFor(undefined, { sessionId: session.sessionId });
  const stream = context.http.open({ method: 'GET', headers: { ...usual, accept: 'text/event-stream' } });
  const head = await stream.head;
  if (head.mediaType !== 'text/event-stream') {
    stream.abort();
    return skip('not-applicable', `GET got HTTP ${head.status}: there is no stream`);
  }
  await session.ping();
  const seen = await stream.next(
    ({ messages }) => messages.some(({ kind }) => kind === 'success' || kind === 'error'),
    { timeoutMs: 300 },
  );
  stream.abort();
  if (seen === undefined) return pass();
  return breach('the response to a ping came on the stream of GET', { records: [seen] });
}

/** Asks for what came after the first event of an answer: the later ones, and none of another stream. */
async function judgeResume(context: CheckContext): Promise<Judgement> {
  const session = await context.fresh();
  const first = await session.request('ping');
  const events = first.http?.events ?? [];
  const from = events[0]?.id;
  if (from === undefined) return skip('not-applicable', 'the answers have no event ids');
  await session.request('ping');
  const usual = context.http.headersFor(undefined, { sessionId: session.sessionId });
  const reply = await context.http.send({
    method: 'GET',
    headers: { ...usual, accept: 'text/event-stream', 'last-event-id': from },
    timeoutMs: 1000,
  });
  if (reply.status !== 200) return info(`GET with Last-Event-ID got HTTP ${reply.status}`, reply);
  const later = events.slice(1).map(({ data }) => data);
  const replayed = reply.events.map(({ data }) => data).filter((data) => data !== '');
  const foreign = replayed.find((data) => !later.includes(data));
  if (foreign !== undefined) {
    return breach(
      `a GET with Last-Event-ID gave ${foreign.slice(0, 120)}, which did not follow on that stream`,
      reply,
    );
  }
  return pass(`${replayed.length} events`, reply);
}

export const HTTP_LEGACY_CHECKS: readonly Check[] = [...POST_CHECKS, ...GET_CHECKS];
