import type { Clock } from '../../transport/index.js';

/** How long a call may be silent before its client is told that it goes on. */
export const HEARTBEAT_MS = 20_000;

/** Something that shows a sign of life when it was silent too long. */
export interface Beating {
  beat(): void;
}

/**
 * One timer for all calls that wait. They all wait equally long, so the order in which they showed life is the order in which
 * they are due: a Map that is appended to is the whole queue.
 */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #lastSign = new Map<Beating, number>();
  #isArmed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins to watch, or notes a sign of life. */
  seen(call: Beating): void {
    this.#lastSign.delete(call);
    this.#lastSign.set(call, this.#clock.now());
    if (!this.#isArmed) this.#arm(HEARTBEAT_MS);
  }

  forget(call: Beating): void {
    this.#lastSign.delete(call);
  }

  /** The timer is left to run out when nothing is watched any more: most calls are far shorter than it. */
  #arm(delayMs: number): void {
    this.#isArmed = true;
    this.#clock.after(delayMs, () => this.#fire());
  }

  #fire(): void {
    const now = this.#clock.now();
    for (const [call, at] of this.#lastSign) {
      const remaining = at + HEARTBEAT_MS - now;
      // Calls that were just told are at the end of the queue now, so the loop ends here at the latest.
      if (remaining > 0) {
        this.#arm(remaining);
        return;
      }
      this.seen(call);
      call.beat();
    }
    this.#isArmed = false;
  }
}
