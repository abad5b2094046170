import type { Era, Revision, RpcError } from '../../protocol/index.js';
import { eraOf, invalidRequest, isRevision } from '../../protocol/index.js';
import type { Refusal } from './refusal.js';
import { refuse, refuseMessage } from './refusal.js';
import type { HeaderFields } from './request-head.js';
import { SESSION_FIELD, VERSION_FIELD } from './request-head.js';

/** What the ladder needs to know of a legacy session. */
export interface SessionFacts {
  /** As negotiated by `initialize`. */
  readonly revision: Revision;
  /** Who opened it; undefined when nobody had to say. */
  readonly principal: string | undefined;
}

export interface EraPolicy {
  readonly eras: 'both' | Era;
  /** Whether legacy clients get sessions. */
  readonly hasSessions: boolean;
  /** The revisions that are served, of both eras. */
  readonly revisions: readonly Revision[];
}

/** Who asks in which session. */
export interface SessionQuery<Session extends SessionFacts> {
  readonly fields: HeaderFields;
  readonly principal: string | undefined;
  readonly find: (sessionId: string) => Session | undefined;
}

export type SessionVerdict<Session> = { readonly kind: 'session'; readonly session: Session } | Refusal;

/** What a request without version header and without session is taken for. 2025-11-25 basic/transports#protocol-version-header */
export const ASSUMED_REVISION: Revision = '2025-03-26';

/**
 * Finds the session of a legacy request. The version header is looked at first, so that a client learns the true
 * cause. A session of somebody else does not exist.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function classifySession<Session extends SessionFacts>(
  query: SessionQuery<Session>,
  policy: EraPolicy,
): SessionVerdict<Session> {
  const version = checkLegacyVersion(query.fields, policy);
  if (version !== undefined) return refuseMessage(400, version, undefined);
  const sessionId = query.fields[SESSION_FIELD];
  if (sessionId === undefined) return refuse(400, needsSession(policy));
  const session = query.find(sessionId);
  if (session === undefined || session.principal !== query.principal) {
    return refuse(404, 'There is no such session, or it has ended: initialize again without Mcp-Session-Id');
  }
  return { kind: 'session', session };
}

/** 2025-11-25 basic/transports#protocol-version-header: an invalid or unsupported version gets 400 */
export function checkLegacyVersion(fields: HeaderFields, policy: EraPolicy): RpcError | undefined {
  const requested = fields[VERSION_FIELD];
  if (requested === undefined) return undefined;
  if (isRevision(requested) && eraOf(requested) === 'legacy' && policy.revisions.includes(requested)) {
    return undefined;
  }
  const supported = [...policy.revisions];
  const message = `Unsupported MCP-Protocol-Version '${requested.slice(0, 40)}'; this server speaks ${supported.join(', ')}`;
  return invalidRequest(message, { supported, requested });
}

function needsSession({ eras }: EraPolicy): string {
  const legacy = 'send initialize first and put the Mcp-Session-Id of its answer on every request';
  return eras === 'both'
    ? `The request names no session and has no _meta envelope: ${legacy}, or send the envelope of 2026-07-28`
    : `The request names no session: ${legacy}`;
}
