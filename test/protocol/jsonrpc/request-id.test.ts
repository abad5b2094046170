import { describe, expect, it } from 'vitest';
import { canonicalId, isRequestId, sameId } from '../../../src/protocol/index.js';

describe('isRequestId', () => {
  it.each([0, -1, '', '7', 9007199254740991, 2n ** 64n, 5n])('takes %s', (id) => {
    expect(isRequestId(id)).toBe(true);
  });

  it.each([null, undefined, true, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, {}, []])(
    'refuses %s',
    (id) => {
      expect(isRequestId(id)).toBe(false);
    },
  );
});

describe('ids', () => {
  it.each([
    [0, -0, true],
    [7, 7n, true],
    [2n ** 60n, 2n ** 60n, true],
    [7, '7', false],
    [0, '', false],
    ['7', 7n, false],
    [2n ** 53n + 1n, 2n ** 53n, false],
  ])('%s and %s are the same: %s', (left, right, isSame) => {
    expect(sameId(left, right)).toBe(isSame);
    expect(new Set([canonicalId(left), canonicalId(right)]).size).toBe(isSame ? 1 : 2);
  });
});
