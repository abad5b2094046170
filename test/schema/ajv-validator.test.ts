import { describe, expect, it } from 'vitest';
import type { FaultCode } from '../../src/protocol/index.js';
import { isFault } from '../../src/protocol/index.js';
import { ajvValidator, describeProblems, type JsonSchema } from '../../src/schema/index.js';

const validator = ajvValidator();
const check = async (schema: JsonSchema, value: unknown) => (await validator.compile(schema)).check(value);
const explain = async (schema: JsonSchema, value: unknown, using = validator) => {
  const outcome = (await using.compile(schema)).check(value);
  return outcome.ok ? 'ok' : describeProblems(outcome.problems, 'the arguments');
};

async function faultOf(schema: JsonSchema, using = validator) {
  try {
    await using.compile(schema);
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
  throw new Error('compiled, although it should not');
}

const draft7 = 'http://json-schema.org/draft-07/schema#';

describe('what matches', () => {
  // requirement: schema-2020-12-supported, schema-2020-12-default, schema-validated-by-dialect
  it.each<[string, JsonSchema, unknown]>([
    ['a boolean schema', true, { any: 1 }],
    ['no keyword', {}, null],
    ['a property', { properties: { a: { type: 'integer' } }, required: ['a'] }, { a: 3 }],
    ['an unknown keyword', { 'x-mcp-header': 'Region', type: 'string' }, 'a'],
    ['an unknown format', { type: 'string', format: 'x-unknown' }, 'a'],
    ['the keyword id, which only draft-04 knows', { type: 'object', id: 'thing' }, {}],
    ['nullable without type', { nullable: true, anyOf: [{ type: 'string' }] }, 'a'],
    ['a property called nullable', { properties: { nullable: { type: 'boolean' } } }, { nullable: true }],
    ['a pattern that is no Unicode pattern', { pattern: '^[\\w\\-\\_]+$' }, 'a-b_c'],
    ['draft-07 tuples', { $schema: draft7, items: [{ type: 'string' }, { type: 'number' }] }, ['a', 1]],
    ['2020-12 tuples', { prefixItems: [{ type: 'string' }], items: false }, ['a']],
    [
      'draft-06 without if',
      JSON.parse('{"$schema":"http://json-schema.org/draft-06/schema#","if":true,"then":false}'),
      'anything',
    ],
    [
      '2019-09 dependentRequired',
      { $schema: 'https://json-schema.org/draft/2019-09/schema', dependentRequired: { a: ['b'] } },
      { a: 1, b: 2 },
    ],
    [
      'a local reference',
      { $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } },
      { a: 1 },
    ],
    ['an anchor', { $defs: { n: { $anchor: 'num', type: 'number' } }, $ref: '#num' }, 1],
    ['a recursive tree', { properties: { child: { $ref: '#' } } }, { child: { child: {} } }],
    ['equal data below const', { const: { nullable: true, id: 1 } }, { id: 1, nullable: true }],
    ['distinct items', { uniqueItems: true }, [1, '1', { a: 1 }, [1], null, 'null']],
    ['$async, which is an annotation', { $async: true, type: 'string' }, 'a'],
  ])('%s', async (_name, schema, value) => {
    expect(await check(schema, value)).toEqual({ ok: true });
  });
});

describe('formats', () => {
  const draft6 = 'http://json-schema.org/draft-06/schema#';
  const draft2019 = 'https://json-schema.org/draft/2019-09/schema';

  // requirement: schema-validated-by-dialect
  it.each<[string, JsonSchema, unknown, string]>([
    ['2020-12', { format: 'email' }, 'b', 'the arguments must be in the format "email"'],
    ['2020-12', { format: 'date-time' }, '2025-01-01T00:00:00', '"date-time"'],
    ['2019-09', { $schema: draft2019, format: 'uri' }, 'a b', '"uri"'],
    ['draft-07', { $schema: draft7, format: 'date' }, '1.1.', '"date"'],
    ['draft-06', { $schema: draft6, format: 'uri' }, 'a b', '"uri"'],
  ])(
    'of %s are annotations, and are checked where that is asked for: %j',
    async (_name, schema, value, text) => {
      expect(await check(schema, value)).toEqual({ ok: true });
      const outcome = (await validator.compile(schema, { assertsFormats: true })).check(value);
      expect(outcome.ok ? 'ok' : describeProblems(outcome.problems, 'the arguments')).toContain(text);
    },
  );
});

