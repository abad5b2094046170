import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/transport/index.js';

describe('systemClock', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it.each([
    [undefined, false],
    [false, false],
    [true, true],
  ])('keeps the process alive only when told to: %s', (keepsProcessAlive, expected) => {
    const made = vi.spyOn(globalThis, 'setTimeout');
    const cancel = systemClock.after(60_000, () => {}, keepsProcessAlive);
    const timer = made.mock.results[0]?.value as NodeJS.Timeout;
    expect(timer.hasRef()).toBe(expected);
    cancel();
  });

  it('waits longer than a platform timer can, and cancels then, too', () => {
    vi.useFakeTimers();
    const fired: string[] = [];
    const DAY = 24 * 3600 * 1000;
    systemClock.after(60 * DAY, () => fired.push('first'));
    const cancel = systemClock.after(61 * DAY, () => fired.push('second'));
    vi.advanceTimersByTime(59 * DAY);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(DAY);
    expect(fired).toEqual(['first']);
    cancel();
    vi.advanceTimersByTime(10 * DAY);
    expect(fired).toEqual(['first']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never fires for Infinity, and at once for what is past', () => {
    vi.useFakeTimers();
    const fired: string[] = [];
    systemClock.after(Number.POSITIVE_INFINITY, () => fired.push('never'))();
    systemClock.after(-5, () => fired.push('now'));
    vi.advanceTimersByTime(0);
    expect(fired).toEqual(['now']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
