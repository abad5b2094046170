import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import { ajvValidator } from '../../../src/schema/index.js';
import type { ToolArgumentError } from '../../../src/server/index.js';
import { jsonSchemaCheck, standardCheck } from '../../../src/server/registry/argument-check.js';
import type { StandardResult } from '../../../src/server/registry/standard-schema.js';

const properties = { a: { type: 'integer' }, b: { type: 'string' } };
const base = { type: 'object', properties, required: ['a'] };
const check = (schema: JsonObject, args: JsonObject) =>
  jsonSchemaCheck('t', schema, () => ajvValidator())(args);
const offending = (error: unknown) => (error as ToolArgumentError).offending;
const caught = (outcome: Promise<unknown>) => outcome.catch((error) => error) as Promise<ToolArgumentError>;

describe('arguments outside `properties`', () => {
  it.each<[string, JsonObject, boolean]>([
    ['nothing more', {}, false],
    ['additionalProperties: true', { additionalProperties: true }, true],
    ['additionalProperties: a schema', { additionalProperties: { type: 'integer' } }, true],
    ['additionalProperties: another schema', { additionalProperties: { type: 'string' } }, false],
    ['additionalProperties: false', { additionalProperties: false }, false],
    ['patternProperties that match', { patternProperties: { '^x': {} } }, true],
    [
      'patternProperties, and no others',
      { patternProperties: { '^y': {} }, additionalProperties: false },
      false,
    ],
    ['propertyNames', { propertyNames: { maxLength: 9 } }, true],
    ['allOf', { allOf: [{ properties: { x: {} } }] }, true],
    ['anyOf', { anyOf: [true] }, true],
    ['oneOf', { oneOf: [true] }, true],
    ['if and else', { if: false, else: true }, true],
    ['$ref', { $ref: '#/$defs/d', $defs: { d: true } }, true],
    ['unevaluatedProperties: false', { unevaluatedProperties: false }, false],
    ['only definitions', { $defs: { d: true } }, false],
    ['only a dialect', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, false],
  ])('with %s: taken is %s', async (_keyword, more, isTaken) => {
    const outcome = await caught(check({ ...base, ...more }, { a: 1, x: 1 }));
    if (isTaken) expect(outcome).toEqual({ a: 1, x: 1 });
    else expect(outcome).toMatchObject({ name: 'ToolArgumentError', accepted: ['a', 'b'] });
  });

  it('are told by name, together with what is missing', async () => {
    const error = await caught(check(base, { x: 1, b: 3 }));
    expect(offending(error)).toEqual(['x', 'a']);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'are not found on a prototype: %s',
    async (name) => {
      const args = JSON.parse(`{"a":1,"${name}":1}`);
      expect(offending(await caught(check(base, args)))).toEqual([name]);
    },
  );
});

describe('arguments in `properties`', () => {
  it('that match are what the body gets, unchanged', async () => {
    const args = { a: 1, b: 'x' };
    expect(await check(base, args)).toBe(args);
  });

  it.each<[JsonObject, string[], RegExp]>([
    [{ a: 'one' }, ['a'], /invalid argument\(s\) \['a'\]: "a" must be an integer, not a string/],
    [{ a: 1, b: null }, ['b'], /"b" must be a string, not null/],
    [{}, ['a'], /missing required argument\(s\) \['a'\]/],
    [{ a: undefined } as JsonObject, ['a'], /a/],
  ])('%j are refused', async (args, names, message) => {
    const error = await caught(check(base, args));
    expect(error.name).toBe('ToolArgumentError');
    expect(offending(error)).toEqual(names);
    expect(error.message).toMatch(message);
  });

  it('name the argument, not what is inside it', async () => {
    const schema = {
      type: 'object',
      properties: { 'a/b~c': { type: 'object', properties: { n: { type: 'integer' } } } },
    };
    const error = await caught(check(schema, { 'a/b~c': { n: 'x' } }));
    expect(offending(error)).toEqual(['a/b~c']);
  });

  it('never repeat a value', async () => {
    const error = await caught(check(base, { a: 's3cret-value' }));
    expect(error.message).not.toContain('s3cret-value');
  });
});

describe('a schema that cannot be used', () => {
  it('is a fault of the tool, not of the caller', async () => {
    const schema = { type: 'object', properties: { a: { type: 'nonsense' } } };
    await expect(check(schema, { a: 1 })).rejects.toMatchObject({ code: 'schema_invalid' });
  });
});

describe('a schema of a library', () => {
  const library = (validate: (value: unknown) => StandardResult<unknown>) => ({
    '~standard': { version: 1 as const, vendor: 'lib', validate },
  });

  it('gives the body what the library made of the arguments', async () => {
    const double = library((value) => ({ value: { a: (value as { a: number }).a * 2 } }));
    expect(await standardCheck('t', base, double)({ a: 2 })).toEqual({ a: 4 });
  });

  it('may check asynchronously', async () => {
    const later = {
      '~standard': { ...library(() => ({ value: 1 }))['~standard'], validate: async () => ({ value: 7 }) },
    };
    expect(await standardCheck('t', base, later)({ a: 2 })).toBe(7);
  });

  it('says what is wrong in the words of the library', async () => {
    const picky = library(() => ({
      issues: [
        { message: 'too small', path: ['a'] },
        { message: 'bad', path: [{ key: 'b' }, 0] },
        { message: 'not together' },
      ],
    }));
    await expect(standardCheck('t', base, picky)({ a: 2 })).rejects.toMatchObject({
      offending: ['a', 'b'],
      message: expect.stringContaining('"a": too small; "b.0": bad; not together'),
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new TypeError('lib bug');
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('lib bug')) as never],
  ])('that %s is a fault of the tool, not of the caller', async (_how, validate) => {
    await expect(standardCheck('t', base, library(validate))({ a: 1 })).rejects.toMatchObject({
      name: 'TypeError',
      message: 'lib bug',
    });
  });

  it('is not asked about names that the model was not shown', async () => {
    const all = library((value) => ({ value }));
    await expect(standardCheck('t', base, all)({ a: 1, x: 1 })).rejects.toMatchObject({ offending: ['x'] });
  });
});
