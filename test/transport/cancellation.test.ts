import { describe, expect, it } from 'vitest';
import {
  type Cancellation,
  cancellationReason,
  isCancelled,
  listenForCancellation,
} from '../../src/transport/cancellation.js';

class Untouchable {
  readonly cancellation: Cancellation = { isCancelled: true, reason: 'enough', listener: undefined };

  get signal(): AbortSignal {
    throw new Error('the signal was made');
  }
}

describe('a caller with a cancellation of its own', () => {
  it('is asked without its signal being made', () => {
    const by = new Untouchable();
    expect(isCancelled(by)).toBe(true);
    expect(cancellationReason(by)).toBe('enough');
  });

  it('gets the listener without its signal being made', () => {
    const by = new Untouchable();
    const listener = { cancelled: () => {} };
    expect(listenForCancellation(by, listener)).toBeUndefined();
    expect(by.cancellation.listener).toBe(listener);
  });
});

describe('a caller with a signal', () => {
  it('tells the listener until it is taken off', () => {
    const told: unknown[] = [];
    const listener = { cancelled: (reason: unknown) => told.push(reason) };
    const [first, second] = [new AbortController(), new AbortController()];
    listenForCancellation({ signal: first.signal }, listener);
    listenForCancellation({ signal: second.signal }, listener)?.();
    first.abort('one');
    second.abort('two');
    expect(told).toEqual(['one']);
  });

  it('may be missing', () => {
    expect(listenForCancellation({}, { cancelled: () => {} })).toBeUndefined();
    expect(isCancelled({})).toBe(false);
  });
});
