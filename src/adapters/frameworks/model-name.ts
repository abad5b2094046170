import { shortHash } from '../short-hash.js';

const REFUSED = /[^a-zA-Z0-9_-]/gu;

/**
 * A tool name as model APIs take it: `[a-zA-Z0-9_-]`, at most `maxChars`. A name that is fine stays; any other gets a hash
 * of itself. So it never depends on what other tools there are, and two names do not come out the same. Keep the map;
 * the name is not meant to be read back.
 */
export function modelName(name: string, maxChars: number): string {
  const plain = name.replace(REFUSED, '_');
  if (plain === name && name.length <= maxChars) return name;
  const suffix = `_${shortHash(name)}`;
  return plain.slice(0, maxChars - suffix.length) + suffix;
}
