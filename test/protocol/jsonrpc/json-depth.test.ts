import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeDeeperThan, isDeeperThan } from '../../../src/protocol/jsonrpc/json-depth.js';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('isDeeperThan', () => {
  it.each<[unknown, number]>([
    [5, 0],
    ['text', 0],
    [null, 0],
    [{}, 1],
    [[], 1],
    [{ a: null }, 1],
    [{ a: [] }, 2],
    [[{ a: 1 }, { b: { c: [] } }], 4],
  ])('%j has depth %i', (value, depth) => {
    expect(isDeeperThan(value, depth - 1)).toBe(depth > 0);
    expect(isDeeperThan(value, depth)).toBe(false);
    expect(isDeeperThan(value, depth + 1)).toBe(false);
  });

  it('agrees with counting, and so does the short cut over the length of the text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 8 }), (value, limit) => {
        const isDeeper = depthOf(value) > limit;
        expect(isDeeperThan(value, limit)).toBe(isDeeper);
        if (isDeeper) expect(canBeDeeperThan(JSON.stringify(value).length, limit)).toBe(true);
      }),
    );
  });

  it('ends on a circular value', () => {
    const circular: Record<string, unknown> = {};
    circular.self = [circular];
    expect(isDeeperThan(circular, 128)).toBe(true);
  });
});
