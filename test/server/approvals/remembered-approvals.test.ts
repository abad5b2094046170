import { describe, expect, it } from 'vitest';
import { RememberedApprovals } from '../../../src/server/approvals/remembered-approvals.js';
import { FakeClock } from '../../support/fake-clock.js';

const remembering = (max = 10) => {
  const clock = new FakeClock();
  return { clock, calls: new RememberedApprovals(clock, max) };
};

describe('a call that was allowed', () => {
  it('is good for one question', () => {
    const { calls } = remembering();
    calls.remember('deploy', { id: 1 });
    expect(calls.take('deploy', { id: 1 })).toBe(true);
    expect(calls.take('deploy', { id: 1 })).toBe(false);
  });

  it('is good for as many as it was allowed', () => {
    const { calls } = remembering();
    calls.remember('deploy', {});
    calls.remember('deploy', {});
    expect([1, 2, 3].map(() => calls.take('deploy', {}))).toEqual([true, true, false]);
  });

  it('is known by its arguments, in whatever order', () => {
    const { calls } = remembering();
    calls.remember('deploy', { a: 1, b: { c: 2, d: 3 } });
    expect(calls.take('deploy', { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  });

  it.each([
    ['another tool', 'destroy', { id: 1 }],
    ['other arguments', 'deploy', { id: 2 }],
    ['more arguments', 'deploy', { id: 1, force: true }],
    ['an argument of another type', 'deploy', { id: '1' }],
  ])('is not %s', (_what, tool, args) => {
    const { calls } = remembering();
    calls.remember('deploy', { id: 1 });
    expect(calls.take(tool, args)).toBe(false);
  });

  it('is forgotten after a minute', () => {
    const { calls, clock } = remembering();
    calls.remember('first', {});
    calls.remember('second', {});
    clock.advance(59_999);
    expect(calls.take('first', {})).toBe(true);
    clock.advance(1);
    expect(calls.take('second', {})).toBe(false);
  });

  it('makes room for newer ones', () => {
    const { calls } = remembering(2);
    for (const tool of ['a', 'b', 'c']) calls.remember(tool, {});
    expect(['a', 'b', 'c'].map((tool) => calls.take(tool, {}))).toEqual([false, true, true]);
  });

  it('is forgotten with all others', () => {
    const { calls } = remembering();
    calls.remember('deploy', {});
    calls.clear();
    expect(calls.take('deploy', {})).toBe(false);
  });
});
