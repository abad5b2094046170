import type { JsonValue } from '../protocol/index.js';
import { nodeBuiltin } from '../transport/index.js';

const CHARS = 8;

/**
 * Eight hex digits that stand for a value, the same in every process: SHA-256 over its JSON.
 *
 * @throws Fault `platform_missing` outside of Node
 */
export function shortHash(value: JsonValue): string {
  const digest = nodeBuiltin('node:crypto').createHash('sha256').update(JSON.stringify(value)).digest('hex');
  return digest.slice(0, CHARS);
}
