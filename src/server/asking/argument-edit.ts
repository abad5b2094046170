import type { JsonObject, JsonValue } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';

export type EditOutcome =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: string };

/**
 * Other arguments from one line of typing: `name=text`, `name:=json`, or all of them as one JSON object. The same
 * notation as `plainwire call`.
 */
export function editArguments(args: Readonly<JsonObject>, line: string): EditOutcome {
  const typed = line.trim();
  if (typed.startsWith('{')) return wholeObject(typed);
  const match = /^([^=:\s]+)(:?=)(.*)$/su.exec(typed);
  if (match === null) return { ok: false, problem: 'write name=text, name:=json, or all of it as {…}' };
  const [, name = '', sign, text = ''] = match;
  if (sign === '=') return { ok: true, value: withMember(args, name, text) };
  const value = parsed(text);
  if (value === undefined) return { ok: false, problem: `what follows ${name}:= is not JSON` };
  return { ok: true, value: withMember(args, name, value) };
}

function wholeObject(text: string): EditOutcome {
  const value = parsed(text);
  if (isJsonObject(value)) return { ok: true, value };
  return { ok: false, problem: 'that is no JSON object on one line' };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** `__proto__` is a name like any other. */
function withMember(args: Readonly<JsonObject>, name: string, value: JsonValue): JsonObject {
  return Object.fromEntries([...Object.entries(args).filter(([other]) => other !== name), [name, value]]);
}
