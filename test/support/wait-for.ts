/** For what takes programs of others some seconds, and a minute where many run. */
export const BUSY_MS = 60_000;

/** Polls until `condition` holds. Fails, naming what was waited for, after `timeoutMs` (default 10 s). */
export async function waitFor(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > until) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}`);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}
