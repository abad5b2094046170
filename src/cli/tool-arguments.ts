import type { JsonObject, JsonValue } from '../protocol/index.js';
import { isJsonObject } from '../protocol/index.js';
import { UsageError } from './exit-code.js';

/**
 * Makes the arguments of a call out of words: one JSON object, or any number of `key=value` and `key:=json`.
 * A `key=value` whose property the schema gives another type than string is read as JSON; where that fails, it stays
 * text and the server says what is wrong with it.
 */
export function readArguments(words: readonly string[], inputSchema: unknown): JsonObject {
  const [first] = words;
  if (words.length === 1 && first?.trimStart().startsWith('{')) return readObject(first);
  const entries = words.map((word) => readPair(word, inputSchema));
  return Object.fromEntries(entries);
}

/** The same for prompts and templates, whose arguments are all strings. */
export function readStringArguments(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readArguments(words, undefined)).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function readObject(text: string): JsonObject {
  const value = readJson(text);
  if (!isJsonObject(value)) throw new UsageError('The arguments start with `{` but are not a JSON object.');
  return value;
}

function readPair(word: string, inputSchema: unknown): [string, JsonValue] {
  const at = word.indexOf('=');
  if (at < 1)
    throw new UsageError(`\`${word}\` is no argument: write key=value, key:=json, or one JSON object.`);
  const isJson = word[at - 1] === ':';
  const key = word.slice(0, isJson ? at - 1 : at);
  const text = word.slice(at + 1);
  if (!isJson) return [key, takesText(inputSchema, key) ? text : (readJson(text) ?? text)];
  const value = readJson(text);
  if (value === undefined) throw new UsageError(`The value of \`${key}\` is not JSON: ${text}`);
  return [key, value];
}

function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Text stays text unless the schema says that the property is something else and only that. */
function takesText(inputSchema: unknown, key: string): boolean {
  const properties = isJsonObject(inputSchema) ? inputSchema['properties'] : undefined;
  const property = isJsonObject(properties) ? properties[key] : undefined;
  const type = isJsonObject(property) ? property['type'] : undefined;
  const types = Array.isArray(type) ? type : [type];
  return type === undefined || types.includes('string');
}
