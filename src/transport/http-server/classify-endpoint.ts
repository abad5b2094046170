import { checkHost, checkOrigin, eraOf, isRevision } from '../../protocol/index.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';
import type { RequestHead } from './request-head.js';
import { isSamePath, VERSION_FIELD } from './request-head.js';

/** What is asked of the endpoint, before anybody knows who asks. */
export type EndpointVerdict =
  | { readonly kind: 'preflight' }
  /** POST: a message. */
  | { readonly kind: 'message' }
  /** GET: a legacy stream of messages from the server. */
  | { readonly kind: 'stream' }
  /** DELETE: the end of a legacy session. */
  | { readonly kind: 'end-session' }
  | Refusal;

export interface EndpointPolicy {
  /** Undefined answers on any path: a framework has routed the request already. */
  readonly path: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Whether legacy sessions exist: without them GET and DELETE mean nothing. */
  readonly hasSessions: boolean;
}

const VERDICTS: ReadonlyMap<string, EndpointVerdict> = new Map([
  ['POST', { kind: 'message' }],
  ['GET', { kind: 'stream' }],
  ['DELETE', { kind: 'end-session' }],
  ['OPTIONS', { kind: 'preflight' }],
]);

/** The HTTP methods of the endpoint, for `Allow` and for preflights. */
export function allowedMethods({ hasSessions }: Pick<EndpointPolicy, 'hasSessions'>): string {
  return hasSessions ? 'POST, GET, DELETE, OPTIONS' : 'POST, OPTIONS';
}

/**
 * The first steps of the ladder: path, Host, Origin, method. Pure.
 *
 * @param allowedHost a Host header that was let through before, under the same policy. Nearly every request has the
 * same one, and reading it costs more than the rest of the ladder.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security--endpoint
 */
export function classifyEndpoint(
  head: RequestHead,
  policy: EndpointPolicy,
  allowedHost?: string,
): EndpointVerdict {
  if (policy.path !== undefined && !isSamePath(head.path, policy.path)) {
    return refuse(404, `There is no MCP endpoint at this path; it is ${policy.path}`);
  }
  const { host, origin } = head.fields;
  if (host === undefined || host !== allowedHost) {
    const access = checkHost(host, policy.allowedHosts);
    if (!access.ok) return refuse(403, access.reason);
  }
  if (origin !== undefined) {
    const access = checkOrigin(origin, policy.allowedOrigins, host);
    if (!access.ok) return refuse(403, access.reason);
  }
  return classifyMethod(head, policy);
}

function classifyMethod({ method, fields }: RequestHead, policy: EndpointPolicy): EndpointVerdict {
  const verdict = VERDICTS.get(method);
  const needsSessions = verdict?.kind === 'stream' || verdict?.kind === 'end-session';
  // 2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions: 405 to GET and DELETE
  const hasSessions = policy.hasSessions && !isModernVersion(fields[VERSION_FIELD]);
  if (verdict !== undefined && (hasSessions || !needsSessions)) return verdict;
  const allow = allowedMethods({ hasSessions });
  return refuse(405, `HTTP ${method} is not offered here; allowed: ${allow}`, ['Allow', allow]);
}

/** True when a version header names a revision without sessions. */
export function isModernVersion(version: string | undefined): boolean {
  return isRevision(version) && eraOf(version) === 'modern';
}
