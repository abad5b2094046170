import type { ServerEntry } from './config/server-entry.js';

/**
 * Whether two entries lead to the same connection: the same server, reached in the same way, with the same variables and
 * headers. What else an entry says can change without connecting anew.
 */
export function hasSameConnection(a: ServerEntry, b: ServerEntry): boolean {
  return a.enabled === b.enabled && isSame(a.target, b.target);
}

/** Whether two entries say the same in everything but their origin. */
export function isSameEntry(a: ServerEntry, b: ServerEntry): boolean {
  return isSame({ ...a, origin: undefined }, { ...b, origin: undefined });
}

/** Deeply equal; functions (headers made anew, a `fetch`) only when they are one and the same. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names) {
    if (!isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name])) return false;
  }
  return true;
}
