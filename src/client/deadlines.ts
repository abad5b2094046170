import type { Cancellation, CancellationListener, Clock } from '../transport/index.js';

/** What ran out: the time without any sign of life, or the time for the call as a whole. */
export type BudgetName = 'idle' | 'total';

export interface BudgetSettings {
  readonly idleMs: number;
  readonly totalMs: number;
  /** Whether asking our own user stops the total as well: true for the default, false for a figure the caller gave. */
  readonly isTotalPaused: boolean;
}

/**
 * The time one call may still take. It spans all rounds of the call, so that a server cannot gain time by asking
 * for input again and again.
 */
export class Budget implements Cancellation {
  readonly idleMs: number;
  readonly totalMs: number;
  listener: CancellationListener | undefined = undefined;
  readonly #isTotalPaused: boolean;
  /** Made when somebody asks for the signal: it is the most expensive part of a call, and mostly not needed. */
  #controller: AbortController | undefined;
  #isCancelled = false;
  #reason: unknown;
  #idleAt: number;
  #totalAt: number;
  #pauses = 0;
  #pausedAt = 0;
  #expired: BudgetName | undefined;

  constructor(now: number, settings: BudgetSettings) {
    const { idleMs, isTotalPaused, totalMs } = settings;
    this.idleMs = idleMs;
    this.totalMs = totalMs;
    this.#isTotalPaused = isTotalPaused;
    this.#idleAt = now + idleMs;
    this.#totalAt = now + totalMs;
  }

  /** Aborted when a budget ran out or `abort` was called. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isCancelled) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** Which budget ran out, if one did. */
  get expired(): BudgetName | undefined {
    return this.#expired;
  }

  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.listener?.cancelled(reason);
  }

  expire(name: BudgetName): void {
    this.#expired = name;
    this.abort();
  }

  /** Progress was seen: the idle time starts anew. */
  touch(now: number): void {
    this.#idleAt = now + this.idleMs;
  }

  /** Our own user is being asked: nobody may say that the server is idle. Nests. */
  pause(now: number): void {
    if (this.#pauses === 0) this.#pausedAt = now;
    this.#pauses += 1;
  }

  resume(now: number): void {
    this.#pauses -= 1;
    if (this.#pauses > 0) return;
    this.#idleAt = now + this.idleMs;
    if (this.#isTotalPaused) this.#totalAt += now - this.#pausedAt;
  }

  /** The next moment at which something runs out; `Infinity` for never. */
  nextAt(): number {
    if (this.#pauses === 0) return Math.min(this.#idleAt, this.#totalAt);
    return this.#isTotalPaused ? Number.POSITIVE_INFINITY : this.#totalAt;
  }

  /** Which budget has run out at `now`. */
  overdue(now: number): BudgetName | undefined {
    if (this.nextAt() > now) return undefined;
    return this.#totalAt <= now ? 'total' : 'idle';
  }
}

/**
 * All running budgets of one client behind a single timer, so that a call costs no timer of its own. The timer is
 * set for the earliest moment and is left alone when a call ends: it finds nothing, or sets itself again.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #running = new Set<Budget>();
  #pauses = 0;
  #armedFor = Number.POSITIVE_INFINITY;
  #disarm: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(settings: BudgetSettings): Budget {
    const now = this.#clock.now();
    const budget = new Budget(now, settings);
    for (let pauses = this.#pauses; pauses > 0; pauses -= 1) budget.pause(now);
    this.#running.add(budget);
    this.#arm(budget.nextAt(), now);
    return budget;
  }

  /** The call has ended. */
  stop(budget: Budget): void {
    this.#running.delete(budget);
  }

  touch(budget: Budget): void {
    budget.touch(this.#clock.now());
  }

  /** Runs `question` with the clock of one call stopped. */
  async paused<T>(budget: Budget, question: () => Promise<T>): Promise<T> {
    budget.pause(this.#clock.now());
    try {
      return await question();
    } finally {
      const now = this.#clock.now();
      budget.resume(now);
      // A call that ended meanwhile must not leave a timer behind.
      if (this.#running.has(budget)) this.#arm(budget.nextAt(), now);
    }
  }

  /**
   * Runs `question` with the clocks of all calls stopped. For the requests of a legacy server, which do not say which
   * call they belong to.
   */
  async allPaused<T>(question: () => Promise<T>): Promise<T> {
    const from = this.#clock.now();
    this.#pauses += 1;
    for (const budget of this.#running) budget.pause(from);
    try {
      return await question();
    } finally {
      this.#pauses -= 1;
      const now = this.#clock.now();
      for (const budget of this.#running) {
        budget.resume(now);
        this.#arm(budget.nextAt(), now);
      }
    }
  }

  /** Ends every call that still runs, and leaves no timer behind. */
  close(): void {
    for (const budget of this.#running) budget.abort(undefined);
    this.#running.clear();
    this.#disarm?.();
    this.#armedFor = Number.POSITIVE_INFINITY;
  }

  #arm(at: number, now: number): void {
    if (at >= this.#armedFor) return;
    this.#disarm?.();
    this.#armedFor = at;
    this.#disarm = this.#clock.after(at - now, () => this.#check());
  }

  #check(): void {
    this.#armedFor = Number.POSITIVE_INFINITY;
    const now = this.#clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const budget of [...this.#running]) {
      const overdue = budget.overdue(now);
      if (overdue === undefined) next = Math.min(next, budget.nextAt());
      else {
        this.#running.delete(budget);
        budget.expire(overdue);
      }
    }
    this.#arm(next, now);
  }
}
