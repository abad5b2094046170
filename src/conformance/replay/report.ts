import type { JsonValue } from '../../protocol/index.js';
import { redactedExcerpt } from '../../protocol/index.js';
import type { Departure } from './compare-values.js';

/** `different`: at one place. `order`: too early or too late. `reused`: an id that was taken. */
export type DifferenceKind = 'different' | 'missing' | 'unexpected' | 'order' | 'reused';

/** One way in which the live side did not do what was recorded. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Line of the recording that says what was expected; undefined for what is not in it. */
  readonly line: number | undefined;
  /** Which message: `response to tools/call`. */
  readonly what: string;
  /** Where, for `different`: a JSON pointer into the frame, or `status`, `path`, `exit`, `header:<name>`. */
  readonly at: string | undefined;
  /** As JSON text, shortened, secrets hidden; undefined for nothing. */
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

export interface ReplayReport {
  /** True when the live side did everything that was recorded, and nothing else. */
  readonly isSame: boolean;
  /** Which side the replayer was. */
  readonly as: 'client' | 'server';
  /** What the replayer did, of what it had to do. */
  readonly played: number;
  readonly toPlay: number;
  /** What the live side did, of what was recorded. */
  readonly matched: number;
  readonly toMatch: number;
  readonly differences: readonly Difference[];
}

/** Longer values are cut: their difference is to be found with the line and the pointer. */
const SHOWN_CHARS = 300;

export function differenceAt(
  line: number | undefined,
  what: string,
  { at, expected, actual }: Departure,
): Difference {
  return { kind: 'different', line, what, at, expected: shown(expected), actual: shown(actual) };
}

export function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value as JsonValue, (_name, item) =>
    typeof item === 'bigint' ? String(item) : item,
  );
  return redactedExcerpt(text, SHOWN_CHARS);
}

/** A difference on one to three lines, for a person. */
export function describeDifference(difference: Difference): string {
  const { kind, line, what, at, expected, actual } = difference;
  const where = line === undefined ? '' : `line ${line}: `;
  const place = at === undefined || at === '' ? '' : ` at ${at}`;
  const values = [
    ...(expected === undefined ? [] : [`\n  expected ${expected}`]),
    ...(actual === undefined ? [] : [`\n  actual   ${actual}`]),
  ];
  return `${where}${SENTENCES[kind](what, place)}${values.join('')}`;
}

const SENTENCES: Readonly<Record<DifferenceKind, (what: string, place: string) => string>> = {
  different: (what, place) => `the ${what} differs${place}`,
  missing: (what) => `the ${what} did not come`,
  unexpected: (what) => `not in the recording: ${what}`,
  order: (what) => `the ${what} came out of order`,
  reused: (what, place) => `the ${what} uses a value again that stood for something else${place}`,
};
