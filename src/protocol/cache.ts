import type { JsonObject, JsonValue } from './json.js';
import { isJsonObject } from './json.js';
import { methodRow } from './methods.js';

/**
 * Identifies a response: the method and the params that affect the result, in one canonical spelling. `_meta` never
 * affects a result, and the order of keys does not matter.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-key
 */
export function cacheKey(method: string, params: JsonObject | undefined): string {
  const { _meta, ...rest } = params ?? {};
  return `${method} ${canonical(rest)}`;
}

/** When a response is received, what it says about itself, and what the client assumes if it says nothing. */
export interface Freshness {
  readonly receivedAtMs: number;
  /** As it came; anything but a number counts as absent. */
  readonly ttlMs?: unknown;
  readonly fallbackMs: number;
}

/**
 * The time from which a response is stale, on the clock of `receivedAtMs`. It is fresh while `now` is below it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#freshness-calculation
 */
export function freshUntil({ receivedAtMs, ttlMs, fallbackMs }: Freshness): number {
  if (typeof ttlMs !== 'number' || Number.isNaN(ttlMs)) return receivedAtMs + fallbackMs;
  // A negative value is treated as 0. 2026-07-28 server/utilities/caching#time-to-live-ttl-field
  return receivedAtMs + Math.max(0, ttlMs);
}

/**
 * Whether the result of this exchange may be kept at all. Never that of a retry with answers, and never a question.
 *
 * @param result undefined for an error.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cacheable-results
 */
export function isCacheableExchange(
  method: string,
  params: JsonObject | undefined,
  result: JsonObject | undefined,
): boolean {
  const row = methodRow(method);
  if (row?.kind !== 'request' || !row.isCacheable || result === undefined) return false;
  if (params?.['inputResponses'] !== undefined || params?.['requestState'] !== undefined) return false;
  const resultType = result['resultType'];
  return resultType === undefined || resultType === 'complete';
}

/** The partition of what may be served to anybody. */
export const PUBLIC_PARTITION = 'public';

/**
 * The partition of a cache that a result is kept in. Only what says `public` leaves the authorization context that it
 * was received in; without a `cacheScope` (legacy servers) it is private.
 *
 * @param authorizationContext stands for the credentials of the request; must not be a secret itself.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-scope-field
 */
export function cachePartition(result: JsonObject, authorizationContext: string): string {
  return result['cacheScope'] === 'public' ? PUBLIC_PARTITION : privatePartition(authorizationContext);
}

/** The partitions that a request with these credentials may be served from, its own first. */
export function readablePartitions(authorizationContext: string): readonly [string, string] {
  return [privatePartition(authorizationContext), PUBLIC_PARTITION];
}

function privatePartition(authorizationContext: string): string {
  return `private ${authorizationContext}`;
}

function canonical(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonical(member)}`);
  }
  return `{${members.join(',')}}`;
}
