import { describe, expect, it } from 'vitest';
import { ANTHROPIC_LIMITS, OPENAI_LIMITS, schemaFor } from '../../../src/adapters/frameworks/api-limits.js';
import type { JsonObject } from '../../../src/protocol/index.js';

const PLAIN: JsonObject = { type: 'object', properties: { a: { anyOf: [{}] } }, $defs: {}, 'x-odd': 1 };
const withTop = (keyword: string, value: unknown) => ({ ...PLAIN, [keyword]: value }) as JsonObject;
const withName = (name: string): JsonObject => ({ type: 'object', properties: { fine: {}, [name]: {} } });

function nested(levels: number): JsonObject {
  let schema: JsonObject = { type: 'object' };
  for (let level = 1; level < levels; level += 1) schema = { type: 'object', additionalProperties: schema };
  return schema;
}

/** What a program can make, and JSON cannot. */
function endless(): JsonObject {
  const schema: JsonObject = { type: 'object' };
  schema['properties'] = { again: schema };
  return schema;
}

describe.each([OPENAI_LIMITS, ANTHROPIC_LIMITS])('a schema for $api', (limits) => {
  it('that is fine is the very object', () => {
    const reading = schemaFor(limits, PLAIN);
    expect(reading.ok && reading.schema).toBe(PLAIN);
  });

  it.each([
    [undefined, /no `parameters`/],
    [{}, /type "object"/],
    [{ type: ['object', 'null'] }, /type "object"/],
    [withTop('oneOf', [{}]), /`oneOf` at the top/],
    [withTop('anyOf', [{}]), /`anyOf` at the top/],
    [withTop('allOf', [{}]), /`allOf` at the top/],
    [withTop('properties', []), /`properties` of its schema must be an object/],
    [withTop('properties', null), /`properties` of its schema must be an object/],
    [withTop('properties', { a: 5 }), /the argument "a" has no schema/],
    [withTop('required', 'a'), /`required` of its schema must be a list/],
    [withTop('required', [1]), /`required` of its schema must be a list/],
    [withTop('description', 'x'.repeat(1024 * 1024)), /beyond the limit schemaBytes/],
    [nested(65), /beyond the limit schemaDepth/],
    [endless(), /beyond the limit schemaDepth/],
  ])('is refused: %#', (schema, reason) => {
    expect(schemaFor(limits, schema as JsonObject)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    });
  });
});

describe('what only one API refuses', () => {
  it.each([
    ['enum', OPENAI_LIMITS, false],
    ['not', OPENAI_LIMITS, false],
    ['enum', ANTHROPIC_LIMITS, true],
    ['not', ANTHROPIC_LIMITS, true],
  ])('%s at the top', (keyword, limits, ok) => {
    expect(schemaFor(limits, withTop(keyword, {})).ok).toBe(ok);
  });

  it.each([
    ['filter[id]', ANTHROPIC_LIMITS, false],
    ['$top', ANTHROPIC_LIMITS, false],
    ['', ANTHROPIC_LIMITS, false],
    ['a'.repeat(65), ANTHROPIC_LIMITS, false],
    ['a'.repeat(64), ANTHROPIC_LIMITS, true],
    ['a.b-c_D9', ANTHROPIC_LIMITS, true],
    ['filter[id]', OPENAI_LIMITS, true],
  ])('the argument name %j', (name, limits, ok) => {
    expect(schemaFor(limits, withName(name)).ok).toBe(ok);
  });

  it('an array that does not say what it holds is completed for OpenAI, in a copy', () => {
    const bare: JsonObject = { type: 'object', properties: { a: { type: 'array' } } };
    expect(schemaFor(OPENAI_LIMITS, bare)).toEqual({
      ok: true,
      schema: { type: 'object', properties: { a: { type: 'array', items: {} } } },
    });
    expect(bare).toEqual({ type: 'object', properties: { a: { type: 'array' } } });
    expect(schemaFor(ANTHROPIC_LIMITS, bare)).toEqual({ ok: true, schema: bare });
  });

  it('a schema that refers to itself is fine', () => {
    const list = {
      type: 'object',
      properties: { next: { $ref: '#' }, 'a~b': { $ref: '#/properties/next' } },
    };
    const reading = schemaFor(OPENAI_LIMITS, list);
    expect(reading.ok && reading.schema).toBe(list);
  });

  it('an object without properties gets some for OpenAI, in a copy', () => {
    const bare: JsonObject = { type: 'object', additionalProperties: false };
    const added = schemaFor(OPENAI_LIMITS, bare);
    expect(added).toEqual({ ok: true, schema: { ...bare, properties: {} } });
    expect(bare).toEqual({ type: 'object', additionalProperties: false });
    expect(schemaFor(ANTHROPIC_LIMITS, bare)).toEqual({ ok: true, schema: bare });
  });
});
