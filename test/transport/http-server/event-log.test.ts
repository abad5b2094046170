import { describe, expect, it } from 'vitest';
import { EventLog, type LoggedEvent } from '../../../src/transport/http-server/event-log.js';

/** What an event costs: its text, and 256. */
const COST = 256 + 10;
const event = (stream: number, position: number, text = 'x'.repeat(10)): LoggedEvent => ({
  stream,
  position,
  text,
  asks: undefined,
});

function log(maxBytes: number) {
  const dropped: LoggedEvent[] = [];
  return { dropped, events: new EventLog(maxBytes, (gone) => dropped.push(gone)) };
}

describe('an event log', () => {
  it('gives the events of one stream behind a position', () => {
    const { events } = log(1e6);
    for (const [stream, position] of [
      [1, 1],
      [2, 1],
      [1, 2],
      [2, 2],
      [1, 3],
    ] as const) {
      events.add(event(stream, position));
    }
    expect(events.after(1, 0).map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(events.after(1, 2).map(({ position }) => position)).toEqual([3]);
    expect(events.after(1, 3)).toEqual([]);
    expect(events.after(2, 1).map(({ position }) => position)).toEqual([2]);
    expect(events.after(3, 0)).toEqual([]);
  });

  it.each([
    { maxBytes: 3 * COST + 1, dropped: 0 },
    { maxBytes: 3 * COST, dropped: 0 },
    { maxBytes: 3 * COST - 1, dropped: 1 },
  ])('with $maxBytes bytes drops $dropped of three', ({ maxBytes, dropped }) => {
    const tested = log(maxBytes);
    for (const position of [1, 2, 3]) tested.events.add(event(1, position));
    expect(tested.dropped.map(({ position }) => position)).toEqual([1, 2, 3].slice(0, dropped));
    expect(tested.events.after(1, 0)).toHaveLength(3 - dropped);
  });

  it('drops an event that is too large by itself, and what was before it', () => {
    const { events, dropped } = log(1000);
    events.add(event(1, 1));
    events.add(event(1, 2, 'x'.repeat(2000)));
    expect(dropped).toHaveLength(2);
    events.add(event(1, 3));
    expect(events.after(1, 0).map(({ position }) => position)).toEqual([3]);
  });

  it('keeps its bounds over many events', () => {
    const { events, dropped } = log(10 * COST);
    for (let position = 1; position <= 10_000; position++) events.add(event(1, position));
    expect(events.after(1, 0).map(({ position }) => position)).toEqual(
      Array.from({ length: 10 }, (_, index) => 9991 + index),
    );
    expect(dropped).toHaveLength(9990);
  });

  it('is empty after it was cleared', () => {
    const { events, dropped } = log(2 * COST);
    events.add(event(1, 1));
    events.clear();
    expect(events.after(1, 0)).toEqual([]);
    events.add(event(1, 2));
    events.add(event(1, 3));
    expect(dropped).toEqual([]);
  });
});
