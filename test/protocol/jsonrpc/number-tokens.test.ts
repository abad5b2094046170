import { describe, expect, it } from 'vitest';
import { visitLongNumbers } from '../../../src/protocol/jsonrpc/number-tokens.js';

const visited = (text: string): [string, string][] => {
  const seen: [string, string][] = [];
  visitLongNumbers(text, (path, token) => seen.push([path.join('.'), token]));
  return seen;
};

describe('visitLongNumbers', () => {
  it.each<[string, [path: string, token: string][]]>([
    ['[1,123456789012345]', []],
    ['[1234567890123456]', [['0', '1234567890123456']]],
    [
      '[1e3,2E-7]',
      [
        ['0', '1e3'],
        ['1', '2E-7'],
      ],
    ],
    [
      '{"a":-1.5e10,"b":[null,true,{"c":1234567890.123456789}]}',
      [
        ['a', '-1.5e10'],
        ['b.2.c', '1234567890.123456789'],
      ],
    ],
    [
      '{"a":1e1,"a":2e1}',
      [
        ['a', '1e1'],
        ['a', '2e1'],
      ],
    ],
    ['{"s":"1e1, \\"x\\": 2e1 \\\\","t":3e1}', [['t', '3e1']]],
    ['5e5', [['', '5e5']]],
  ])('%s', (text, tokens) => {
    expect(visited(text)).toEqual(tokens);
  });

  it('reads strings full of escaped quotes, where a careless scanner becomes quadratic', () => {
    const text = (size: number) => `{"s":"${'\\\\\\"'.repeat(size)}","n":1e1}`;
    expect(visited(text(10))).toEqual([['n', '1e1']]);
    expect(visited(text(500_000))).toEqual([['n', '1e1']]);
  });
});
