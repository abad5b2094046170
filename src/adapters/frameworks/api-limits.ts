import type { JsonObject } from '../../protocol/index.js';
import { DEFAULT_LIMITS, Fault, isJsonObject } from '../../protocol/index.js';
import { checkBounds } from '../../schema/index.js';
import { withArrayItems } from './array-items.js';

/** What a model API takes as a tool. One tool that breaks a rule fails the whole request, so it is not offered. */
export interface ApiLimits {
  /** Who refuses, for messages. */
  readonly api: string;
  readonly maxNameChars: number;
  /** Keywords that must not stand at the top of the schema. */
  readonly refusedAtTop: readonly string[];
  /** An object without `properties` is refused at the top. */
  readonly needsProperties: boolean;
  /** An array that does not say what it holds is refused, at any depth. */
  readonly needsItems: boolean;
  /** What the names of the top properties must match. */
  readonly propertyNames: RegExp | undefined;
}

/**
 * `^[a-zA-Z0-9_-]{1,64}$` for names; 400 "schema must have type 'object' and not have …" and "array schema missing items"
 * for schemas.
 */
export const OPENAI_LIMITS: ApiLimits = {
  api: 'OpenAI',
  maxNameChars: 64,
  refusedAtTop: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
  needsProperties: true,
  needsItems: true,
  propertyNames: undefined,
};

/** `^[a-zA-Z0-9_-]{1,128}$` for names; 400 "input_schema does not support oneOf, allOf, or anyOf at the top level". */
export const ANTHROPIC_LIMITS: ApiLimits = {
  api: 'Anthropic',
  maxNameChars: 128,
  refusedAtTop: ['oneOf', 'anyOf', 'allOf'],
  needsProperties: false,
  needsItems: false,
  propertyNames: /^[a-zA-Z0-9_.-]{1,64}$/,
};

export type SchemaReading =
  | { readonly ok: true; readonly schema: Readonly<JsonObject> }
  | { readonly ok: false; readonly reason: string };

/** The schema as the API takes it: the same object where nothing has to be added. Nothing is ever taken out of it. */
export function schemaFor(limits: ApiLimits, schema: Readonly<JsonObject> | undefined): SchemaReading {
  if (schema === undefined) return refused('it has no `parameters`, so no model can be told how to call it');
  if (schema['type'] !== 'object') return refused('its `parameters` must have type "object"');
  const problem = beyondBounds(schema) ?? malformed(schema) ?? refusedBy(limits, schema);
  return problem === undefined ? { ok: true, schema: completed(limits, schema) } : refused(problem);
}

/** A schema without end would never be sent, and no API takes one of megabytes. */
function beyondBounds(schema: Readonly<JsonObject>): string | undefined {
  try {
    checkBounds(schema, DEFAULT_LIMITS);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return `its schema is beyond the limit ${error.limit}`;
    throw error;
  }
}

/** What is no JSON Schema at all, where it can be told without a compiler. */
function malformed({ properties = {}, required = [] }: Readonly<JsonObject>): string | undefined {
  if (!isJsonObject(properties)) return '`properties` of its schema must be an object';
  const bad = Object.entries(properties).find(
    ([, value]) => !isJsonObject(value) && typeof value !== 'boolean',
  );
  if (bad !== undefined) return `the argument ${JSON.stringify(bad[0])} has no schema that could be read`;
  const isList = Array.isArray(required) && required.every((name) => typeof name === 'string');
  return isList ? undefined : '`required` of its schema must be a list of names';
}

function refusedBy(
  { api, propertyNames, refusedAtTop }: ApiLimits,
  schema: Readonly<JsonObject>,
): string | undefined {
  const keyword = refusedAtTop.find((name) => schema[name] !== undefined);
  if (keyword !== undefined) {
    return `${api} refuses \`${keyword}\` at the top of a tool's schema; move it into a property`;
  }
  const names = Object.keys((schema['properties'] as JsonObject | undefined) ?? {});
  const bad = propertyNames === undefined ? undefined : names.find((name) => !propertyNames.test(name));
  if (bad === undefined) return undefined;
  return `${api} refuses the argument name ${JSON.stringify(bad)}; allowed is ${propertyNames?.source}`;
}

function completed(
  { needsProperties, needsItems }: ApiLimits,
  schema: Readonly<JsonObject>,
): Readonly<JsonObject> {
  const whole = needsItems ? withArrayItems(schema) : schema;
  return needsProperties && whole['properties'] === undefined ? { ...whole, properties: {} } : whole;
}

function refused(reason: string): SchemaReading {
  return { ok: false, reason };
}
