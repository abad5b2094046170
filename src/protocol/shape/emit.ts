// Writes a shape as JSON Schema 2020-12, as one revision has it.
import type { JsonObject, JsonValue } from '../json.js';
import type { Revision } from '../revision.js';
import { includes } from './range.js';
import type { ObjectNode, Shape, ShapeNode, Variant } from './shape.js';
import { shapesIn } from './strict.js';

/** The definitions of one revision, filled while shapes are emitted. */
export interface Definitions {
  readonly revision: Revision;
  readonly defs: { [name: string]: JsonObject };
}

/** A reference to a definition. */
export const refTo = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` });

/** The schema of a shape: a reference if it has a name, and then it is among the definitions afterwards. */
export function emitShape(shape: Shape<unknown>, into: Definitions): JsonObject {
  const { name, node } = shape;
  if (name === undefined) return emitNode(node, into);
  if (into.defs[name] === undefined) {
    into.defs[name] = {};
    into.defs[name] = emitNode(node, into);
  }
  return refTo(name);
}

function emitNode(node: ShapeNode, into: Definitions): JsonObject {
  switch (node.kind) {
    case 'any':
      return {};
    case 'string':
      return node.format === undefined ? { type: 'string' } : { type: 'string', format: node.format };
    case 'number':
      return emitNumber(node);
    case 'boolean':
      return { type: 'boolean' };
    case 'null':
      return { type: 'null' };
    case 'token':
      return { type: ['string', 'integer'] };
    case 'literal':
      return { type: typeof node.value === 'string' ? 'string' : 'integer', const: node.value };
    case 'enumeration':
      return { type: 'string', enum: [...node.values] };
    case 'array':
      return emitArray(node, into);
    case 'map':
      return emitMap(node.value, into);
    case 'object':
      return emitObject(node, into);
    case 'union':
      return emitAnyOf(node.variants, into);
    case 'versions':
      return emitAnyOf(node.cases, into);
    case 'tolerant':
      return emitShape(node.strict, into);
  }
}

function emitNumber(node: ShapeNode & { kind: 'number' }): JsonObject {
  const schema: JsonObject = { type: node.isInteger ? 'integer' : 'number' };
  if (node.min !== undefined) schema['minimum'] = node.min;
  if (node.max !== undefined) schema['maximum'] = node.max;
  return schema;
}

function emitArray(node: ShapeNode & { kind: 'array' }, into: Definitions): JsonObject {
  const schema: JsonObject = { type: 'array', items: emitShape(node.item, into) };
  const limit = node.maxItems.find(({ range }) => includes(range, into.revision));
  if (limit !== undefined) schema['maxItems'] = limit.value;
  return schema;
}

function emitMap(value: Shape<unknown>, into: Definitions): JsonObject {
  if (value.node.kind === 'any') return { type: 'object' };
  return { type: 'object', additionalProperties: emitShape(value, into) };
}

function emitObject(node: ObjectNode, into: Definitions): JsonObject {
  const properties: JsonObject = {};
  const required: JsonValue[] = [];
  for (const [key, member] of Object.entries(node.members)) {
    if (!includes(member.range, into.revision)) continue;
    properties[key] = emitShape(member.shape, into);
    if (member.required.some((range) => includes(range, into.revision))) required.push(key);
  }
  return objectSchema(properties, required);
}

/** An object schema with these members; empty parts are left out. */
export function objectSchema(properties: JsonObject, required: JsonValue[]): JsonObject {
  const schema: JsonObject = { type: 'object' };
  if (Object.keys(properties).length > 0) schema['properties'] = properties;
  if (required.length > 0) schema['required'] = required;
  return schema;
}

function emitAnyOf(variants: readonly Variant[], into: Definitions): JsonObject {
  const schemas = shapesIn(variants, into.revision).map((shape) => emitShape(shape, into));
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
}
