import type { Clock } from '../clock.js';
import type { HttpCall } from './http-requester.js';

/** How long a stream may stay open after its answer; between one and two of these pass before it is dropped. */
const GRACE_MS = 1000;

/**
 * Streams whose answer has come but whose end has not. A server ends the stream after the answer, and then the
 * connection can be used again; one that does not would keep a connection for every call. One timer serves all.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#receiving-messages
 */
export class LingeringCalls {
  readonly #clock: Clock;
  #fresh = new Set<HttpCall>();
  #old = new Set<HttpCall>();
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(call: HttpCall): void {
    this.#fresh.add(call);
    this.#cancelTimer ??= this.#clock.after(GRACE_MS, () => this.#sweep());
  }

  /** Its end has come. */
  delete(call: HttpCall): void {
    if (!this.#fresh.delete(call)) this.#old.delete(call);
  }

  clear(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    for (const call of [...this.#old, ...this.#fresh]) call.abort();
    this.#old.clear();
    this.#fresh.clear();
  }

  #sweep(): void {
    for (const call of this.#old) call.abort();
    this.#old = this.#fresh;
    this.#fresh = new Set();
    this.#cancelTimer = this.#old.size === 0 ? undefined : this.#clock.after(GRACE_MS, () => this.#sweep());
  }
}
