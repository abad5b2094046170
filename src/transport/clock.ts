/** Time, injected so that tests can own it. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /**
   * Runs `action` once after `delayMs`; the returned function cancels it. `Infinity` never fires. With
   * `keepsProcessAlive` a Node process does not end before: for a wait that somebody's answer depends on.
   */
  after(delayMs: number, action: () => void, keepsProcessAlive?: boolean): () => void;
}

/** The longest delay a platform timer takes; a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** The real clock. Its timers do not keep a Node process alive unless they are told to. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: startTimer,
};

function startTimer(delayMs: number, action: () => void, keepsProcessAlive = false): () => void {
  if (delayMs === Number.POSITIVE_INFINITY) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = (remainingMs: number): void => {
    const step = Math.min(remainingMs, MAX_TIMER_MS);
    timer = setTimeout(() => (remainingMs > step ? arm(remainingMs - step) : action()), step);
    if (typeof timer === 'object' && !keepsProcessAlive) timer.unref();
  };
  arm(Math.max(0, delayMs));
  return () => clearTimeout(timer);
}
