import type { CacheScope } from '../protocol/index.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching */
export interface CacheHint {
  /** How long a client may keep the result, in milliseconds. */
  readonly ttlMs?: number;
  /** `private` (the default) keeps it apart per authorization context. */
  readonly cacheScope?: CacheScope;
}
