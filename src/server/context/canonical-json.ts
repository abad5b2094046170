import type { JsonValue } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';

/**
 * JSON text that is the same for equal values, whatever the order of their members: a client may write a retried
 * request differently. Recursive: the values were decoded, so their depth is bounded.
 */
export function canonicalJson(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'bigint') return String(value);
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}
