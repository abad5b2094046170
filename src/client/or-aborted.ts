import { onAbort } from '../transport/index.js';

/** The outcome of `promise`, or a rejection with the signal's reason as soon as it is aborted. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let unwatch: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else unwatch = onAbort(signal, reject);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    unwatch?.();
    // Whichever lost the race must not become an unhandled rejection.
    promise.catch(() => {});
    aborted.catch(() => {});
  }
}
