import { Fault, redactedExcerpt } from '../../protocol/index.js';

/** A peer that misbehaves does so again and again; after so many different ways the rest is silence. */
const MAX_TOLD = 256;
const KEY_CHARS = 256;

/**
 * What a peer does that is tolerated but worth telling, on its way to the application. Text that is no protocol
 * message is told and kept up to a limit, because some programs log every step to stdout.
 */
export class Warnings {
  readonly #onWarning: ((warning: Fault) => void) | undefined;
  readonly #peer: string;
  readonly #maxStray: number;
  readonly #stray: string[] = [];
  readonly #told = new Set<string>();

  /** `peer` names the other side in messages; `maxStray` is the limit `strayLines`. */
  constructor(onWarning: ((warning: Fault) => void) | undefined, peer: string, maxStray: number) {
    this.#onWarning = onWarning;
    this.#peer = peer;
    this.#maxStray = maxStray;
  }

  /** The peer did something that this clause describes, beginning with its verb. Told once. */
  peer(did: string): void {
    if (this.#isNew(did)) this.tell(new Fault('invalid_message', `The ${this.#peer} ${did}.`));
  }

  /** For what a peer can bring about again and again: told once. */
  once(warning: Fault): void {
    if (this.#isNew(warning.message)) this.tell(warning);
  }

  #isNew(text: string): boolean {
    // What is kept is ours to bound: the text may hold a name of the peer's that is megabytes long.
    const key = text.length <= KEY_CHARS ? text : redactedExcerpt(text, KEY_CHARS);
    if (this.#onWarning === undefined || this.#told.has(key) || this.#told.size >= MAX_TOLD) return false;
    this.#told.add(key);
    return true;
  }

  tell(warning: Fault): void {
    try {
      this.#onWarning?.(warning);
    } catch {
      // There is nobody left to tell.
    }
  }

  /** A frame that could not be decoded. */
  stray(fault: Fault): void {
    if (this.#stray.length >= this.#maxStray) return;
    const { excerpt, reason } = fault.details;
    this.#stray.push(String(excerpt ?? reason ?? fault.code));
    this.tell(fault);
    if (this.#stray.length === this.#maxStray) {
      this.peer('sent so much that is no protocol message that more of it is not reported');
    }
  }

  /** What was kept of frames that could not be decoded; empty when there were none. */
  get strayText(): string {
    return this.#stray.join('\n');
  }

  /** Runs a callback of the application. When it throws, the connection goes on. */
  run<Value>(name: string, callback: ((value: Value) => void) | undefined, value: Value): void {
    if (callback === undefined) return;
    try {
      callback(value);
    } catch (cause) {
      this.tell(new Fault('handler_failed', `The ${name} callback threw.`, { cause }));
    }
  }
}
