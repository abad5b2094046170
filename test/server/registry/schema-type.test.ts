import { describe, expect, expectTypeOf, it } from 'vitest';
import type { FromSchema } from '../../../src/server/index.js';

/** A literal as `tool` sees it. */
const literal = <const Schema>(schema: Schema): Schema => schema;

describe('the type of what a schema describes', () => {
  it('has the members of the literal', () => {
    const schema = literal({
      type: 'object',
      properties: {
        text: { type: 'string' },
        count: { type: 'integer' },
        ratio: { type: 'number' },
        flag: { type: 'boolean' },
        nothing: { type: 'null' },
        words: { type: 'array', items: { type: 'string' } },
        colour: { enum: ['red', 'green'] },
        kind: { const: 'x' },
        maybe: { type: ['string', 'null'] },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        one: { oneOf: [{ type: 'boolean' }, { type: 'null' }] },
        deep: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        free: { type: 'object' },
        list: { type: 'array' },
        any: {},
        elsewhere: { $ref: '#/$defs/x' },
      },
      required: ['text', 'count', 'elsewhere'],
    });
    type Described = FromSchema<typeof schema>;
    expectTypeOf<Described>().toEqualTypeOf<{
      text: string;
      count: number;
      elsewhere: unknown;
      ratio?: number;
      flag?: boolean;
      nothing?: null;
      words?: string[];
      colour?: 'red' | 'green';
      kind?: 'x';
      maybe?: string | null;
      either?: string | number;
      one?: boolean | null;
      deep?: { a: string };
      free?: { [name: string]: unknown };
      list?: unknown[];
      any?: unknown;
    }>();
    const value: Described = { text: 'a', count: 1, elsewhere: undefined };
    // @ts-expect-error a required member is missing
    const incomplete: Described = { text: 'a', elsewhere: 1 };
    expect([value.text, incomplete.text]).toEqual(['a', 'a']);
  });

  it('is open where the schema is', () => {
    const open = literal({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: true,
    });
    const closed = literal({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    });
    const value: FromSchema<typeof open> = { a: 'a', b: 1 };
    // @ts-expect-error no other members
    const wrong: FromSchema<typeof closed> = { a: 'a', b: 1 };
    expect(value).toEqual(wrong);
  });
});
