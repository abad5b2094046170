import type { JsonObject } from '../../protocol/index.js';
import { findUnsafeIntegers, isJsonObject } from '../../protocol/index.js';

export type ArgumentsReading =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly reason: string };

const MAX_SHOWN_DIGITS = 40;

/**
 * The arguments that a model wrote as text. It may have written anything, and reads what was wrong with it. What speaks
 * like OpenAI may leave them out, or hand them over as the object that they are.
 */
export function readArguments(text: unknown): ArgumentsReading {
  if (isJsonObject(text)) return { ok: true, args: text };
  // What some models write for a tool that takes nothing.
  if (text === undefined || text === null) return { ok: true, args: {} };
  if (typeof text !== 'string') return { ok: false, reason: 'the arguments must be a JSON object' };
  if (text.trim() === '') return { ok: true, args: {} };
  try {
    const args: unknown = JSON.parse(text);
    if (!isJsonObject(args)) return { ok: false, reason: 'the arguments must be a JSON object' };
    const rounded = findUnsafeIntegers(text).find(({ token }) => String(Number(token)) !== token);
    if (rounded === undefined) return { ok: true, args };
    // With other digits it would be the id of something else.
    const what = `${rounded.pointer} is ${rounded.token.slice(0, MAX_SHOWN_DIGITS)}`;
    return {
      ok: false,
      reason: `${what}, which no JSON number can hold exactly. Pass it as text if the tool takes that`,
    };
  } catch (error) {
    return { ok: false, reason: `the arguments are not JSON: ${(error as Error).message}` };
  }
}
