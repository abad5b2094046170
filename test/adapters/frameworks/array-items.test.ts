import { describe, expect, it } from 'vitest';
import { withArrayItems } from '../../../src/adapters/frameworks/array-items.js';
import type { JsonObject } from '../../../src/protocol/index.js';

const bare = { type: 'array' };
const whole = { type: 'array', items: {} };

describe('arrays that do not say what they hold', () => {
  it.each<[JsonObject, JsonObject]>([
    [bare, whole],
    [{ type: ['array', 'null'] }, { type: ['array', 'null'], items: {} }],
    [{ properties: { a: bare, b: { type: 'string' } } }, { properties: { a: whole, b: { type: 'string' } } }],
    [
      { type: 'array', items: bare },
      { type: 'array', items: whole },
    ],
    [
      { type: 'array', prefixItems: [bare] },
      { type: 'array', items: {}, prefixItems: [whole] },
    ],
    [{ anyOf: [{ type: 'null' }, bare] }, { anyOf: [{ type: 'null' }, whole] }],
    [
      { $defs: { l: bare }, not: bare },
      { $defs: { l: whole }, not: whole },
    ],
    [
      { additionalProperties: { properties: { x: bare } } },
      { additionalProperties: { properties: { x: whole } } },
    ],
  ])('%j', (schema, expected) => {
    const before = structuredClone(schema);
    expect(withArrayItems(schema)).toEqual(expected);
    expect(schema).toEqual(before);
  });

  it.each<[JsonObject]>([
    [{}],
    [{ type: 'array', items: false }],
    [{ type: 'array', items: [{ type: 'string' }] }],
    [{ type: 'object', properties: { type: { const: 'array' }, x: true }, additionalProperties: false }],
    [{ default: bare, enum: [bare], 'x-odd': bare }],
    [{ properties: null, anyOf: 7 }],
  ])('%j is the very object', (schema) => {
    expect(withArrayItems(schema)).toBe(schema);
  });

  it('may be called like a member of every object', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"array"},"a":{}}}') as JsonObject;
    const { properties } = withArrayItems(schema);
    expect(JSON.stringify(properties)).toBe('{"__proto__":{"type":"array","items":{}},"a":{}}');
  });
});
