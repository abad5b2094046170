import { Fault } from '../fault.js';

/**
 * `JSON.stringify` that writes a `bigint` as its digits. Used only where `JSON.stringify` itself gave up, because it
 * is several times slower. Follows its rules: `toJSON` is called, `undefined` and functions are left out of objects
 * and are null in arrays, NaN and infinities are null.
 *
 * @throws Fault `limit_exceeded` beyond `depth` levels, `invalid_argument` for circular values and throwing getters.
 */
export function stringifyWithBigints(value: unknown, depth: number): string {
  try {
    return write(value, '', depth, new Set()) ?? 'null';
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault('invalid_argument', 'A message holds a value that cannot be written as JSON.', { cause });
  }
}

function write(value: unknown, key: string, depth: number, ancestors: Set<object>): string | undefined {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return write(value.toJSON(key), key, depth, ancestors);
  }
  if (ancestors.has(value))
    throw new Fault('invalid_argument', 'A message contains itself and cannot be written as JSON.');
  if (depth <= 0) {
    throw new Fault('limit_exceeded', 'A message nests deeper than the limit jsonDepth and was not sent.', {
      limit: 'jsonDepth',
      origin: 'local',
    });
  }
  ancestors.add(value);
  const text = Array.isArray(value)
    ? writeArray(value, depth - 1, ancestors)
    : writeObject(value as Record<string, unknown>, depth - 1, ancestors);
  ancestors.delete(value);
  return text;
}

function writeArray(items: readonly unknown[], depth: number, ancestors: Set<object>): string {
  const texts = items.map((item, index) => write(item, String(index), depth, ancestors) ?? 'null');
  return `[${texts.join(',')}]`;
}

function writeObject(members: Record<string, unknown>, depth: number, ancestors: Set<object>): string {
  const texts: string[] = [];
  for (const name of Object.keys(members)) {
    const text = write(members[name], name, depth, ancestors);
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join(',')}}`;
}
