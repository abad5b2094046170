import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areUnique } from '../../src/schema/unique-items.js';

describe('areUnique', () => {
  it.each<[unknown[], boolean]>([
    [[], true],
    [[1, 1], false],
    [[1, '1', true, 'true', null, 'null'], true],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      false,
    ],
    [[{ a: 1 }, '{"a":1}'], true],
    [
      [
        [1, 2],
        [2, 1],
      ],
      true,
    ],
    [[0, -0], false],
    [[{ ab: 1 }, { a: 1, b: 1 }], true],
  ])('%j is %s', (items, expected) => {
    expect(areUnique(items)).toBe(expected);
  });

  it('agrees with comparing every pair', () => {
    const deepEqual = (a: unknown, b: unknown): boolean => {
      try {
        expect(a).toEqual(b);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 6 }), (items) => {
        const values = JSON.parse(JSON.stringify(items)) as unknown[];
        const pairs = values.flatMap((a, i) => values.slice(i + 1).map((b) => [a, b] as const));
        expect(areUnique(values)).toBe(!pairs.some(([a, b]) => deepEqual(a, b)));
      }),
    );
  });
});
