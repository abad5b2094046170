import { Fault } from '../fault.js';

/** A value that is being written, and the objects it stands in. */
interface Position {
  /** Levels of nesting that are still allowed. */
  readonly depth: number;
  readonly ancestors: Set<object>;
}

/**
 * `JSON.stringify` that writes a `bigint` as its digits. Used only where `JSON.stringify` itself gave up,
 * because it is several times slower. Follows its rules: `toJSON` is called, `undefined` and functions are
 * left out of objects and are null in arrays, NaN and infinities are null.
 *
 * @throws Fault `limit_exceeded` beyond `depth` levels, `invalid_argument` for what JSON cannot hold: circular values,
 *   members that throw, nothing at all.
 */
export function stringifyWithBigints(value: unknown, depth: number): string {
  let text: string | undefined;
  try {
    text = write(value, '', { depth, ancestors: new Set() });
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw unwritable('a member of it throws when it is read', cause);
  }
  if (text === undefined) throw unwritable('its toJSON gives nothing');
  return text;
}

/** The fault for a value of ours that nests deeper than `depth` levels below its envelope. */
export function deeperThan(depth: number): Fault {
  const text = `A message nests deeper than the limit jsonDepth (${depth + 1}) and was not sent. Raise it if need be.`;
  return new Fault('limit_exceeded', text, { limit: 'jsonDepth', origin: 'local' });
}

function unwritable(reason: string, cause?: unknown): Fault {
  return new Fault('invalid_argument', `A message cannot be written as JSON: ${reason}.`, { cause });
}

function write(value: unknown, key: string, at: Position): string | undefined {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return writePlain(value.toJSON(key), at);
  }
  return writePlain(value, at);
}

/** Writes what `toJSON` gave, or what has none. `toJSON` is not called again on its own answer. */
function writePlain(value: unknown, at: Position): string | undefined {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return JSON.stringify(value);
  if (at.ancestors.has(value)) throw unwritable('it contains itself');
  if (at.depth <= 0) throw deeperThan(initialDepth(at));
  at.ancestors.add(value);
  const inside = { depth: at.depth - 1, ancestors: at.ancestors };
  const text = Array.isArray(value) ? writeArray(value, inside) : writeObject(value, inside);
  at.ancestors.delete(value);
  return text;
}

/** Every ancestor took one level. */
function initialDepth(at: Position): number {
  return at.depth + at.ancestors.size;
}

function writeArray(items: readonly unknown[], inside: Position): string {
  const texts: string[] = [];
  for (let index = 0; index < items.length; index++) {
    texts.push(write(items[index], String(index), inside) ?? 'null');
  }
  return `[${texts.join(',')}]`;
}

function writeObject(value: object, inside: Position): string {
  const texts: string[] = [];
  for (const name of Object.keys(value)) {
    const text = write((value as Record<string, unknown>)[name], name, inside);
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join(',')}}`;
}
