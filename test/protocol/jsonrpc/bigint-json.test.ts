import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyWithBigints } from '../../../src/protocol/jsonrpc/bigint-json.js';

describe('stringifyWithBigints', () => {
  it('writes what JSON.stringify writes, where there is no bigint', () => {
    const anything = fc.anything({ withBoxedValues: true, withDate: true, withSparseArray: true });
    fc.assert(
      fc.property(anything, (value) => {
        const expected = JSON.stringify({ value });
        expect(stringifyWithBigints({ value }, 1000)).toBe(expected);
      }),
    );
  });

  it.each<[string, unknown]>([
    ['NaN and infinities', { a: Number.NaN, b: Number.POSITIVE_INFINITY }],
    [
      'undefined, functions and symbols',
      { a: undefined, b: () => 1, c: Symbol('x'), d: [undefined, () => 1] },
    ],
    ['a date', { at: new Date(0) }],
    ['toJSON that gives an object with toJSON', { a: { toJSON: () => ({ toJSON: () => 1, b: 2 }) } }],
    ['toJSON that gives undefined', { a: { toJSON: () => undefined }, b: [{ toJSON: () => undefined }] }],
    [
      'toJSON that is told its key',
      { a: { toJSON: (key: string) => key }, b: [{ toJSON: (key: string) => key }] },
    ],
    ['the same object twice, which is no cycle', ((shared) => ({ a: shared, b: [shared] }))({ x: 1 })],
    ['a member named __proto__', JSON.parse('{"__proto__":{"a":1}}')],
  ])('follows JSON.stringify: %s', (_, value) => {
    expect(stringifyWithBigints(value, 10)).toBe(JSON.stringify(value));
  });

  it('writes bigints as their digits, from toJSON too', () => {
    const value = { a: 1n, b: [-(2n ** 80n)], c: { toJSON: () => 3n } };
    expect(stringifyWithBigints(value, 10)).toBe('{"a":1,"b":[-1208925819614629174706176],"c":3}');
  });

  it.each([
    [1, true],
    [2, false],
  ])('with %i levels allowed, two levels are refused: %s', (depth, isRefused) => {
    const write = () => stringifyWithBigints({ a: [1n] }, depth);
    if (isRefused) expect(write).toThrow(/limit jsonDepth \(2\)/);
    else expect(write()).toBe('{"a":[1]}');
  });
});