describe('what does not match, in plain words', () => {
  it.each<[JsonSchema, unknown, string]>([
    [{ type: 'object' }, 3, 'the arguments must be an object, not a number'],
    [{ type: ['string', 'null'] }, 3, 'the arguments must be a string or null, not a number'],
    [
      { properties: { user: { properties: { age: { type: 'number' } } } } },
      { user: { age: 'x' } },
      '"user.age" must be a number, not a string',
    ],
    [{ items: { type: 'integer' } }, [1, 1.5], '"[1]" must be an integer, not a number'],
    [
      { required: ['a', 'b'] },
      {},
      'the arguments must have the property "a"; the arguments must have the property "b"',
    ],
    [
      { properties: { city: {} }, additionalProperties: false },
      { town: 1 },
      'the arguments must not have the property "town" (it may have "city")',
    ],
    [{ enum: ['a', 'b'] }, 'c', 'the arguments must be one of "a", "b"'],
    [{ const: 7 }, 'c', 'the arguments must be 7'],
    [{ minimum: 3 }, 2, 'the arguments must be >= 3'],
    [{ maxLength: 2 }, 'abc', 'the arguments must have at most 2 characters'],
    [{ pattern: '^a+$' }, 'b', 'the arguments must match the pattern "^a+$"'],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'the arguments must not contain the same item twice',
    ],
    [{ not: {} }, 1, 'the arguments must not match what the schema excludes (not)'],
    [false, 1, 'the arguments must not be given'],
    [
      { oneOf: [{ type: 'number' }, { minimum: 0 }] },
      1,
      'the arguments must match exactly one of the alternatives (oneOf), but matches more',
    ],
    [
      JSON.parse('{"if":{"type":"string"},"then":{"minLength":2}}'),
      'a',
      'the arguments must have at least 2 characters',
    ],
    [{ type: 'string', nullable: true }, null, 'the arguments must be a string, not null'],
    [{ $async: true, type: 'string' }, 1, 'the arguments must be a string, not a number'],
    [{ required: ['toString'] }, {}, 'the arguments must have the property "toString"'],
    [
      { additionalProperties: false },
      JSON.parse('{"__proto__":1}'),
      'the arguments must not have the property "__proto__"',
    ],
    [{ properties: { 'a/b': { type: 'null' } } }, { 'a/b': 1 }, '"a/b" must be null, not a number'],
  ])('%j against %j', async (schema, value, text) => {
    expect(await explain(schema, value)).toBe(text);
  });

  it('lists at most ten problems', async () => {
    const outcome = await check(
      { items: { type: 'string' } },
      Array.from({ length: 50 }, () => 1),
    );
    expect(outcome.ok ? 0 : outcome.problems.length).toBe(10);
  });

  it('stops at the first problem of a value with very many parts', async () => {
    const outcome = await check(
      { items: { type: 'string' } },
      Array.from({ length: 20_000 }, () => 1),
    );
    expect(outcome).toEqual({
      ok: false,
      problems: [{ path: '/0', message: 'must be a string, not a number', keyword: 'type' }],
    });
  });

  it('reports path and keyword for programs', async () => {
    const outcome = await check({ properties: { a: { type: 'string' } } }, { a: 1 });
    expect(outcome).toEqual({
      ok: false,
      problems: [{ path: '/a', message: 'must be a string, not a number', keyword: 'type' }],
    });
  });
});

