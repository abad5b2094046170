import { describe, expect, it } from 'vitest';
import { Paced } from '../../src/host/paced.js';
import { FakeClock } from '../support/fake-clock.js';
import { Gate } from '../support/gate.js';

function paced() {
  const clock = new FakeClock();
  const gates: Gate[] = [];
  const thing = new Paced(clock, 1_000, () => {
    const gate = new Gate();
    gates.push(gate);
    return gate.promise;
  });
  const finish = async (): Promise<void> => {
    const gate = gates.at(-1);
    gate?.open();
    await gate?.promise;
    await Promise.resolve();
  };
  return { thing, clock, finish, runs: () => gates.length };
}

describe('what is paced', () => {
  it('is done at once, and once more for all that is asked meanwhile, after the pause', async () => {
    const { thing, clock, finish, runs } = paced();
    for (let asked = 0; asked < 100; asked += 1) thing.ask();
    expect(runs()).toBe(1);
    await finish();
    expect(runs()).toBe(1);
    clock.advance(999);
    expect(runs()).toBe(1);
    clock.advance(1);
    expect(runs()).toBe(2);
    await finish();
    expect(clock.pending).toBe(0);
  });

  it('waits for no pause that is over, and never runs twice at the same time', async () => {
    const { thing, clock, finish, runs } = paced();
    thing.ask();
    clock.advance(5_000);
    thing.ask();
    expect(runs()).toBe(1);
    await finish();
    expect(runs()).toBe(2);
  });

  it('is forgotten when it is stopped, and begins anew', async () => {
    const { thing, clock, finish, runs } = paced();
    thing.ask();
    await finish();
    thing.ask();
    thing.stop();
    clock.advance(5_000);
    expect([runs(), clock.pending]).toEqual([1, 0]);
    thing.ask();
    expect(runs()).toBe(2);
  });
});
