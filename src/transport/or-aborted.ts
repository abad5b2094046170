import { onAbort } from './abort-watch.js';

/**
 * The outcome of `promise`, or a rejection as soon as `signal` is aborted, whether or not what was started looks at the
 * signal itself. Leaves no listener behind, and no unhandled rejection of whichever comes second.
 *
 * @param failure makes what it rejects with of the signal's reason. Default: the reason itself.
 */
export async function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  failure: (reason: unknown) => unknown = (reason) => reason,
): Promise<T> {
  let unwatch: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = (reason: unknown): void => reject(failure(reason));
    if (signal.aborted) giveUp(signal.reason);
    else unwatch = onAbort(signal, giveUp);
  });
  try {
    // The race takes care of both rejections.
    return await Promise.race([promise, aborted]);
  } finally {
    unwatch?.();
  }
}
