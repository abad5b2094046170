import { describe, expect, it } from 'vitest';
import { LingeringCalls } from '../../../src/transport/http-client/lingering-calls.js';
import { FakeClock } from '../../support/fake-clock.js';

function calls(count: number): { aborted: number; abort(): void }[] {
  return Array.from({ length: count }, () => ({
    aborted: 0,
    abort() {
      this.aborted++;
    },
  }));
}

describe('LingeringCalls', () => {
  it('drops a call after one to two seconds, with one timer for all, and leaves none behind', () => {
    const clock = new FakeClock();
    const lingering = new LingeringCalls(clock);
    const [first, second] = calls(2) as [ReturnType<typeof calls>[0], ReturnType<typeof calls>[0]];
    lingering.add(first);
    clock.advance(500);
    lingering.add(second);
    expect(clock.pending).toBe(1);
    clock.advance(999);
    expect([first.aborted, second.aborted]).toEqual([0, 0]);
    clock.advance(501);
    expect([first.aborted, second.aborted]).toEqual([1, 1]);
    expect(clock.pending).toBe(0);
  });

  it('forgets a call that has ended, young or old', () => {
    const clock = new FakeClock();
    const lingering = new LingeringCalls(clock);
    const [young, old] = calls(2) as [ReturnType<typeof calls>[0], ReturnType<typeof calls>[0]];
    lingering.add(old);
    clock.advance(1000);
    lingering.add(young);
    lingering.delete(young);
    lingering.delete(old);
    clock.advance(10_000);
    expect([young.aborted, old.aborted, clock.pending]).toEqual([0, 0, 0]);
  });

  it('drops all on clear', () => {
    const clock = new FakeClock();
    const lingering = new LingeringCalls(clock);
    const all = calls(3);
    for (const call of all) lingering.add(call);
    lingering.clear();
    expect(all.map((call) => call.aborted)).toEqual([1, 1, 1]);
    expect(clock.pending).toBe(0);
  });
});
