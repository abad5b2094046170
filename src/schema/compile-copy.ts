import type { JsonObject, JsonValue } from '../protocol/index.js';
import { isJsonObject } from '../protocol/index.js';

/** Keywords whose value maps names to schemas: the names in there are not keywords. */
const MAPS_OF_SCHEMAS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);

/** Keywords whose value is plain data, however much it looks like a schema. */
const PLAIN_DATA = new Set(['const', 'enum']);

/** Keywords that mean something to ajv but are annotations in every dialect we support. */
const FOREIGN_KEYWORDS = ['$async', 'nullable', 'id'];

type Position = 'schema' | 'map' | 'data';

/**
 * The copy of a schema that is given to the compiler: without the keywords that only the compiler knows, and with
 * `mark` set on every object. The mark is not enumerable, so that neither comparison nor iteration sees it, yet it
 * is found as a keyword. It stands on plain data and below unknown keywords as well: a `$ref` may point anywhere.
 * Recursive: call it only on schemas within `schemaDepth`.
 */
export function compileCopy(schema: JsonObject, mark: string): JsonObject {
  return copyObject(schema, mark, 'schema');
}

function copyObject(source: JsonObject, mark: string, position: Position): JsonObject {
  const copy: JsonObject = {};
  for (const [name, value] of Object.entries(source)) {
    if (position === 'schema' && FOREIGN_KEYWORDS.includes(name)) continue;
    define(copy, name, copyValue(value, mark, positionBelow(position, name)), true);
  }
  define(copy, mark, true, false);
  return copy;
}

function copyValue(value: JsonValue | undefined, mark: string, position: Position): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => copyValue(item, mark, position) ?? null);
  return isJsonObject(value) ? copyObject(value, mark, position) : value;
}

function positionBelow(position: Position, name: string): Position {
  if (position !== 'schema') return position === 'map' ? 'schema' : 'data';
  if (PLAIN_DATA.has(name)) return 'data';
  return MAPS_OF_SCHEMAS.has(name) ? 'map' : 'schema';
}

/** Assignment that also works for a property called `__proto__`. */
function define(target: JsonObject, name: string, value: JsonValue | undefined, enumerable: boolean): void {
  Object.defineProperty(target, name, { value, enumerable, writable: true, configurable: true });
}
