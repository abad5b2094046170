import { describe, expect, it } from 'vitest';
import type { Revision } from '../../../src/protocol/index.js';
import {
  any,
  anyObject,
  array,
  boolean,
  enumeration,
  from,
  hidden,
  inline,
  integer,
  literal,
  map,
  nothing,
  number,
  object,
  optional,
  string,
  token,
  tolerant,
  union,
  until,
  versions,
} from '../../../src/protocol/shape/build.js';
import { type Definitions, emitShape } from '../../../src/protocol/shape/emit.js';
import type { Shape } from '../../../src/protocol/shape/shape.js';

const modern = { since: '2026-07-28' } as const;
const plain: readonly (readonly [string, Shape<unknown>, object])[] = [
  ['anything', any(), {}],
  ['a string', string(), { type: 'string' }],
  ['a format', string('uri'), { type: 'string', format: 'uri' }],
  ['a number', number({ min: 0, max: 1 }), { type: 'number', minimum: 0, maximum: 1 }],
  ['an integer', integer(), { type: 'integer' }],
  ['a boolean', boolean(), { type: 'boolean' }],
  ['null', nothing(), { type: 'null' }],
  ['a literal', literal('a'), { type: 'string', const: 'a' }],
  ['a number literal', literal(-1), { type: 'integer', const: -1 }],
  ['an enumeration', enumeration(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  ['an array', array(string()), { type: 'array', items: { type: 'string' } }],
  ['any object', anyObject(), { type: 'object' }],
  ['a map', map(string()), { type: 'object', additionalProperties: { type: 'string' } }],
  ['an empty object', inline({}), { type: 'object' }],
  ['what is strict', tolerant(literal('a'), string()), { type: 'string', const: 'a' }],
];

const emitIn = (revision: Revision, shape: Shape<unknown>) => {
  const into: Definitions = { revision, defs: {} };
  return { schema: emitShape(shape, into), defs: into.defs };
};

describe('emitShape', () => {
  it.each(plain)('writes %s', (_, shape, expected) => {
    expect(emitIn('2026-07-28', shape)).toEqual({ schema: expected, defs: {} });
  });

  it('puts a named shape among the definitions, once', () => {
    const id = token('Id');
    const { schema, defs } = emitIn('2026-07-28', inline({ a: id, b: id }));
    expect(schema['properties']).toEqual({ a: { $ref: '#/$defs/Id' }, b: { $ref: '#/$defs/Id' } });
    expect(defs).toEqual({ Id: { type: ['string', 'integer'] } });
  });

  it('leaves out members and requirements of other revisions', () => {
    const thing = object('Thing', {
      name: string(),
      title: optional(string(), { since: '2025-06-18' }),
      resultType: optional(string(), { ...modern, required: modern }),
      type: hidden(literal('x'), { until: '2024-11-05', required: { until: '2024-11-05' } }),
    });
    expect(emitIn('2024-11-05', thing).defs['Thing']).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, type: { type: 'string', const: 'x' } },
      required: ['name', 'type'],
    });
    expect(emitIn('2026-07-28', thing).defs['Thing']).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, title: { type: 'string' }, resultType: { type: 'string' } },
      required: ['name', 'resultType'],
    });
  });

  it('leaves out variants, versions and limits of other revisions', () => {
    const either = union(undefined, [string(), from('2026-07-28', integer())]);
    const versioned = versions([until('2025-11-25', anyObject()), from('2026-07-28', any())]);
    const limited = array(either, [{ value: 3, range: modern }]);
    expect(emitIn('2025-11-25', limited).schema).toEqual({ type: 'array', items: { type: 'string' } });
    expect(emitIn('2026-07-28', limited).schema).toEqual({
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      maxItems: 3,
    });
    expect(emitIn('2025-11-25', versioned).schema).toEqual({ type: 'object' });
    expect(emitIn('2026-07-28', versioned).schema).toEqual({});
  });
});
