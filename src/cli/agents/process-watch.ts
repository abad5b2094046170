const POLL_MS = 500;

/** Watches a process that is no child of ours. */
export interface ProcessWatch {
  /** Aborted when the process is gone. */
  readonly gone: AbortSignal;
  close(): void;
}

/**
 * Tells when a process ends. There is nothing to wait on for one that we did not start, so it is looked for; that does not
 * keep this process alive.
 */
export function watchProcess(pid: number): ProcessWatch {
  const controller = new AbortController();
  const look = (): void => {
    if (isRunning(pid)) return;
    clearInterval(timer);
    controller.abort(new Error(`the process ${pid} is gone`));
  };
  const timer = setInterval(look, POLL_MS);
  timer.unref();
  return { gone: controller.signal, close: () => clearInterval(timer) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
