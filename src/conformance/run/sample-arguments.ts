import { isJsonObject, type JsonObject, type JsonValue } from '../../protocol/index.js';

const MAX_DEPTH = 6;

/**
 * Arguments that a tool's inputSchema should accept: nothing but what it requires, each with its default, first example
 * or enum value, or the plainest value of its type. No promise: `pattern`, `format` and the like are not read.
 */
export function sampleArguments(inputSchema: unknown): JsonObject {
  const value = sample(inputSchema, 0);
  return isJsonObject(value) ? value : {};
}

/** Names of the arguments that a schema requires. */
export function requiredNames(inputSchema: unknown): string[] {
  const required = isJsonObject(inputSchema) ? inputSchema['required'] : undefined;
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}

function sample(schema: unknown, depth: number): JsonValue {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return {};
  const { default: given, const: fixed, enum: values, examples } = schema;
  if (given !== undefined) return given;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(values) && values[0] !== undefined) return values[0];
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0];
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'string':
      return 'x'.repeat(minimum(schema, 'minLength', 1));
    case 'number':
    case 'integer':
      return minimum(schema, 'minimum', 1);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: minimum(schema, 'minItems', 0) }, () => sample(schema['items'], depth + 1));
    default:
      return sampleObject(schema, depth);
  }
}

function sampleObject(schema: JsonObject, depth: number): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(requiredNames(schema).map((name) => [name, sample(properties[name], depth + 1)]));
}

function minimum(schema: JsonObject, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === 'number' && value >= 0 && value <= 1000 ? Math.max(value, otherwise) : otherwise;
}