describe('schemas that are refused', () => {
  // requirement: schema-unknown-dialect-is-error, schema-valid-in-its-dialect, schema-no-network-ref
  // requirement: schema-network-ref-off-by-default, schema-unresolved-ref-refused
  it.each<[string, JsonSchema, FaultCode, RegExp]>([
    [
      'an unknown dialect',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      'schema_dialect_unsupported',
      /draft-04/,
    ],
    ['a dialect that is no text', { $schema: 4 }, 'schema_dialect_unsupported', /4/],
    [
      'a network reference',
      { $ref: 'https://example.com/s.json' },
      'schema_invalid',
      /https:\/\/example\.com\/s\.json.*nothing is fetched/,
    ],
    ['a reference to nothing', { $ref: '#/$defs/none' }, 'schema_invalid', /#\/\$defs\/none/],
    ['a type that does not exist', { type: 'text' }, 'schema_invalid', /"type" must/],
    [
      'a keyword of the wrong type',
      { properties: { a: { minimum: '3' } } },
      'schema_invalid',
      /"properties\.a\.minimum" must be a number, not a string/,
    ],
    ['draft-07 tuples in 2020-12', { items: [{}] }, 'schema_invalid', /"items" must/],
    ['a pattern that is no expression', { pattern: '(' }, 'schema_invalid', /Invalid regular expression/],
  ])('%s', async (_name, schema, code, text) => {
    const fault = await faultOf(schema);
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(text);
  });

  it('compiles again after a failure', async () => {
    await faultOf({ pattern: '(' });
    expect(await check({ pattern: '^a' }, 'a')).toEqual({ ok: true });
  });

  it('keeps nothing of one schema for the next with the same $id', async () => {
    expect(await check({ $id: 'urn:example:x', type: 'string' }, 'a')).toEqual({ ok: true });
    expect(await check({ $id: 'urn:example:x', type: 'number' }, 1)).toEqual({ ok: true });
  });
});

// requirement: schema-bounded
describe('limits', () => {
  const nested = (depth: number): JsonSchema =>
    depth === 1 ? {} : { not: nested(depth - 1) as Record<string, never> };

  it.each([
    ['schemaDepth', 5, nested(4), nested(5), nested(6)],
    ['schemaNodes', 3, { items: {} }, { items: { not: {} } }, { items: { not: { not: {} } } }],
    ['schemaBytes', 20, { title: '1234567' }, { title: '12345678' }, { title: '123456789' }],
  ] as const)('%s', async (limit, bound, below, at, above) => {
    const bounded = ajvValidator({ limits: { [limit]: bound } });
    await bounded.compile(below);
    await bounded.compile(at);
    const fault = await faultOf(above as JsonSchema, bounded);
    expect(fault).toMatchObject({ code: 'schema_invalid', limit });
    expect(fault.message).toContain(`limits.${limit}`);
  });

  it('refuses a cyclic schema object', async () => {
    const cyclic: Record<string, never> = {};
    cyclic['not'] = cyclic as never;
    expect((await faultOf(cyclic)).limit).toBe('schemaDepth');
  });

  it.each([
    ['pattern', { pattern: '^a*$' }, (text: string) => text],
    ['patternProperties', { patternProperties: { '^a*$': {} } }, (text: string) => ({ [text]: 1 })],
    ['pattern below not', { not: { pattern: '^b' } }, (text: string) => text],
  ])('patternInputChars: %s', async (_name, schema, wrap) => {
    const compiled = await ajvValidator({ limits: { patternInputChars: 4 } }).compile(schema);
    expect(compiled.check(wrap('aaa'))).toEqual({ ok: true });
    expect(compiled.check(wrap('aaaa'))).toEqual({ ok: true });
    expect(compiled.check(wrap('aaaaa'))).toMatchObject({
      ok: false,
      problems: [
        { limit: 'patternInputChars', message: expect.stringContaining('limits.patternInputChars') },
      ],
    });
  });

  /** Every level tries the next one twice: 2^40 steps for one value. */
  const explosive = (path: string): JsonSchema => {
    const schemas = Array.from({ length: 40 }, (_, index) => ({
      anyOf: [{ $ref: `#/${path}/${index + 1}` }, { $ref: `#/${path}/${index + 1}` }],
    }));
    return { [path]: [...schemas, { type: 'null' }] as never, $ref: `#/${path}/0` };
  };

  it.each(['x', 'enum', 'examples'])(
    'schemaSteps: alternatives that multiply, kept below %s',
    async (path) => {
      const schema = explosive(path);
      const value = path === 'enum' ? { type: 'null' } : 1;
      const compiled = await ajvValidator({ limits: { schemaSteps: 10_000 } }).compile(schema);
      expect(compiled.check(value)).toMatchObject({ ok: false, problems: [{ limit: 'schemaSteps' }] });
    },
  );

  it('schemaSteps: each item of an array counts', async () => {
    const limits = { schemaSteps: 101, schemaStepsPerPart: 0 };
    const compiled = await ajvValidator({ limits }).compile({ items: { type: 'number' } });
    expect(compiled.check(Array.from({ length: 100 }, () => 1))).toEqual({ ok: true });
    expect(compiled.check(Array.from({ length: 101 }, () => 1))).toMatchObject({ ok: false });
    expect(compiled.check([1]), 'the budget is per check').toEqual({ ok: true });
  });

  it('schemaStepsPerPart: a larger value gets more steps', async () => {
    // 1 + 100 parts, each of which 3 subschemas are applied to.
    const schema: JsonSchema = { items: { allOf: [{ type: 'number' }, { type: 'number' }] } };
    const value = Array.from({ length: 100 }, () => 1);
    for (const [schemaStepsPerPart, ok] of [
      [2, false],
      [3, true],
    ] as const) {
      const limits = { schemaSteps: 1, schemaStepsPerPart };
      const compiled = await ajvValidator({ limits }).compile(schema);
      expect(compiled.check(value).ok).toBe(ok);
    }
  });

  it('an honest value of 10 MB is checked to its end', async () => {
    const schema: JsonSchema = {
      items: { $ref: '#/$defs/item' },
      $defs: {
        item: {
          properties: { id: { type: 'integer' }, name: { type: 'string' }, kind: { $ref: '#/$defs/kind' } },
          required: ['id', 'name', 'kind'],
        },
        kind: { oneOf: ['a', 'b', 'c', 'd'].map((kind) => ({ const: kind })) },
      },
    };
    const value = Array.from({ length: 250_000 }, (_, id) => ({ id, name: `number ${id}`, kind: 'c' }));
    expect(JSON.stringify(value).length).toBeGreaterThan(10_000_000);
    expect(await check(schema, value)).toEqual({ ok: true });
    expect(await check(schema, [...value, { id: 1, name: '', kind: 'e' }])).toMatchObject({
      ok: false,
      problems: [{ path: '/250000/kind', keyword: 'oneOf' }],
    });
  });

  it('schemaStepsInAll: the largest value does not pay for alternatives that multiply', async () => {
    const value = Array.from({ length: 2_000_000 }, () => 1);
    const limits = { schemaStepsInAll: 1_000_000 };
    const compiled = await ajvValidator({ limits }).compile(explosive('x'));
    expect(compiled.check(value)).toMatchObject({ ok: false, problems: [{ limit: 'schemaStepsInAll' }] });
  });

  it('a schema that refers to itself without end', async () => {
    expect(await check({ $ref: '#' }, 1)).toMatchObject({ ok: false, problems: [{ limit: 'schemaSteps' }] });
    const fault = await faultOf({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } });
    expect(fault.message).toContain('refers to itself without end');
  });

  it('compares many distinct objects in linear time', async () => {
    const items = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    expect(await check({ uniqueItems: true }, items)).toEqual({ ok: true });
  });
});

describe('injection', () => {
  it('uses the pattern engine it is given', async () => {
    const seen: string[] = [];
    const patterns = (pattern: string) => ({ test: (text: string) => seen.push(`${pattern} ${text}`) > 0 });
    expect(await explain({ pattern: '(a+)+$' }, 'b', ajvValidator({ patterns }))).toBe('ok');
    expect(seen).toEqual(['(a+)+$ b']);
  });

  it('leaves schema and value untouched', async () => {
    const schema = { properties: { a: { type: 'string', nullable: true, default: 'x' } }, $async: true };
    const value = { b: 1 };
    const before = JSON.stringify([schema, value]);
    await check(schema, value);
    expect(JSON.stringify([schema, value])).toBe(before);
    expect(Object.getOwnPropertyNames(schema)).toEqual(['properties', '$async']);
  });
});
