import type { Clock } from '../clock.js';

/** Deadlines this close to each other are met together. */
const MAX_SLACK_MS = 1000;
const SLACK_PART = 16;

/**
 * Items that fall due a fixed time after they were put in, watched by one timer for all of them. The timer is only
 * ever set for the oldest item, and is left alone when items come and go, so that putting and removing cost no more
 * than a map entry. An item may fall due early by a sixteenth of the delay, one second at most.
 */
export class DeadlineQueue<Item> {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #slackMs: number;
  readonly #onDue: (item: Item) => void;
  /** In the order of their deadlines, because the delay is the same for all. */
  readonly #deadlines = new Map<Item, number>();
  #cancelTimer: (() => void) | undefined;

  /** `delayMs` of `Infinity`: nothing ever falls due. */
  constructor(clock: Clock, delayMs: number, onDue: (item: Item) => void) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#slackMs = Math.min(delayMs / SLACK_PART, MAX_SLACK_MS);
    this.#onDue = onDue;
  }

  /** Puts an item in; the time of one that is in already starts again. */
  put(item: Item): void {
    if (this.#delayMs === Number.POSITIVE_INFINITY) return;
    this.#deadlines.delete(item);
    this.#deadlines.set(item, this.#clock.now() + this.#delayMs);
    if (this.#cancelTimer === undefined) this.#arm(this.#delayMs);
  }

  remove(item: Item): void {
    this.#deadlines.delete(item);
  }

  /** Items in the order in which they fall due. */
  items(): IterableIterator<Item> {
    return this.#deadlines.keys();
  }

  /** Forgets all items and the timer. */
  clear(): void {
    this.#deadlines.clear();
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #arm(delayMs: number): void {
    this.#cancelTimer = this.#clock.after(delayMs, () => this.#fire());
  }

  #fire(): void {
    this.#cancelTimer = undefined;
    const now = this.#clock.now();
    // Collected first: what falls due may put items back.
    const due: Item[] = [];
    for (const [item, deadline] of this.#deadlines) {
      if (deadline > now + this.#slackMs) break;
      due.push(item);
    }
    for (const item of due) this.#deadlines.delete(item);
    for (const item of due) this.#onDue(item);
    const next = this.#deadlines.values().next();
    if (next.done !== true && this.#cancelTimer === undefined) this.#arm(next.value - now);
  }
}
