import type { Shape } from './shape.js';
import { checkOf } from './tolerant.js';

/** An item that was set aside. */
export interface QuarantinedItem {
  readonly index: number;
  readonly item: unknown;
  /** What is wrong with it, for people: `inputSchema: expected an object`. */
  readonly reason: string;
}

/** What `checkItems` found. */
export interface ItemCheck<T> {
  /** The items that fit, unchanged and in order; the very array that was given, if all do. */
  readonly kept: readonly T[];
  readonly quarantined: readonly QuarantinedItem[];
}

const NONE: readonly QuarantinedItem[] = [];

/** Checks the items of a list one by one, so that a bad one is set aside and never fails the others. */
export function checkItems<T>(shape: Shape<T>, items: readonly unknown[]): ItemCheck<T> {
  const check = checkOf(shape);
  let quarantined: QuarantinedItem[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const mismatch = check(items[index]);
    if (mismatch === undefined) continue;
    const { path, expected } = mismatch;
    const reason = path === '' ? `expected ${expected}` : `${path}: expected ${expected}`;
    quarantined ??= [];
    quarantined.push({ index, item: items[index], reason });
  }
  if (quarantined === undefined) return { kept: items as readonly T[], quarantined: NONE };
  const bad = new Set(quarantined.map(({ index }) => index));
  return { kept: (items as readonly T[]).filter((_, index) => !bad.has(index)), quarantined };
}
