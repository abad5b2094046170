import type { ElicitFormParams, ElicitResult } from '../../protocol/index.js';

type Content = NonNullable<ElicitResult['content']>;
type Value = Content[string];

/**
 * The answer to a form, with the fields that an accepted answer leaves out filled in from their `default`. The answer
 * itself is returned when nothing is missing.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema (defaults)
 */
export function withDefaults(params: ElicitFormParams, answer: ElicitResult): ElicitResult {
  if (answer.action !== 'accept') return answer;
  const given = answer.content ?? {};
  const missing: [string, Value][] = [];
  for (const [name, field] of Object.entries(params.requestedSchema.properties ?? {})) {
    const value = (field as { readonly default?: Value }).default;
    if (value !== undefined && !Object.hasOwn(given, name)) missing.push([name, value]);
  }
  if (missing.length === 0 && answer.content !== undefined) return answer;
  // fromEntries, because a field may be called __proto__
  const content = Object.fromEntries([...Object.entries(given), ...missing]);
  return { ...answer, content };
}
