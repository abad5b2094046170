import { type Clock, onAbort } from '../../transport/index.js';

/** What can end a call before its tool does. */
export type EarlyEnd = 'deadline' | 'run-cancelled' | 'call-cancelled';

export interface ScopeParts {
  /** The signal of the run. */
  readonly run: AbortSignal | undefined;
  /** The signal of the request. */
  readonly call: AbortSignal;
  /** Undefined: no deadline. */
  readonly timeoutMs: number | undefined;
  readonly clock: Clock;
}

/**
 * The signal that a tool gets, and the news of what aborted it. Which of several came first is known here and nowhere
 * else: the tool's own timeout, say, must not be reported as our deadline.
 */
export class CallScope {
  /** Resolves when something ends the call early; never otherwise. */
  readonly ended: Promise<EarlyEnd>;
  readonly #controller = new AbortController();
  readonly #cleanUps: (() => void)[] = [];
  #end: (cause: EarlyEnd) => void = () => {};

  constructor({ run, call, timeoutMs, clock }: ScopeParts) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    if (run !== undefined) this.#follow(run, 'run-cancelled');
    this.#follow(call, 'call-cancelled');
    if (timeoutMs !== undefined) {
      this.#cleanUps.push(
        clock.after(timeoutMs, () => this.#abort('deadline', new DOMException(DEADLINE, 'TimeoutError'))),
      );
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Nothing is watched any more. */
  close(): void {
    for (const cleanUp of this.#cleanUps.splice(0)) cleanUp();
  }

  #follow(signal: AbortSignal, cause: EarlyEnd): void {
    if (signal.aborted) this.#abort(cause, signal.reason);
    else this.#cleanUps.push(onAbort(signal, (reason) => this.#abort(cause, reason)));
  }

  #abort(cause: EarlyEnd, reason: unknown): void {
    this.close();
    // Before the abort, so that what a tool makes of the abort comes second.
    this.#end(cause);
    this.#controller.abort(reason);
  }
}

const DEADLINE = 'The deadline of the server has passed.';
