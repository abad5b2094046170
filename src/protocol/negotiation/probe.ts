import { ERROR_CODES } from '../error-codes.js';
import { Fault } from '../fault.js';
import type { JsonObject } from '../json.js';
import { isJsonObject } from '../json.js';
import type { ErrorObject } from '../jsonrpc/message.js';
import { redactedExcerpt } from '../redact/excerpt.js';
import { redactError } from '../redact/redact-error.js';
import type { Revision } from '../revision.js';
import { eraOf } from '../revision.js';
import { isModernError } from './modern-error.js';
import type { ProbeOutcome } from './probe-outcome.js';
import { chooseRevision } from './versions.js';

/** A `server/discover` probe and what came of it. */
export interface Probe {
  /** `duplex`: stdio, WebSocket, memory. */
  readonly transport: 'duplex' | 'http';
  readonly outcome: ProbeOutcome;
  /** What this client is willing to speak. */
  readonly ours: readonly Revision[];
  /** True for the answer to the second probe: there is no third. Default false. */
  readonly retried?: boolean;
}

/** What a client does next. */
export type ProbeVerdict =
  /** The server is modern: go on with this revision. The outcome was a DiscoverResult. */
  | { readonly verdict: 'modern'; readonly revision: Revision }
  /** The server is modern: probe once more with this revision. */
  | { readonly verdict: 'retry'; readonly revision: Revision }
  /** `initialize` on the same process or endpoint. A DiscoverResult that comes after `silence` still wins. */
  | { readonly verdict: 'legacy' }
  /** `initialize` on a fresh process or connection: the old one is gone. */
  | { readonly verdict: 'respawn-legacy' }
  | { readonly verdict: 'stop'; readonly fault: Fault };

/**
 * The decision that every answer to a `server/discover` probe leads to.
 *
 * | answer | verdict |
 * |---|---|
 * | DiscoverResult with a modern version of ours | modern |
 * | DiscoverResult, or -32022, -32021, -32020, that lists only legacy versions of ours | legacy |
 * | -32022, -32021, -32020 that lists a modern version of ours | retry, once |
 * | any of these with nothing usable | stop |
 * | any other error, result, HTTP status or silence | legacy |
 * | process gone | respawn-legacy |
 * | 401, 403, no route, closed by us | stop |
 *
 * Where it would be legacy but `ours` has no legacy revision, it is stop.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#backward-compatibility
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#backward-compatibility
 */
export function probeVerdict(probe: Probe): ProbeVerdict {
  const { outcome } = probe;
  switch (outcome.kind) {
    case 'result':
      return judgeResult(probe, outcome.result);
    case 'error':
      return judgeError(probe, outcome.error, outcome.status);
    case 'status':
      return judgeStatus(probe, outcome.status);
    case 'unreadable':
      return legacy(probe, 'answered server/discover with something that is no MCP message');
    case 'silence':
      return legacy(probe, 'did not answer server/discover in time');
    case 'exit':
      return judgeExit(probe, outcome.fault);
    case 'fault':
      return { verdict: 'stop', fault: outcome.fault };
  }
}

function judgeResult(probe: Probe, result: JsonObject): ProbeVerdict {
  const listed = result['supportedVersions'];
  if (!Array.isArray(listed)) {
    return legacy(probe, 'answered server/discover with a result that lists no versions');
  }
  const revision = chooseRevision(modernOf(probe.ours), listed);
  return revision === undefined ? withoutModern(probe, listed) : { verdict: 'modern', revision };
}

function judgeError(probe: Probe, error: ErrorObject, status: number | undefined): ProbeVerdict {
  const refusal = accessRefused(status);
  if (refusal !== undefined) return refusal;
  if (!isModernError(error)) return legacy(probe, `answered server/discover with error ${error.code}`);
  const data = isJsonObject(error.data) ? error.data : {};
  if (!Array.isArray(data['supported'])) return { verdict: 'stop', fault: modernRefusal(probe, error) };
  const revision = chooseRevision(modernOf(probe.ours), data['supported']);
  if (revision === undefined) return withoutModern(probe, data['supported']);
  if (probe.retried === true) return { verdict: 'stop', fault: modernRefusal(probe, error) };
  return { verdict: 'retry', revision };
}

/** Versions of a server that a fault lists. */
const MAX_LISTED = 20;

/** Nothing modern in common: the handshake, if the list has a version of ours for it. */
function withoutModern(probe: Probe, listed: readonly unknown[]): ProbeVerdict {
  const revision = chooseRevision(probe.ours, listed);
  if (revision !== undefined) return { verdict: 'legacy' };
  const theirs = listed
    .filter((version) => typeof version === 'string')
    .slice(0, MAX_LISTED)
    .map((version) => redactedExcerpt(version));
  const message = `No protocol version in common: the server speaks ${list(theirs)}, this client ${list(probe.ours)}.`;
  return { verdict: 'stop', fault: negotiationFailed(probe, message, { theirs }) };
}

function judgeStatus(probe: Probe, status: number): ProbeVerdict {
  return accessRefused(status) ?? legacy(probe, `answered server/discover with HTTP ${status}`);
}

function judgeExit(probe: Probe, fault: Fault | undefined): ProbeVerdict {
  if (!hasLegacy(probe) && fault !== undefined) return { verdict: 'stop', fault };
  // Over HTTP every request makes its own connection, so there is nothing to start again.
  if (hasLegacy(probe) && probe.transport === 'duplex') return { verdict: 'respawn-legacy' };
  return legacy(probe, 'ended when it was sent server/discover');
}

function legacy(probe: Probe, what: string): ProbeVerdict {
  if (hasLegacy(probe)) return { verdict: 'legacy' };
  const message = `The server ${what}, as one does that knows only the initialize handshake, but this client is set to ${list(probe.ours)}. Allow a legacy revision.`;
  return { verdict: 'stop', fault: negotiationFailed(probe, message, {}) };
}

function hasLegacy(probe: Probe): boolean {
  return probe.ours.some((revision) => eraOf(revision) === 'legacy');
}

/** Credentials are no matter of the era: 401 and 403 end the opening. */
function accessRefused(status: number | undefined): ProbeVerdict | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const code = status === 401 ? 'unauthorized' : 'forbidden';
  const message = `The server answered server/discover with HTTP ${status}. Give credentials in \`headers\`.`;
  return { verdict: 'stop', fault: new Fault(code, message, { details: { status } }) };
}

/** What may be behind a modern error that offers no version to go on with. */
function adviceOn(code: number): string {
  switch (code) {
    case ERROR_CODES.HEADER_MISMATCH.code:
      return 'Something between client and server may change the Mcp-* headers.';
    case ERROR_CODES.MISSING_REQUIRED_CLIENT_CAPABILITY.code:
      return 'It needs capabilities that this client does not declare.';
    default:
      return 'It offers no version that could be tried.';
  }
}

function modernRefusal(probe: Probe, error: ErrorObject): Fault {
  const message = `The server speaks the protocol of 2026 but refused server/discover: ${error.code} ${redactedExcerpt(error.message)}. ${adviceOn(error.code)}`;
  return negotiationFailed(probe, message, { error: redactError(error) });
}

function negotiationFailed(
  probe: Probe,
  message: string,
  details: { readonly [name: string]: unknown },
): Fault {
  return new Fault('negotiation_failed', message, { details: { ours: [...probe.ours], ...details } });
}

function modernOf(revisions: readonly Revision[]): Revision[] {
  return revisions.filter((revision) => eraOf(revision) === 'modern');
}

function list(versions: readonly string[]): string {
  return versions.length === 0 ? 'none' : versions.join(', ');
}
