const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
const STEADY_MS = 60_000;

/**
 * How long to wait before opening a stream again. The delay doubles after every loss, also when the server closed the
 * stream in good order: a server that answers and closes at once must not be asked in a storm. A stream that held for
 * a minute starts from the beginning. `random` (0 to 1) spreads the delays of many clients; the first half is fixed.
 */
export class Backoff {
  readonly #random: () => number;
  #losses = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** The delay after a stream that held for `heldMs` was lost. */
  nextDelayMs(heldMs: number): number {
    if (heldMs >= STEADY_MS) this.#losses = 0;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#losses, MAX_DELAY_MS);
    this.#losses += 1;
    return delayMs / 2 + (delayMs / 2) * this.#random();
  }
}
