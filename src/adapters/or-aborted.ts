/** Ends the wait for something on an abort, whether or not that looks at the signal itself. Rejects with its reason. */
export async function orAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    // What was started may have aborted itself, and that is told only once.
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([running, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
