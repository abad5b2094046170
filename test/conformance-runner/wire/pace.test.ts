import { expect, it } from 'vitest';
import { Pace } from '../../../src/conformance/wire/pace.js';
import { FakeClock } from '../../support/fake-clock.js';

it('starts everything at once without a limit', () => {
  const clock = new FakeClock();
  const pace = new Pace(clock, undefined);
  let started = 0;
  for (let count = 0; count < 5; count++) pace.run(() => started++);
  expect([started, clock.pending]).toEqual([5, 0]);
});

it('spaces starts evenly, and does not save up', () => {
  const clock = new FakeClock();
  const pace = new Pace(clock, 4);
  const starts: number[] = [];
  const run = () => pace.run(() => starts.push(clock.now()));
  run();
  run();
  run();
  clock.advance(10_000);
  run();
  run();
  clock.advance(10_000);
  expect(starts).toEqual([0, 250, 500, 10_000, 10_250]);
});
