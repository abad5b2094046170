import { describe, expect, it } from 'vitest';
import { LazySignal } from '../../../src/transport/http-server/lazy-signal.js';

describe('a lazy signal', () => {
  it('tells who looked before', () => {
    const lazy = new LazySignal();
    const { signal } = lazy;
    expect(signal.aborted).toBe(false);
    lazy.abort('why');
    lazy.abort('again');
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe('why');
    expect(lazy.signal).toBe(signal);
  });

  it('tells who looks later', () => {
    const lazy = new LazySignal();
    expect(lazy.isCancelled).toBe(false);
    lazy.abort('why');
    expect(lazy.isCancelled).toBe(true);
    expect(lazy.signal.reason).toBe('why');
  });

  it('tells its listener, once, and makes no signal for it', () => {
    const lazy = new LazySignal();
    const told: unknown[] = [];
    lazy.listener = { cancelled: (reason) => told.push(reason) };
    lazy.abort('one');
    lazy.abort('two');
    expect(told).toEqual(['one']);
    expect(lazy.reason).toBe('one');
  });
});
