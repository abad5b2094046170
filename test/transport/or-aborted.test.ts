import { describe, expect, it } from 'vitest';
import { orAborted } from '../../src/transport/or-aborted.js';

describe('a wait', () => {
  it('ends with what it waits for', async () => {
    const { signal } = new AbortController();
    expect(await orAborted(Promise.resolve(5), signal)).toBe(5);
    await expect(orAborted(Promise.reject(new Error('away')), signal)).rejects.toThrow('away');
  });

  it('ends with an abort, and what fails later is nobody’s concern', async () => {
    const stop = new AbortController();
    let fail: (error: Error) => void = () => {};
    const running = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const waiting = orAborted(running, stop.signal);
    const reason = new Error('stopped');
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    fail(new Error('late'));
  });

  it('ends at once when the abort came before it', async () => {
    const reason = new Error('stopped');
    const never = new Promise<never>(() => {});
    await expect(orAborted(never, AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(orAborted(Promise.reject(new Error('late')), AbortSignal.abort(reason))).rejects.toThrow();
  });
});
