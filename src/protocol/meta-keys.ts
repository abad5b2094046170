import type { Revision } from './revision.js';
import { compareRevisions, LATEST_REVISION } from './revision.js';

/**
 * The `_meta` keys that the specification itself gives a meaning.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export const META = {
  PROTOCOL_VERSION: 'io.modelcontextprotocol/protocolVersion',
  CLIENT_INFO: 'io.modelcontextprotocol/clientInfo',
  CLIENT_CAPABILITIES: 'io.modelcontextprotocol/clientCapabilities',
  LOG_LEVEL: 'io.modelcontextprotocol/logLevel',
  SUBSCRIPTION_ID: 'io.modelcontextprotocol/subscriptionId',
  SERVER_INFO: 'io.modelcontextprotocol/serverInfo',
  PROGRESS_TOKEN: 'progressToken',
} as const;

/** `reserved`: only the specification and official extensions may define the key. */
export type KeyCheck =
  | { readonly ok: true; readonly reserved: boolean }
  | { readonly ok: false; readonly reason: string; readonly reserved: boolean };

/** Keys without a prefix that are reserved, and since when. 2026-07-28 basic#meta (OpenTelemetry trace context) */
const RESERVED_NAMES = new Map<string, Revision>([
  ['progressToken', '2024-11-05'],
  ['traceparent', '2026-07-28'],
  ['tracestate', '2026-07-28'],
  ['baggage', '2026-07-28'],
]);

// 2026-07-28 basic#meta: labels start with a letter and end with a letter or digit
const LABEL = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
// 2026-07-28 basic#meta: unless empty, a name begins and ends with an alphanumeric character
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;
const OWNERS: readonly string[] = ['modelcontextprotocol', 'mcp'];

/**
 * Holds a `_meta` key against the naming rules (2025-06-18 and later; earlier revisions have none, but the same
 * keys are good ones there).
 *
 * @param revision decides which prefixes are reserved: 2025-06-18 has a rule of its own.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export function checkMetaKey(key: string, revision: Revision = LATEST_REVISION): KeyCheck {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  const labels = slash === -1 ? [] : key.slice(0, slash).split('.');
  const reserved = slash === -1 ? isReservedName(name, revision) : isReservedPrefix(labels, revision);
  const badLabel = labels.find((label) => !LABEL.test(label));
  if (badLabel !== undefined) {
    const reason = `prefix label '${badLabel}' must start with a letter, end with a letter or digit and hold only letters, digits and hyphens`;
    return { ok: false, reason, reserved };
  }
  if (!NAME.test(name)) {
    const reason = `name '${name}' must begin and end with a letter or digit and hold only letters, digits, '-', '_' and '.'`;
    return { ok: false, reason, reserved };
  }
  return { ok: true, reserved };
}

/**
 * Holds an extension identifier against its rule: a `_meta` key whose prefix is mandatory.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#extension-negotiation
 */
export function checkExtensionId(id: string, revision: Revision = LATEST_REVISION): KeyCheck {
  if (id.includes('/')) return checkMetaKey(id, revision);
  return {
    ok: false,
    reason: `extension identifier '${id}' needs a prefix, as in com.example/${id}`,
    reserved: false,
  };
}

function isReservedName(name: string, revision: Revision): boolean {
  const since = RESERVED_NAMES.get(name);
  return since !== undefined && compareRevisions(revision, since) >= 0;
}

function isReservedPrefix(labels: readonly string[], revision: Revision): boolean {
  // Since 2025-11-25 the owner is the second label; 2025-06-18 basic#_meta: it is any label but the last.
  const places = compareRevisions(revision, '2025-11-25') >= 0 ? labels.slice(1, 2) : labels.slice(0, -1);
  return places.some((label) => OWNERS.includes(label));
}
