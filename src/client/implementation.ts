import type { Implementation } from '../protocol/index.js';
import { isJsonObject } from '../protocol/index.js';

/** What a peer says of itself, or `undefined` when it is not even a name. */
export function implementationOf(value: unknown): Implementation | undefined {
  if (!isJsonObject(value) || typeof value['name'] !== 'string') return undefined;
  return value as unknown as Implementation;
}
