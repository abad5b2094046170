import { Fault } from '../../protocol/index.js';

/** A root MUST be a file: URI. 2026-07-28 client/roots#root */
export function requireFileUri(uri: unknown): void {
  if (typeof uri === 'string' && /^file:\/\//i.test(uri)) return;
  throw new Fault('invalid_argument', `A root must have a file:// URI, not ${JSON.stringify(uri)}.`);
}
