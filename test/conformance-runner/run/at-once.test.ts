import { expect, it } from 'vitest';
import { AtOnce } from '../../../src/conformance/run/at-once.js';
import { Gate } from '../../support/gate.js';
import { nextTurn } from '../../support/turn.js';

it('runs so many at once, in order, and goes on after a failure', async () => {
  const atOnce = new AtOnce(2);
  const gates = [new Gate(), new Gate(), new Gate(), new Gate()];
  const started: number[] = [];
  const runs = gates.map((gate, index) =>
    atOnce.run(async () => {
      started.push(index);
      await gate.promise;
    }),
  );
  await nextTurn();
  expect(started).toEqual([0, 1]);
  gates[1]?.fail(new Error('no'));
  await expect(runs[1]).rejects.toThrow('no');
  await nextTurn();
  expect(started).toEqual([0, 1, 2]);
  gates[0]?.open();
  await nextTurn();
  expect(started).toEqual([0, 1, 2, 3]);
  for (const gate of gates) gate.open();
  await Promise.allSettled(runs);
});

it.each([0, -1, 0.5])('runs one at a time for %j', async (limit) => {
  expect(await new AtOnce(limit).run(async () => 7)).toBe(7);
});
