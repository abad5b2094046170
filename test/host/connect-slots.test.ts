import { describe, expect, it } from 'vitest';
import { ConnectSlots } from '../../src/host/connect-slots.js';
import { Gate } from '../support/gate.js';
import { nextTurn } from '../support/turn.js';

describe('slots', () => {
  it('run as many at once as there are, in order, also when one fails', async () => {
    const slots = new ConnectSlots(2);
    const gates = [new Gate(), new Gate(), new Gate(), new Gate()];
    const began: number[] = [];
    const runs = gates.map((gate, at) =>
      slots.run(() => {
        began.push(at);
        return gate.promise.then(() => at);
      }),
    );
    const outcomes = Promise.allSettled(runs);
    await nextTurn();
    expect(began).toEqual([0, 1]);
    gates[1]?.fail(new Error('no'));
    await nextTurn();
    expect(began).toEqual([0, 1, 2]);
    for (const gate of gates) gate.open();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(began).toEqual([0, 1, 2, 3]);
    expect(await slots.run(async () => 'free again')).toBe('free again');
  });
});
