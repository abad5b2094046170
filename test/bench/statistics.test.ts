import { describe, expect, it } from 'vitest';
import { exponentOf, median, noiseOf } from '../../bench/statistics.mjs';

describe('median', () => {
  it.each([
    [[3], 3],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[1, 1, 1000], 1],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('noiseOf', () => {
  it.each([
    [[5], 0],
    [[5, 5, 5], 0],
    [[1, 2, 3, 4, 5], 1],
  ])('of %j is %d', (values, expected) => {
    expect(noiseOf(values)).toBe(expected);
  });
});

describe('exponentOf', () => {
  it.each([0, 0.5, 1, 2])('finds an exponent of %d', (exponent) => {
    const points = [10, 100, 1000, 10_000].map((size) => ({ size, cost: 3 * size ** exponent }));
    expect(exponentOf(points)).toBeCloseTo(exponent, 6);
  });
});
