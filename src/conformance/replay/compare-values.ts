import type { IgnoredFields } from './ignored-fields.js';
import { pointerOf } from './ignored-fields.js';
import { type Learned, type OpaquePlace, type OpaqueValues, opaquePlace } from './opaque-values.js';
import { idKey, type Side } from './steps.js';

/** One place at which something live is not what was recorded. */
export interface Departure {
  /** JSON pointer into the frame, or `status`, `header:<name>`… */
  readonly at: string;
  /** Undefined for nothing. */
  readonly expected: unknown;
  readonly actual: unknown;
}

export interface ComparisonContext {
  readonly sender: Side;
  readonly ignored: IgnoredFields;
  readonly opaque: OpaqueValues;
}

/** What a comparison found out. */
export class Comparison {
  readonly departures: Departure[] = [];
  readonly learned: Learned[] = [];
  readonly context: ComparisonContext;

  constructor(context: ComparisonContext) {
    this.context = context;
  }

  get isEqual(): boolean {
    return this.departures.length === 0;
  }

  differs(at: string, expected: unknown, actual: unknown): void {
    this.departures.push({ at, expected, actual });
  }

  /** JSON values; the order of members does not count. */
  values(expected: unknown, actual: unknown, path: readonly string[] = []): void {
    if (this.context.ignored.ignores(path)) return;
    const pointer = pointerOf(path);
    const place = opaquePlace(pointer, this.context.sender);
    if (place !== undefined && expected !== undefined && actual !== undefined) {
      this.opaque(place, expected, actual, pointer);
    } else if (Array.isArray(expected) && Array.isArray(actual)) {
      this.#arrays(expected, actual, path);
    } else if (isObject(expected) && isObject(actual)) {
      const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
      for (const name of names) this.values(member(expected, name), member(actual, name), [...path, name]);
    } else if (!isSameScalar(expected, actual)) {
      this.differs(pointer, expected, actual);
    }
  }

  /** A value that is only ever given back: ours must come back as it was, theirs may be another one in each run. */
  opaque(place: OpaquePlace, recorded: unknown, live: unknown, at: string): void {
    const { opaque } = this.context;
    if (!opaque.isTheirs(place)) {
      if (idKey(recorded) !== idKey(live)) this.differs(at, recorded, live);
    } else if (place.defines || !opaque.has(place, recorded)) {
      this.learned.push({ place, recorded, live });
    } else if (idKey(opaque.live(place, recorded)) !== idKey(live)) {
      this.differs(at, opaque.live(place, recorded), live);
    }
  }

  #arrays(expected: readonly unknown[], actual: readonly unknown[], path: readonly string[]): void {
    const length = Math.max(expected.length, actual.length);
    for (let index = 0; index < length; index += 1)
      this.values(expected[index], actual[index], [...path, String(index)]);
  }
}

const REDACTED = '[redacted]';

/** Text in which something was hidden when it was recorded is equal to any text around the same rest. */
export function isSameScalar(expected: unknown, actual: unknown): boolean {
  if (expected === REDACTED) return actual !== undefined;
  if (typeof expected === 'string' && typeof actual === 'string' && expected.includes(REDACTED))
    return fits(expected.split(REDACTED), actual);
  return Object.is(expected, actual);
}

/** Whether the parts stand in the text in this order, the first at its start and the last at its end. */
function fits(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own members only: a message may have one that is called `constructor`. */
function member(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
