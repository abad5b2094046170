import { describe, expect, it } from 'vitest';
import type { MirroredParamRow } from '../../../src/protocol/index.js';
import { mirroredParams } from '../../../src/protocol/index.js';

const region = { type: 'string', 'x-mcp-header': 'Region' };
const object = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });

describe('mirroredParams', () => {
  // requirement: http-param-headers-supported
  it.each<[string, unknown, MirroredParamRow[]]>([
    ['no schema', undefined, []],
    ['a boolean schema', true, []],
    ['no annotation', object({ a: { type: 'string' } }), []],
    ['one string', object({ region }), [{ header: 'Region', path: ['region'], type: 'string' }]],
    [
      'all three types, in the order of the schema',
      object({
        c: { type: 'boolean', 'x-mcp-header': 'C' },
        a: { type: 'integer', 'x-mcp-header': 'A' },
        b: { type: 'string', 'x-mcp-header': 'B' },
      }),
      [
        { header: 'C', path: ['c'], type: 'boolean' },
        { header: 'A', path: ['a'], type: 'integer' },
        { header: 'B', path: ['b'], type: 'string' },
      ],
    ],
    [
      'nested properties',
      object({ a: object({ b: object({ c: { type: 'integer', 'x-mcp-header': 'Deep' } }) }) }),
      [{ header: 'Deep', path: ['a', 'b', 'c'], type: 'integer' }],
    ],
    [
      'a type that allows null, as a null argument has no header',
      object({ a: { type: ['null', 'string'], 'x-mcp-header': 'A' } }),
      [{ header: 'A', path: ['a'], type: 'string' }],
    ],
    [
      'every character of a token',
      object({ a: { type: 'string', 'x-mcp-header': "!#$%&'*+-.^_`|~09azAZ" } }),
      [{ header: "!#$%&'*+-.^_`|~09azAZ", path: ['a'], type: 'string' }],
    ],
    [
      'a property that is called like the keyword',
      object({ 'x-mcp-header': { type: 'string' }, properties: { type: 'string', 'x-mcp-header': 'P' } }),
      [{ header: 'P', path: ['properties'], type: 'string' }],
    ],
    [
      'a property named like a member of every object',
      object(JSON.parse('{"__proto__":{"type":"string","x-mcp-header":"P"}}')),
      [{ header: 'P', path: ['__proto__'], type: 'string' }],
    ],
    [
      'values that are data are no schemas',
      object(
        {
          a: {
            const: { 'x-mcp-header': 5 },
            default: { 'x-mcp-header': 5 },
            enum: [{ 'x-mcp-header': 5 }],
            examples: [{ 'x-mcp-header': 5 }],
          },
        },
        { default: { properties: { a: { 'x-mcp-header': 5 } } } },
      ),
      [],
    ],
    [
      'names of definitions are no annotations',
      object({}, { $defs: { 'x-mcp-header': { type: 'string' } } }),
      [],
    ],
  ])('reads %s', (_name, schema, params) => {
    expect(mirroredParams(schema)).toEqual({ ok: true, params });
  });

  // requirement: x-mcp-header-not-empty, x-mcp-header-token, x-mcp-header-no-control-characters
  // requirement: x-mcp-header-unique, x-mcp-header-primitive-only
  it.each<[string, unknown, RegExp]>([
    ['an empty name', object({ a: { type: 'string', 'x-mcp-header': '' } }), /empty at #\/properties\/a/],
    ['a number as name', object({ a: { type: 'string', 'x-mcp-header': 5 } }), /not a string/],
    ['null as name', object({ a: { type: 'string', 'x-mcp-header': null } }), /not a string/],
    ['a blank', object({ a: { type: 'string', 'x-mcp-header': 'My Region' } }), /token/],
    ['a colon', object({ a: { type: 'string', 'x-mcp-header': 'A:B' } }), /token/],
    ['a line feed', object({ a: { type: 'string', 'x-mcp-header': 'A\r\nX: y' } }), /token/],
    ['a line feed at the end', object({ a: { type: 'string', 'x-mcp-header': 'A\n' } }), /token/],
    ['a letter beyond ASCII', object({ a: { type: 'string', 'x-mcp-header': 'Größe' } }), /token/],
    ['number', object({ a: { type: 'number', 'x-mcp-header': 'A' } }), /type/],
    ['object', object({ a: { type: 'object', 'x-mcp-header': 'A' } }), /type/],
    ['array', object({ a: { type: 'array', 'x-mcp-header': 'A' } }), /type/],
    ['null only', object({ a: { type: 'null', 'x-mcp-header': 'A' } }), /type/],
    ['no type', object({ a: { 'x-mcp-header': 'A' } }), /type/],
    ['two types', object({ a: { type: ['string', 'integer'], 'x-mcp-header': 'A' } }), /type/],
    ['number among others', object({ a: { type: ['number', 'null'], 'x-mcp-header': 'A' } }), /type/],
    ['the root', object({}, { 'x-mcp-header': 'A' }), /does not belong to a property.* at #$/],
    [
      'the same name twice',
      object({ a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } }),
      /'REGION' is used twice \(also as 'Region'\)/,
    ],
    ['the same name at two depths', object({ a: object({ region }), region }), /twice/],
    ['one good, one bad', object({ region, b: { type: 'number', 'x-mcp-header': 'B' } }), /'B'/],
  ])('refuses %s', (_name, schema, reason) => {
    expect(mirroredParams(schema)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  // requirement: x-mcp-header-statically-reachable
  it.each<[string, object]>([
    ['items', { items: region }],
    ['items of a list of schemas', { items: [region] }],
    ['prefixItems', { prefixItems: [region] }],
    ['contains', { contains: region }],
    ['oneOf', { oneOf: [object({ region })] }],
    ['anyOf', { anyOf: [{ type: 'object' }, object({ region })] }],
    ['allOf', { allOf: [object({ region })] }],
    ['not', { not: object({ region }) }],
    ['if', { if: object({ region }) }],
    ['then', Object.fromEntries([['then', object({ region })]])],
    ['else', { else: object({ region }) }],
    ['$defs, where a $ref would lead', { $defs: { r: region } }],
    ['definitions', { definitions: { r: object({ region }) } }],
    ['additionalProperties', { additionalProperties: region }],
    ['patternProperties', { patternProperties: { '^r': region } }],
    ['unevaluatedProperties', { unevaluatedProperties: region }],
    ['dependentSchemas', { dependentSchemas: { a: object({ region }) } }],
    ['dependencies', { dependencies: { a: object({ region }) } }],
    ['propertyNames', { propertyNames: region }],
    ['a keyword that nobody knows', { 'x-other': { deep: [region] } }],
  ])('refuses what stands under %s', (keyword, more) => {
    const reason = expect.stringMatching(/not reachable through properties alone, it stands at #\//);
    expect(mirroredParams(object({ a: { type: 'string' } }, more))).toEqual({ ok: false, reason });
    expect(mirroredParams(object({ inner: object({}, more) })), keyword).toEqual({ ok: false, reason });
  });

  it('is bounded', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    expect(mirroredParams(object(properties), { schemaNodes: 10 })).toEqual({ ok: true, params: [] });
    expect(mirroredParams(object(properties), { schemaNodes: 9 })).toEqual({
      ok: false,
      reason: expect.stringContaining('schemaNodes'),
    });
  });

  it('does not fall over a schema with more properties than a call takes arguments', () => {
    const properties = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`p${index}`, {}]));
    expect(mirroredParams(object(properties))).toMatchObject({ ok: false });
    expect(mirroredParams(object(properties), { schemaNodes: 400_000 })).toEqual({ ok: true, params: [] });
  });

  it('does not fall over a deep schema', () => {
    let schema: object = region;
    for (let depth = 0; depth < 5000; depth += 1) schema = object({ a: schema });
    expect(mirroredParams(schema)).toMatchObject({ ok: true });
  });
});
