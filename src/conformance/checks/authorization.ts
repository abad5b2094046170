// Who is let in. 2025-03-26 to 2026-07-28 basic/authorization
import { type Challenge, parseChallenges } from '../../protocol/index.js';
import {
  breach,
  type Check,
  type CheckFacts,
  HTTP,
  type Judgement,
  type Levels,
  levels,
  pass,
  skip,
} from '../check.js';
import type { CheckContext } from '../context.js';
import { passage, type SpecReference } from '../spec-passage.js';
import { initializeParams } from '../wire/frames.js';
import type { HttpReply } from '../wire/raw-http.js';
import { livenessFrame, statusOf } from './http-posts.js';

const SINCE = '2025-03-26';

/** The heading of each revision; the modern one has a folder of pages. */
export const authSpec = (legacy: string, modern: string): SpecReference => ({
  legacy: passage(`basic/authorization#${legacy}`),
  modern: passage(`basic/authorization/${modern}`),
});

const TOKENS = authSpec('token-handling', 'index#token-handling');
const ERRORS = authSpec('error-handling', 'index#error-handling');

export const AUTH_FACTS: Pick<CheckFacts, 'subject' | 'transports'> & {
  usesOwnSessions: true;
  runsUnauthorized: true;
  oncePerEra: true;
} = {
  subject: 'authorization',
  transports: HTTP,
  usesOwnSessions: true,
  runsUnauthorized: true,
  oncePerEra: true,
};

/** The request that opens a conversation, without credentials or with those given here. */
export function knock(
  context: CheckContext,
  options: { headers?: Record<string, string>; url?: string; method?: string; request?: string } = {},
): Promise<HttpReply> {
  const { era, revision, http } = context;
  const { headers = {}, url, method = 'POST', request } = options;
  const frame =
    era === 'modern'
      ? livenessFrame(context, 1, request)
      : JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: initializeParams(revision, {}),
        });
  const isPost = method === 'POST';
  const usual = http.headersFor(isPost ? frame : undefined);
  return http.send({
    method,
    ...(url === undefined ? {} : { url }),
    ...(isPost ? { body: frame } : {}),
    headers: { ...usual, ...headers },
    withoutCredentials: true,
    until: () => true,
  });
}

export const OPEN = skip('not-applicable', 'the server serves requests without credentials');

/** Whether the check has nothing to look at. */
export const isOpen = ({ server }: CheckContext): boolean => server.access === 'open';

export const bearerIn = ({ headers }: HttpReply): Challenge | undefined =>
  parseChallenges(headers['www-authenticate'] ?? '').find(({ scheme }) => scheme.toLowerCase() === 'bearer');

interface KnockCheck {
  readonly id: string;
  readonly title: string;
  readonly spec: SpecReference;
  readonly levels: Levels;
  readonly isWellFormed?: true;
  readonly ask: (context: CheckContext) => Promise<HttpReply>;
  readonly judge: (reply: HttpReply, context: CheckContext) => Judgement;
}

const knockCheck = ({ ask, judge, ...facts }: KnockCheck): Check => ({
  ...AUTH_FACTS,
  ...facts,
  run: async (context) => (isOpen(context) ? OPEN : judge(await ask(context), context)),
});

const expect401 =
  (sent: string) =>
  (reply: HttpReply): Judgement =>
    reply.status === 401
      ? pass(undefined, reply)
      : breach(`${sent}: expected HTTP 401, got ${statusOf(reply)}`, reply);

const GARBAGE = 'Bearer plainwire-no-such-token';

