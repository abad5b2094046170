import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';
import type { Decision } from './asker.js';

const KINDS: readonly string[] = [
  'approve',
  'value',
  'modify',
  'reject',
  'expired',
] satisfies Decision['kind'][];

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

/** A copy of an object as JSON carries it; undefined when it is no object, or cannot be written. */
export function jsonObjectOf(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    return isJsonObject(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}
