import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnsafeIntegers } from '../../../src/protocol/index.js';

describe('findUnsafeIntegers', () => {
  it.each<[string, string, [pointer: string, token: string][]]>([
    ['none', '{"a":1,"b":[9007199254740991,-9007199254740991]}', []],
    ['one at the top', ' 9007199254740993 ', [['', '9007199254740993']]],
    [
      'just beyond, both ways',
      '[9007199254740992,-9007199254740992]',
      [
        ['/0', '9007199254740992'],
        ['/1', '-9007199254740992'],
      ],
    ],
    [
      'in a tool call',
      '{"params":{"arguments":{"ids":[1,1915883588174806058],"x":{"y":12345678901234567890}}}}',
      [
        ['/params/arguments/ids/1', '1915883588174806058'],
        ['/params/arguments/x/y', '12345678901234567890'],
      ],
    ],
    [
      'fractions and exponents are measurements',
      '[1e21,12345678901234567890.5,6.02e23,9007199254740993.0]',
      [],
    ],
    ['a string is no number', '{"9007199254740993":"9007199254740993","a":"\\"x\\":9007199254740993"}', []],
    ['names that a pointer escapes', '{"a/b":{"~":9007199254740993}}', [['/a~1b/~0', '9007199254740993']]],
    ['names with escapes', '{"\\u0061\\"":9007199254740993}', [['/a"', '9007199254740993']]],
    [
      'after containers have closed',
      '{"a":[[],{}],"b":9007199254740993,"c":[{},9007199254740993]}',
      [
        ['/b', '9007199254740993'],
        ['/c/1', '9007199254740993'],
      ],
    ],
    ['white space everywhere', '{ "a" :\n[ 1 ,\t9007199254740993 ] }', [['/a/1', '9007199254740993']]],
    ['leading zeros are not JSON but do no harm', '[00000000000000000001]', []],
  ])('%s', (_, text, found) => {
    expect(findUnsafeIntegers(text).map(({ pointer, token }) => [pointer, token])).toEqual(found);
  });

  it('finds what was put anywhere, with its place', () => {
    const path = fc.array(fc.oneof(fc.string(), fc.nat({ max: 3 })), { maxLength: 5 });
    fc.assert(
      fc.property(path, fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }), (parts, integer) => {
        const text = parts.reduceRight<string>(
          (inner, part) =>
            typeof part === 'number'
              ? `[${'"",'.repeat(part)}${inner},{"z":[]}]`
              : `{"first":["9007199254740993"],${JSON.stringify(part)}:${inner}}`,
          integer.toString(),
        );
        const pointer = parts
          .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
          .join('');
        expect(findUnsafeIntegers(text)).toEqual([{ pointer, token: integer.toString() }]);
      }),
    );
  });

  it('stops after the number it was asked for', () => {
    const text = `[${Array(10).fill('9007199254740993').join(',')}]`;
    expect(findUnsafeIntegers(text, 3)).toHaveLength(3);
  });

  it('ends and does not throw on text that is not JSON', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '-',
      '1',
      '9007199254740993',
      'x',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((parts) => parts.join('')),
        (text) => {
          expect(Array.isArray(findUnsafeIntegers(text))).toBe(true);
        },
      ),
    );
  });
});
