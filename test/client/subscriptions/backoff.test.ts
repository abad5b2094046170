import { describe, expect, it } from 'vitest';
import { Backoff } from '../../../src/client/subscriptions/backoff.js';

describe('Backoff', () => {
  it('doubles up to a minute, and never waits less than half', () => {
    const longest = new Backoff(() => 1);
    const shortest = new Backoff(() => 0);
    expect(Array.from({ length: 8 }, () => longest.nextDelayMs(0))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
    ]);
    expect(Array.from({ length: 3 }, () => shortest.nextDelayMs(59_999))).toEqual([500, 1000, 2000]);
  });

  it('starts from the beginning after a stream that held for a minute', () => {
    const backoff = new Backoff(() => 1);
    backoff.nextDelayMs(0);
    backoff.nextDelayMs(0);
    expect(backoff.nextDelayMs(60_000)).toBe(1000);
  });
});
