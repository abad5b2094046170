import { type Clock, onAbort } from '../../transport/index.js';

/** Resolves after `ms`, or at once when `signal` is aborted. Leaves no timer behind. */
export function delay(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      stopTimer();
      unwatch();
      resolve();
    };
    const stopTimer = clock.after(ms, done);
    const unwatch = onAbort(signal, done);
  });
}
