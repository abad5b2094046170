import type { Cancellation, CancellationListener } from '../cancellation.js';

/**
 * An abort signal that is made when somebody looks at it: most handlers never do, and it is the dearest part of a
 * request's context. Who can do with being told once needs no signal at all.
 */
export class LazySignal implements Cancellation {
  listener: CancellationListener | undefined = undefined;
  #controller: AbortController | undefined;
  #isAborted = false;
  #reason: unknown;

  get isCancelled(): boolean {
    return this.#isAborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.listener?.cancelled(reason);
  }
}
