import { Fault } from '../protocol/index.js';
import { onAbort } from '../transport/index.js';

/** The outcome, or a rejection with `cancelled` and this message once `signal` is aborted. Leaves no listener behind. */
export async function orAborted<T>(
  outcome: Promise<T>,
  signal: AbortSignal | undefined,
  message: string,
): Promise<T> {
  if (signal === undefined) return outcome;
  let unwatch: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Fault('cancelled', message, { cause: signal.reason }));
    if (signal.aborted) giveUp();
    else unwatch = onAbort(signal, giveUp);
  });
  try {
    return await Promise.race([outcome, aborted]);
  } finally {
    unwatch?.();
    // Whichever lost the race must not become an unhandled rejection.
    outcome.catch(() => {});
    aborted.catch(() => {});
  }
}
