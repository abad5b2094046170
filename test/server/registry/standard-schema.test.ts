import { describe, expect, it } from 'vitest';
import {
  emittedSchema,
  isStandardSchema,
  type StandardParameters,
} from '../../../src/server/registry/standard-schema.js';

const object = { type: 'object', properties: {} };
const standard = { version: 1 as const, vendor: 'lib', validate: (value: unknown) => ({ value }) };
const withConverter = (
  input: (options: { target: string }) => Record<string, unknown>,
): StandardParameters => ({
  '~standard': { ...standard, jsonSchema: { input } },
});

describe('a schema of a library', () => {
  it.each([
    ['an object', { '~standard': standard }, true],
    ['a function', Object.assign(() => {}, { '~standard': standard }), true],
    ['a JSON Schema', { type: 'object' }, false],
    ['something with the name only', { '~standard': { vendor: 'lib' } }, false],
    ['null', null, false],
    ['text', 'text', false],
  ])('is recognised when it is %s', (_what, value, is) => {
    expect(isStandardSchema(value)).toBe(is);
  });

  it('is written as JSON Schema 2020-12 by Standard JSON Schema', () => {
    const schema = withConverter(({ target }) => ({ ...object, target }));
    expect(emittedSchema(schema, 't')).toEqual({ ...object, target: 'draft-2020-12' });
  });

  it('is written as draft-07 when the library has nothing newer', () => {
    const schema = withConverter(({ target }) => {
      if (target === 'draft-2020-12') throw new Error('unsupported target');
      return { ...object, target };
    });
    expect(emittedSchema(schema, 't')).toEqual({ ...object, target: 'draft-07' });
  });

  it.each(['toJsonSchema', 'toJSONSchema'])(
    'is written by its method %s where there is no converter',
    (name) => {
      const schema = {
        '~standard': standard,
        mine: object,
        [name](this: { mine: unknown }) {
          return this.mine;
        },
      };
      expect(emittedSchema(schema, 't')).toBe(object);
    },
  );

  it.each([
    ['cannot be written at all', { '~standard': standard }, /lib does not say how.*~standard\.jsonSchema/],
    [
      'has parts that cannot be written',
      withConverter(() => {
        throw new Error('no dates');
      }),
      /'t'.*lib cannot write this schema as JSON Schema: no dates/,
    ],
    ['is written later', withConverter(() => Promise.reject(new Error('late')) as never), /only later/],
    ['is written as nothing', withConverter(() => undefined as never), /does not say how/],
  ])('that %s is refused by name', (_what, schema, message) => {
    expect(() => emittedSchema(schema as StandardParameters, 't')).toThrow(message);
    expect(() => emittedSchema(schema as StandardParameters, 't')).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });
});
