import { describe, expect, it } from 'vitest';
import { ANTHROPIC_LIMITS, OPENAI_LIMITS, schemaFor } from '../../../src/adapters/frameworks/api-limits.js';
import type { JsonObject } from '../../../src/protocol/index.js';

const PLAIN: JsonObject = { type: 'object', properties: { a: { anyOf: [{}] } }, $defs: {}, 'x-odd': 1 };
const withTop = (keyword: string, value: unknown) => ({ ...PLAIN, [keyword]: value }) as JsonObject;
const withName = (name: string): JsonObject => ({ type: 'object', properties: { fine: {}, [name]: {} } });

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
  ])('is refused: %j', (schema, reason) => {
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

  it('an object without properties gets some for OpenAI, in a copy', () => {
    const bare: JsonObject = { type: 'object', additionalProperties: false };
    const added = schemaFor(OPENAI_LIMITS, bare);
    expect(added).toEqual({ ok: true, schema: { ...bare, properties: {} } });
    expect(bare).toEqual({ type: 'object', additionalProperties: false });
    expect(schemaFor(ANTHROPIC_LIMITS, bare)).toEqual({ ok: true, schema: bare });
  });
});
