/**
 * An abort signal that is made when somebody looks at it: most handlers never do, and it is the dearest part of a
 * request's context.
 */
export class LazySignal {
  #controller: AbortController | undefined;
  #isAborted = false;
  #reason: unknown;

  get aborted(): boolean {
    return this.#isAborted;
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
  }
}
