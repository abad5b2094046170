import type { Clock } from '../clock.js';

/** What to do to a server process that should end. */
export type ShutdownAction = 'end-input' | 'terminate' | 'kill';

export interface ShutdownStep {
  readonly action: ShutdownAction;
  /** How long to wait for the process and all its descendants to be gone before the next step. */
  readonly waitMs: number;
}

export interface ShutdownPlanOptions {
  /** Wait after the end of input, and again after the request to terminate. Default 2,000 ms. */
  readonly graceMs?: number;
  /** The process is not asked first: opening was given up, say. */
  readonly isUrgent?: boolean;
}

const DEFAULT_GRACE_MS = 2000;
/** After a kill there is only the kernel to wait for. */
const KILL_WAIT_MS = 2000;

/**
 * How a server process is taken down: the end of its input, which is the only portable request to end; then SIGTERM;
 * then SIGKILL, each for the whole process group. A step is taken only when the one before did not suffice.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#shutdown
 */
export function shutdownPlan(options: ShutdownPlanOptions = {}): readonly ShutdownStep[] {
  const waitMs = options.graceMs ?? DEFAULT_GRACE_MS;
  const kill: ShutdownStep = { action: 'kill', waitMs: KILL_WAIT_MS };
  if (options.isUrgent === true) return [{ action: 'end-input', waitMs: 0 }, kill];
  return [{ action: 'end-input', waitMs }, { action: 'terminate', waitMs }, kill];
}

/** The process that a plan is carried out on. */
export interface ShutdownSubject {
  perform(action: ShutdownAction): void;
  /** True when neither the process nor any descendant in its group is left. */
  isGone(): boolean;
  /** Calls back whenever it may have become true that the process is gone; returns how to stop that. */
  onChange(listener: () => void): () => void;
}

/** Carries out a plan, step by step, until the subject is gone. Resolves with the last step taken, if any. */
export async function shutDown(
  subject: ShutdownSubject,
  plan: readonly ShutdownStep[],
  clock: Clock,
): Promise<ShutdownAction | undefined> {
  let last: ShutdownAction | undefined;
  for (const { action, waitMs } of plan) {
    if (subject.isGone()) break;
    subject.perform(action);
    last = action;
    await untilGone(subject, waitMs, clock);
  }
  return last;
}

function untilGone(subject: ShutdownSubject, waitMs: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stopTimer();
      stopWatching();
      resolve();
    };
    const stopTimer = clock.after(waitMs, finish);
    const stopWatching = subject.onChange(() => {
      if (subject.isGone()) finish();
    });
  });
}
