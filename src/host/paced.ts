import type { Clock } from '../transport/index.js';

/**
 * Does one thing whenever it is asked for, at once after a pause and otherwise as soon as the pause is over. However
 * often it is asked meanwhile, it is done once; and never twice at the same time.
 */
export class Paced {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  readonly #run: () => Promise<void>;
  #lastAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isAsked = false;
  #stopTimer: (() => void) | undefined;

  /** @param run never rejects */
  constructor(clock: Clock, pauseMs: number, run: () => Promise<void>) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
    this.#run = run;
  }

  ask(): void {
    this.#isAsked = true;
    if (this.#isRunning || this.#stopTimer !== undefined) return;
    const waitMs = this.#lastAt + this.#pauseMs - this.#clock.now();
    if (waitMs > 0) this.#stopTimer = this.#clock.after(waitMs, () => void this.#begin());
    else void this.#begin();
  }

  /** Forgets what was asked for, and the pause. What runs already goes on. */
  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#isAsked = false;
    this.#lastAt = Number.NEGATIVE_INFINITY;
  }

  async #begin(): Promise<void> {
    this.#stopTimer = undefined;
    this.#isAsked = false;
    this.#isRunning = true;
    this.#lastAt = this.#clock.now();
    await this.#run();
    this.#isRunning = false;
    if (this.#isAsked) this.ask();
  }
}
