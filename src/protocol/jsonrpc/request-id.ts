import type { RequestId } from './message.js';

/**
 * True for what may identify a request: a string, a safe integer, or a `bigint` for an integer beyond
 * ±(2^53 - 1). Never null, a fraction, a boolean, or a number whose digits a double cannot hold.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#requests
 */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'bigint' || Number.isSafeInteger(value);
}

/**
 * The one spelling of an id: `-0` is `0`, and a `bigint` that fits a safe integer is a number. Two ids are
 * the same id exactly when their canonical forms are the same `Map` key. Ids that come from `decodeMessage`
 * are canonical.
 */
export function canonicalId(id: RequestId): RequestId {
  if (typeof id === 'string') return id;
  if (typeof id === 'number') return id === 0 ? 0 : id;
  const asNumber = Number(id);
  return Number.isSafeInteger(asNumber) ? asNumber : id;
}

/** True when both identify the same request: `7` and `7n` do, `7` and `"7"` do not. */
export function sameId(left: RequestId, right: RequestId): boolean {
  return canonicalId(left) === canonicalId(right);
}
