import { describe, expect, it } from 'vitest';
import { Deadlines } from '../../src/client/deadlines.js';
import { FakeClock } from '../support/fake-clock.js';
import { Gate } from '../support/gate.js';

const NEVER = Number.POSITIVE_INFINITY;

function setUp() {
  const clock = new FakeClock();
  return { clock, deadlines: new Deadlines(clock) };
}

describe('a budget', () => {
  it.each([
    { idleMs: 100, totalMs: NEVER, expired: 'idle', at: 100 },
    { idleMs: NEVER, totalMs: 250, expired: 'total', at: 250 },
    { idleMs: 100, totalMs: 100, expired: 'total', at: 100 },
    { idleMs: 0, totalMs: NEVER, expired: 'idle', at: 0 },
  ])('of idle $idleMs and total $totalMs runs out at $at', ({ idleMs, totalMs, expired, at }) => {
    const { clock, deadlines } = setUp();
    const budget = deadlines.start({ idleMs, totalMs, isTotalPaused: false });
    if (at > 0) {
      clock.advance(at - 1);
      expect(budget.expired).toBeUndefined();
      expect(budget.signal.aborted).toBe(false);
    }
    clock.advance(1);
    expect(budget.expired).toBe(expired);
    expect(budget.signal.aborted).toBe(true);
  });

  it('is idle only since the last sign of life', () => {
    const { clock, deadlines } = setUp();
    const budget = deadlines.start({ idleMs: 100, totalMs: 1000, isTotalPaused: false });
    for (let step = 0; step < 11; step += 1) {
      clock.advance(90);
      deadlines.touch(budget);
    }
    expect(budget.expired).toBeUndefined();
    clock.advance(10);
    expect(budget.expired).toBe('total');
  });

  it('does not expire once it was stopped', () => {
    const { clock, deadlines } = setUp();
    const budget = deadlines.start({ idleMs: 100, totalMs: NEVER, isTotalPaused: false });
    deadlines.stop(budget);
    clock.advance(1000);
    expect(budget.expired).toBeUndefined();
  });
});

describe('waiting for a person', () => {
  it.each([
    {
      name: 'one call',
      pause: (d: Deadlines, b: ReturnType<Deadlines['start']>, q: () => Promise<void>) => d.paused(b, q),
    },
    { name: 'all calls', pause: (d: Deadlines, _: unknown, q: () => Promise<void>) => d.allPaused(q) },
  ])('stops the idle time of $name, and starts it anew', async ({ pause }) => {
    const { clock, deadlines } = setUp();
    const budget = deadlines.start({ idleMs: 100, totalMs: NEVER, isTotalPaused: false });
    const gate = new Gate();
    const asking = pause(deadlines, budget, () => gate.promise);
    clock.advance(100_000);
    expect(budget.expired).toBeUndefined();
    gate.open();
    await asking;
    clock.advance(99);
    expect(budget.expired).toBeUndefined();
    clock.advance(1);
    expect(budget.expired).toBe('idle');
  });

  it.each([
    { isTotalPaused: true, expired: undefined },
    { isTotalPaused: false, expired: 'total' },
  ])('stops the total only if it is a default: $isTotalPaused', async ({ isTotalPaused, expired }) => {
    const { clock, deadlines } = setUp();
    const budget = deadlines.start({ idleMs: 100, totalMs: 1000, isTotalPaused });
    const gate = new Gate();
    const asking = deadlines.paused(budget, () => gate.promise);
    clock.advance(5000);
    expect(budget.expired).toBe(expired);
    gate.open();
    await asking;
  });

  it('stops calls that begin meanwhile as well', async () => {
    const { clock, deadlines } = setUp();
    const gate = new Gate();
    const asking = deadlines.allPaused(() => gate.promise);
    const budget = deadlines.start({ idleMs: 100, totalMs: NEVER, isTotalPaused: false });
    clock.advance(5000);
    expect(budget.expired).toBeUndefined();
    gate.open();
    await asking;
    clock.advance(100);
    expect(budget.expired).toBe('idle');
  });
});

describe('the cancellation of a call', () => {
  const SETTINGS = { idleMs: 100, totalMs: NEVER, isTotalPaused: false };

  it.each([
    { title: 'a signal that was asked for before', isAskedBefore: true },
    { title: 'a signal that is asked for later', isAskedBefore: false },
  ])('reaches $title, with its reason', ({ isAskedBefore }) => {
    const { deadlines } = setUp();
    const budget = deadlines.start(SETTINGS);
    const before = isAskedBefore ? budget.signal : undefined;
    expect(budget.isCancelled).toBe(false);
    budget.abort('enough');
    expect(budget.signal).toMatchObject({ aborted: true, reason: 'enough' });
    expect(before ?? budget.signal).toBe(budget.signal);
    expect(budget).toMatchObject({ isCancelled: true, reason: 'enough' });
  });

  it('is told to the listener once', () => {
    const { clock, deadlines } = setUp();
    const budget = deadlines.start(SETTINGS);
    const reasons: unknown[] = [];
    budget.listener = { cancelled: (reason) => reasons.push(reason) };
    clock.advance(100);
    budget.abort('late');
    expect(reasons).toEqual([expect.objectContaining({ name: 'AbortError' })]);
  });

  it('does not come any more once the call was stopped', () => {
    const { clock, deadlines } = setUp();
    const budget = deadlines.start(SETTINGS);
    deadlines.stop(budget);
    clock.advance(1000);
    deadlines.close();
    expect(budget.isCancelled).toBe(false);
  });
});

describe('the timer', () => {
  it('is one for all calls, and none after close', () => {
    const { clock, deadlines } = setUp();
    for (let call = 0; call < 100; call += 1)
      deadlines.start({ idleMs: 100, totalMs: 1000, isTotalPaused: false });
    expect(clock.pending).toBe(1);
    deadlines.close();
    expect(clock.pending).toBe(0);
  });

  it('is moved forward by a shorter budget', () => {
    const { clock, deadlines } = setUp();
    deadlines.start({ idleMs: 1000, totalMs: NEVER, isTotalPaused: false });
    const short = deadlines.start({ idleMs: 10, totalMs: NEVER, isTotalPaused: false });
    clock.advance(10);
    expect(short.expired).toBe('idle');
    expect(clock.nextAt).toBe(1000);
  });
});
