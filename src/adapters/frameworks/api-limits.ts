import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';

/** What a model API takes as a tool. One tool that breaks a rule fails the whole request, so it is not offered. */
export interface ApiLimits {
  /** Who refuses, for messages. */
  readonly api: string;
  readonly maxNameChars: number;
  /** Keywords that must not stand at the top of the schema. */
  readonly refusedAtTop: readonly string[];
  /** An object without `properties` is refused at the top. */
  readonly needsProperties: boolean;
  /** What the names of the top properties must match. */
  readonly propertyNames: RegExp | undefined;
}

/** `^[a-zA-Z0-9_-]{1,64}$` for names; 400 "schema must have type 'object' and not have …" for schemas. */
export const OPENAI_LIMITS: ApiLimits = {
  api: 'OpenAI',
  maxNameChars: 64,
  refusedAtTop: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
  needsProperties: true,
  propertyNames: undefined,
};

/** `^[a-zA-Z0-9_-]{1,128}$` for names; 400 "input_schema does not support oneOf, allOf, or anyOf at the top level". */
export const ANTHROPIC_LIMITS: ApiLimits = {
  api: 'Anthropic',
  maxNameChars: 128,
  refusedAtTop: ['oneOf', 'anyOf', 'allOf'],
  needsProperties: false,
  propertyNames: /^[a-zA-Z0-9_.-]{1,64}$/,
};

export type SchemaReading =
  | { readonly ok: true; readonly schema: Readonly<JsonObject> }
  | { readonly ok: false; readonly reason: string };

/** The schema as the API takes it: the same object where nothing has to be added. Nothing is ever taken out of it. */
export function schemaFor(limits: ApiLimits, schema: Readonly<JsonObject> | undefined): SchemaReading {
  if (schema === undefined) return refused('it has no `parameters`, so no model can be told how to call it');
  if (schema['type'] !== 'object') return refused('its `parameters` must have type "object"');
  const { api, needsProperties, propertyNames, refusedAtTop } = limits;
  const keyword = refusedAtTop.find((name) => schema[name] !== undefined);
  if (keyword !== undefined) {
    return refused(`${api} refuses \`${keyword}\` at the top of a tool's schema; move it into a property`);
  }
  const { properties } = schema;
  if (properties === undefined && needsProperties) return { ok: true, schema: { ...schema, properties: {} } };
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const bad = propertyNames === undefined ? undefined : names.find((name) => !propertyNames.test(name));
  if (bad === undefined) return { ok: true, schema };
  return refused(
    `${api} refuses the argument name ${JSON.stringify(bad)}; allowed is ${propertyNames?.source}`,
  );
}

function refused(reason: string): SchemaReading {
  return { ok: false, reason };
}
