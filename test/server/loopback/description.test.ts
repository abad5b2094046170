import { describe, expect, it } from 'vitest';
import { suggestedTimeout } from '../../../src/server/loopback/description.js';

describe('the timeout that clients should have', () => {
  it.each([
    [undefined, 2_147_483_647],
    [120_000, 150_000],
    [50.5, 30_051],
    [2_147_483_000, 2_147_483_647],
    [1e12, 2_147_483_647],
  ])('for a deadline of %s ms is %i ms', (timeoutMs, suggested) => {
    expect(suggestedTimeout(timeoutMs)).toBe(suggested);
  });
});
