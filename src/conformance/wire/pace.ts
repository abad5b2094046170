import type { Clock } from '../../transport/index.js';

/** Lets at most so many requests start in a second, evenly spaced. */
export class Pace {
  readonly #clock: Clock;
  readonly #gapMs: number;
  #nextAt = 0;

  /** `perSecond`: undefined for no limit. */
  constructor(clock: Clock, perSecond: number | undefined) {
    this.#clock = clock;
    this.#gapMs = perSecond === undefined ? 0 : 1000 / perSecond;
  }

  /** Calls `start` when it is its turn: at once where there is no limit. */
  run(start: () => void): void {
    if (this.#gapMs === 0) {
      start();
      return;
    }
    const now = this.#clock.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#gapMs;
    if (at <= now) start();
    else this.#clock.after(at - now, start, true);
  }
}
