import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';
import { deepFrozen } from '../deep-frozen.js';
import type { Decision } from './asker.js';

const KINDS: readonly string[] = [
  'approve',
  'value',
  'modify',
  'reject',
  'expired',
] satisfies Decision['kind'][];

/** A copy of what a decision consists of, each member read once: what is acted on has to be what was checked. */
export function decisionMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { kind, note, actor, value: given } = value as Partial<Record<string, unknown>>;
  return { kind, note, actor, value: kind === 'modify' ? jsonObjectOf(given) : given };
}

/** What keeps a value from being a decision; undefined when it is one. */
export function decisionProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'a decision is an object with a `kind`';
  const { kind, note, actor } = value as Partial<Record<string, unknown>>;
  if (typeof kind !== 'string' || !KINDS.includes(kind)) {
    return `the \`kind\` of a decision is one of ${KINDS.join(', ')}`;
  }
  if (!isTextOrAbsent(note)) return 'the `note` of a decision is text';
  if (!isTextOrAbsent(actor)) return 'the `actor` of a decision is text';
  if (kind !== 'modify') return undefined;
  const modified = jsonObjectOf((value as { value?: unknown }).value);
  return modified === undefined
    ? 'the `value` of a modify decision is an object that JSON can carry'
    : undefined;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

/**
 * A copy of an object as JSON carries it, frozen; undefined when it is no object, cannot be written, or would lose what it
 * holds: a promise of arguments, or a map of them, is written as no arguments at all.
 */
export function jsonObjectOf(value: unknown): JsonObject | undefined {
  try {
    if (!isJsonObject(value)) return undefined;
    // First, because it refuses what goes round in a circle.
    const text = JSON.stringify(value);
    const copy: unknown = isCarriedWhole(value) ? JSON.parse(text) : undefined;
    return isJsonObject(copy) ? deepFrozen(copy) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether JSON says all that a value is. */
function isCarriedWhole(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'symbol';
  if (Array.isArray(value)) return value.every((member) => member !== undefined && isCarriedWhole(member));
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return true;
  return isPlain(value) && Object.values(value).every(isCarriedWhole);
}

/** An object of any realm that is nothing but its members. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
