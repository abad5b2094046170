import type { Clock } from '../../transport/index.js';

/** Resolves after `ms`, or at once when `signal` is aborted. Leaves no timer behind. */
export function delay(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const stopTimer = clock.after(ms, done);
    function done(): void {
      stopTimer();
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
