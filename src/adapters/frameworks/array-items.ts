import type { JsonObject, JsonValue } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';

/** Keywords that hold a schema, a list of schemas, or an object of schemas by name. 2020-12 and what older ones call so. */
const APPLICATORS: readonly string[] = [
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'then',
];
const BY_NAME: readonly string[] = [
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
];

/**
 * The schema with `items: {}`, which says nothing, for every array that does not say what it holds. The same object where
 * nothing is missing; nothing is changed in place. To be called with schemas of a known depth: it goes down into them.
 */
export function withArrayItems<Schema extends JsonValue>(schema: Schema): Schema {
  if (!isJsonObject(schema)) return schema;
  const added: JsonObject = isArrayType(schema['type']) && schema['items'] === undefined ? { items: {} } : {};
  for (const keyword of APPLICATORS) put(added, keyword, schema[keyword], below);
  for (const keyword of BY_NAME) put(added, keyword, schema[keyword], membersBelow);
  return Object.keys(added).length === 0 ? schema : ({ ...(schema as JsonObject), ...added } as Schema);
}

function isArrayType(type: unknown): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

function put(
  added: JsonObject,
  keyword: string,
  value: JsonValue | undefined,
  complete: (value: JsonValue) => JsonValue,
): void {
  if (value === undefined) return;
  const completed = complete(value);
  if (completed !== value) added[keyword] = completed;
}

function below(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return withArrayItems(value);
  const completed = value.map((item) => withArrayItems(item));
  return completed.some((item, index) => item !== value[index]) ? completed : value;
}

function membersBelow(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, withArrayItems(member as JsonValue)] as const,
  );
  // Not by assignment: `__proto__` is a name like any other.
  return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value;
}
