import { describe, expect, it } from 'vitest';
import { DeadlineQueue } from '../../../src/transport/http-server/deadline-queue.js';
import { FakeClock } from '../../support/fake-clock.js';

function queue(delayMs: number) {
  const clock = new FakeClock();
  const due: string[] = [];
  return { clock, due, items: new DeadlineQueue<string>(clock, delayMs, (item) => due.push(item)) };
}

describe('a deadline queue', () => {
  it('tells each item once, after the delay', () => {
    const { clock, due, items } = queue(1000);
    items.put('a');
    clock.advance(999);
    expect(due).toEqual([]);
    clock.advance(1);
    expect(due).toEqual(['a']);
    clock.advance(10_000);
    expect(due).toEqual(['a']);
    expect(clock.pending).toBe(0);
  });

  it('meets deadlines together that are close, at most a sixteenth early', () => {
    const { clock, due, items } = queue(1600);
    items.put('a');
    clock.advance(100);
    items.put('b');
    clock.advance(1);
    items.put('c');
    clock.advance(1499);
    expect(due).toEqual(['a', 'b']);
    clock.advance(101);
    expect(due).toEqual(['a', 'b', 'c']);
  });

  it('has one timer, however many items come and go', () => {
    const { clock, due, items } = queue(1000);
    for (let index = 0; index < 1000; index++) {
      items.put(`${index}`);
      if (index % 2 === 0) items.remove(`${index}`);
      expect(clock.pending).toBe(1);
    }
    clock.advance(1000);
    expect(due).toHaveLength(500);
  });

  it('starts the time of an item again when it is put again', () => {
    const { clock, due, items } = queue(1000);
    items.put('a');
    items.put('b');
    clock.advance(900);
    items.put('a');
    expect([...items.items()]).toEqual(['b', 'a']);
    clock.advance(100);
    expect(due).toEqual(['b']);
    clock.advance(900);
    expect(due).toEqual(['b', 'a']);
  });

  it('lets an item that is due come back', () => {
    const clock = new FakeClock();
    let rounds = 0;
    const items = new DeadlineQueue<string>(clock, 100, (item) => {
      rounds += 1;
      items.put(item);
    });
    items.put('a');
    clock.advance(1000);
    expect(rounds).toBe(10);
    items.clear();
    expect(clock.pending).toBe(0);
  });

  it('never tells anything with an endless delay', () => {
    const { clock, due, items } = queue(Number.POSITIVE_INFINITY);
    items.put('a');
    clock.advance(1e9);
    expect(due).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