const REQUEST_CHECKS: readonly Check[] = [
  knockCheck({
    id: 'auth-401',
    title: 'A request without a token is refused with 401.',
    spec: ERRORS,
    levels: levels('MUST', SINCE),
    isWellFormed: true,
    ask: (context) => knock(context),
    judge: expect401('a request without a token'),
  }),
  knockCheck({
    id: 'auth-www-authenticate',
    title: 'A 401 has a WWW-Authenticate header with Bearer.',
    spec: authSpec(
      'authorization-server-location',
      'authorization-server-discovery#protected-resource-metadata-discovery-requirements',
    ),
    levels: { ...levels('SHOULD', '2025-11-25'), ...levels('MUST', '2025-06-18', '2025-06-18') },
    isWellFormed: true,
    ask: (context) => knock(context),
    judge: (reply) =>
      bearerIn(reply) === undefined
        ? breach(
            `WWW-Authenticate is ${reply.headers['www-authenticate'] ?? 'missing'}, without Bearer`,
            reply,
          )
        : pass(undefined, reply),
  }),
  knockCheck({
    id: 'auth-scope-param',
    title: 'The challenge names the scope that is needed.',
    spec: authSpec('protected-resource-metadata-discovery-requirements', 'index#scope-selection-strategy'),
    levels: levels('SHOULD', '2025-11-25'),
    isWellFormed: true,
    ask: (context) => knock(context),
    judge: (reply) =>
      bearerIn(reply)?.params['scope'] === undefined
        ? breach('the challenge has no scope', reply)
        : pass(undefined, reply),
  }),
  knockCheck({
    id: 'auth-invalid-token-401',
    title: 'A token that is none is refused with 401.',
    spec: TOKENS,
    levels: levels('MUST', SINCE),
    ask: (context) => knock(context, { headers: { authorization: GARBAGE } }),
    judge: expect401('a request with an invalid token'),
  }),
  knockCheck({
    id: 'auth-invalid-token-error',
    title: 'The challenge for an invalid token says error="invalid_token".',
    spec: passage('https://www.rfc-editor.org/rfc/rfc6750#section-3.1'),
    levels: levels('SHOULD', SINCE),
    ask: (context) => knock(context, { headers: { authorization: GARBAGE } }),
    judge(reply) {
      const error = bearerIn(reply)?.params['error'];
      if (error === 'invalid_token') return pass(undefined, reply);
      return breach(`the challenge for an invalid token has error ${error ?? 'missing'}`, reply);
    },
  }),
  knockCheck({
    id: 'auth-query-token-rejected',
    title: 'A token in the query is not accepted.',
    spec: authSpec('token-requirements', 'index#token-requirements'),
    levels: levels('MUST', SINCE),
    ask(context) {
      const url = new URL(context.http.url);
      url.searchParams.set('access_token', 'plainwire-no-such-token');
      return knock(context, { url: url.href });
    },
    judge: (reply) =>
      reply.status >= 400 && reply.status < 500
        ? pass(`HTTP ${reply.status}`, reply)
        : breach(`a request with ?access_token=: expected HTTP 401, got ${statusOf(reply)}`, reply),
  }),
  knockCheck({
    id: 'auth-basic-rejected',
    title: 'Basic credentials are not accepted.',
    spec: TOKENS,
    levels: levels('MUST', SINCE),
    ask: (context) => knock(context, { headers: { authorization: `Basic ${btoa('plainwire:plainwire')}` } }),
    judge: expect401('a request with Basic credentials'),
  }),
  knockCheck({
    id: 'auth-get-401',
    title: 'GET without a token is refused with 401.',
    spec: ERRORS,
    levels: levels('MUST', SINCE),
    ask: (context) => knock(context, { method: 'GET', headers: { accept: 'text/event-stream' } }),
    judge: (reply) =>
      reply.status === 405 ? pass('HTTP 405', reply) : expect401('GET without a token')(reply),
  }),
  knockCheck({
    id: 'auth-delete-401',
    title: 'DELETE without a token is refused with 401.',
    spec: ERRORS,
    levels: levels('MUST', SINCE),
    ask: (context) => knock(context, { method: 'DELETE' }),
    judge: (reply) =>
      reply.status === 405 ? pass('HTTP 405', reply) : expect401('DELETE without a token')(reply),
  }),
];

export const AUTHORIZATION_CHECKS: readonly Check[] = [
  ...REQUEST_CHECKS,
  {
    id: 'auth-discover-401',
    title: 'server/discover is as protected as the rest.',
    ...AUTH_FACTS,
    spec: passage('basic/authorization/index#token-requirements'),
    levels: levels('INFO', '2026-07-28'),
    isWellFormed: true,
    async run(context) {
      const reply = await knock(context);
      if (reply.status === 401) return pass('server/discover demands a token', reply);
      const other = await knock(context, { request: 'tools/list' });
      if (other.status !== 401) return OPEN;
      return breach(`server/discover without a token got HTTP ${reply.status}, tools/list HTTP 401`, reply);
    },
  },
];
