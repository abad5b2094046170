// Sessions of streamable HTTP. 2025-03-26 to 2025-11-25 basic/transports#session-management
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
import type { WireSession } from '../wire/wire-session.js';
import { livenessFrame, post, statusOf } from './http-posts.js';

const facts: Pick<CheckFacts, 'subject' | 'transports' | 'spec'> = {
  subject: 'http',
  transports: HTTP,
  spec: passage('basic/transports#session-management'),
};
const MUST = levels('MUST', '2025-03-26', '2025-11-25');
const SHOULD = levels('SHOULD', '2025-03-26', '2025-11-25');
const NO_SESSIONS = skip('not-applicable', 'the server gives no Mcp-Session-Id');
/** Shorter ones can be guessed. */
const SAFE_LENGTH = 16;

const headersFor = ({ http }: CheckContext, { sessionId }: WireSession) =>
  http.headersFor(undefined, { sessionId });

const streamHeaders = (context: CheckContext, session: WireSession) => ({
  ...headersFor(context, session),
  accept: 'text/event-stream',
});

/** Ends a session of this check's own, and gives the answer. */
async function deleted(
  context: CheckContext,
  session: WireSession,
): Promise<{ session: WireSession; reply: HttpReply } | undefined> {
  if (session.sessionId === undefined) return undefined;
  const reply = await context.http.send({ method: 'DELETE', headers: headersFor(context, session) });
  return { session, reply };
}

async function judgeAfterDelete(context: CheckContext, method: 'POST' | 'GET'): Promise<Judgement> {
  const own = await context.fresh();
  // basic/transports#listening-for-messages-from-the-server: 405 is the answer to every GET where there is no stream.
  if (method === 'GET' && own.sessionId !== undefined) {
    const { status } = await getHead(context, streamHeaders(context, own));
    if (status === 405) return skip('not-applicable', 'GET got HTTP 405 before, too: there is no stream');
  }
  const ended = await deleted(context, own);
  if (ended === undefined) return NO_SESSIONS;
  const { session, reply: farewell } = ended;
  if (farewell.status < 200 || farewell.status > 299) {
    return skip('not-applicable', `DELETE got HTTP ${farewell.status}: sessions cannot be ended`);
  }
  const body = livenessFrame(context);
  const reply =
    method === 'POST'
      ? await context.http.send({
          body,
          headers: context.http.headersFor(body, { sessionId: session.sessionId }),
        })
      : await getHead(context, streamHeaders(context, session));
  if (reply.status === 404) return pass(undefined, reply);
  return breach(`${method} in a session that was deleted: expected HTTP 404, got ${statusOf(reply)}`, reply);
}

async function getHead(context: CheckContext, headers: Record<string, string>): Promise<HttpReply> {
  const stream = context.http.open({ method: 'GET', headers });
  const reply = await stream.head;
  stream.abort();
  return reply;
}

async function judgeIds(context: CheckContext): Promise<Judgement> {
  const one = (await context.fresh()).sessionId;
  const two = (await context.fresh()).sessionId;
  if (one === undefined || two === undefined) return NO_SESSIONS;
  if (one === two) return breach(`two sessions got the same Mcp-Session-Id '${one}'`);
  if (one.length < SAFE_LENGTH) return info(`Mcp-Session-Id '${one}' has only ${one.length} characters`);
  return pass();
}

export const LEGACY_SESSION_CHECKS: readonly Check[] = [
  {
    id: 'http-session-ascii',
    title: 'Mcp-Session-Id has visible ASCII characters only.',
    ...facts,
    levels: MUST,
    usesOwnSessions: true,
    isWellFormed: true,
    async run(context) {
      const { sessionId } = await context.fresh();
      if (sessionId === undefined) return NO_SESSIONS;
      if (/^[\x21-\x7e]+$/.test(sessionId)) return pass();
      return breach(`Mcp-Session-Id ${JSON.stringify(sessionId)} has other characters than 0x21 to 0x7E`);
    },
  },
  {
    id: 'http-session-unique',
    title: 'Each session has an id of its own that cannot be guessed.',
    ...facts,
    levels: SHOULD,
    usesOwnSessions: true,
    isWellFormed: true,
    run: judgeIds,
  },
  {
    id: 'http-no-session-400',
    title: 'A request without Mcp-Session-Id is refused with 400 by a server that gave one.',
    ...facts,
    levels: SHOULD,
    async run(context) {
      if ((await context.session()).sessionId === undefined) return NO_SESSIONS;
      const reply = await post(context, { 'mcp-session-id': undefined });
      if (reply.status === 400) return pass(undefined, reply);
      if (reply.status === 200) return skip('not-applicable', 'the server does not require Mcp-Session-Id');
      return breach(`a request without Mcp-Session-Id: expected HTTP 400, got ${statusOf(reply)}`, reply);
    },
  },
  {
    id: 'http-unknown-session-404',
    title: 'A request with an unknown Mcp-Session-Id is refused with 404.',
    ...facts,
    levels: SHOULD,
    async run(context) {
      if ((await context.session()).sessionId === undefined) return NO_SESSIONS;
      const reply = await post(context, { 'mcp-session-id': '00000000-0000-4000-8000-000000000000' });
      if (reply.status === 404) return pass(undefined, reply);
      return breach(
        `a request with an unknown Mcp-Session-Id: expected HTTP 404, got ${statusOf(reply)}`,
        reply,
      );
    },
  },
  {
    id: 'http-delete',
    title: 'DELETE ends a session, or is refused with 405.',
    ...facts,
    levels: MUST,
    usesOwnSessions: true,
    isWellFormed: true,
    async run(context) {
      const ended = await deleted(context, await context.fresh());
      if (ended === undefined) return NO_SESSIONS;
      const { status } = ended.reply;
      if ((status >= 200 && status < 300) || status === 405) return pass(`HTTP ${status}`, ended.reply);
      return breach(`DELETE: expected 2xx or 405, got ${statusOf(ended.reply)}`, ended.reply);
    },
  },
  {
    id: 'http-deleted-session-404',
    title: 'A POST in a session that was deleted is refused with 404.',
    ...facts,
    levels: MUST,
    usesOwnSessions: true,
    run: (context) => judgeAfterDelete(context, 'POST'),
  },
  {
    id: 'http-deleted-session-get-404',
    title: 'A GET in a session that was deleted is refused with 404.',
    ...facts,
    levels: MUST,
    usesOwnSessions: true,
    run: (context) => judgeAfterDelete(context, 'GET'),
  },
];
