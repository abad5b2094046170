import type { JsonObject } from '../../protocol/index.js';
import { encodeMessage, META, request } from '../../protocol/index.js';
import { breach, type Check, EVERY_TRANSPORT, type Judgement, modern, pass, STDIO, warn } from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import { envelopeMeta } from '../wire/frames.js';
import type { WireSession } from '../wire/wire-session.js';
import { CODES, describe, expectRefusal } from './reply-judgement.js';

interface EnvelopeCase {
  readonly id: string;
  readonly what: string;
  /** From a right envelope to params that lack something. */
  readonly params: (meta: JsonObject) => JsonObject | undefined;
  /** Nothing in it says that it is modern: a server of both eras may take it for legacy on stdio. */
  readonly isBare: boolean;
}

const CASES: readonly EnvelopeCase[] = [
  { id: 'meta-no-params', what: 'without params', params: () => undefined, isBare: true },
  { id: 'meta-missing', what: 'without _meta', params: () => ({}), isBare: true },
  {
    id: 'meta-missing-version',
    what: 'without protocolVersion in _meta',
    params: (meta) => ({ _meta: { ...meta, [META.PROTOCOL_VERSION]: undefined } }),
    isBare: true,
  },
  {
    id: 'meta-missing-capabilities',
    what: 'without clientCapabilities in _meta',
    params: (meta) => ({ _meta: { ...meta, [META.CLIENT_CAPABILITIES]: undefined } }),
    isBare: false,
  },
];

function envelopeCheck({ id, what, params, isBare }: EnvelopeCase): Check {
  return {
    id,
    title: `A request ${what} is refused with -32602.`,
    subject: 'lifecycle',
    spec: passage('basic/index#meta'),
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    async run(context) {
      const session = await context.fresh({ handshake: 'none' });
      const method = 'server/discover';
      const frame = encodeMessage(
        request(session.nextId(), method, params(envelopeMeta(context.revision, {}))),
      );
      const headers = { 'mcp-protocol-version': context.revision, 'mcp-method': method };
      const reply = await session.exchange(frame, { headers });
      const judged = expectRefusal(reply, `${method} ${what}`, CODES.invalidParams, 400);
      return isBare ? soften(judged, context) : judged;
    },
  };
}

// 2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions: on stdio nothing but _meta
// tells the eras apart.
function soften(judged: Judgement, { transport, server }: CheckContext): Judgement {
  const isDualEra = server.served.some((revision) => revision < '2026-07-28');
  if (judged.kind !== 'breach' || transport !== 'stdio' || !isDualEra) return judged;
  return warn(`${judged.reason} (it may have been read as a legacy request)`, judged.evidence);
}

const LATCH = {
  subject: 'lifecycle',
  spec: passage('basic/index#statelessness'),
  levels: modern('MUST'),
  transports: STDIO,
  usesOwnSessions: true,
} as const;

async function judgeAfter(
  context: CheckContext,
  what: string,
  send: (session: WireSession) => Promise<unknown>,
): Promise<Judgement> {
  const session = await context.fresh({ handshake: 'none' });
  await send(session);
  const reply = await session.request('server/discover');
  if (reply.kind === 'result' && reply.result['supportedVersions'] !== undefined) {
    return pass(undefined, reply);
  }
  return breach(`after ${what}, server/discover with _meta got ${describe(reply)}`, reply);
}

export const ENVELOPE_CHECKS: readonly Check[] = [
  ...CASES.map(envelopeCheck),
  {
    id: 'era-latch',
    title: 'An enveloped request is answered in the modern way after a bare one.',
    ...LATCH,
    run: (context) =>
      judgeAfter(context, 'a bare ping', (session) =>
        session.request('ping', undefined, { meta: null, timeoutMs: 1000 }),
      ),
  },
  {
    id: 'era-latch-notification',
    title: 'An enveloped request is answered in the modern way after a notification, which has no envelope.',
    ...LATCH,
    isWellFormed: true,
    run: (context) =>
      judgeAfter(context, 'notifications/cancelled', (session) =>
        session.notify('notifications/cancelled', { requestId: 'plainwire-none' }),
      ),
  },
];
