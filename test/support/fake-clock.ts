import type { Clock } from '../../src/transport/index.js';

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();
  readonly #watchers = new Set<() => void>();

  now(): number {
    return this.#now;
  }

  after(delayMs: number, action: () => void): () => void {
    if (delayMs === Number.POSITIVE_INFINITY) return () => {};
    const timer = { at: this.#now + Math.max(0, delayMs), action };
    this.#timers.add(timer);
    for (const watcher of [...this.#watchers]) watcher();
    return () => this.#timers.delete(timer);
  }

  /** How many timers are set: 0 when nothing was left behind. */
  get pending(): number {
    return this.#timers.size;
  }

  /** The moment of the earliest timer, `undefined` when there is none. */
  get nextAt(): number | undefined {
    return this.#earliest()?.at;
  }

  /** Moves time forward and runs what is due, in order, including timers that are set on the way. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (let timer = this.#earliest(); timer !== undefined && timer.at <= until; timer = this.#earliest()) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.action();
    }
    this.#now = until;
  }

  /** Resolves once a timer is set that fires within `ms` from now; at once when there is one already. */
  async timerWithin(ms: number): Promise<void> {
    const isThere = (): boolean => [...this.#timers].some((timer) => timer.at <= this.#now + ms);
    while (!isThere()) {
      await new Promise<void>((resolve) => {
        const watcher = (): void => {
          this.#watchers.delete(watcher);
          resolve();
        };
        this.#watchers.add(watcher);
      });
    }
  }

  #earliest(): Timer | undefined {
    let earliest: Timer | undefined;
    for (const timer of this.#timers) if (earliest === undefined || timer.at < earliest.at) earliest = timer;
    return earliest;
  }
}
