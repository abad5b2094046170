import type { RequestId } from '../../protocol/index.js';
import { BatchText } from './batch-text.js';

/**
 * The answers to one batch, which go out together as one batch when the last is there. Members that need no answer,
 * or whose request is cancelled, leave no trace; a batch of nothing else is not answered.
 *
 * @see https://www.jsonrpc.org/specification#batch
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
 */
export class BatchAnswer {
  readonly #send: (text: string) => void;
  readonly #answers = new BatchText();
  /** Answers that are still to come, and one for the reading of the batch itself. */
  #open = 1;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** A member was read that will be settled later. */
  expect(): void {
    this.#open += 1;
  }

  /** An expected answer, encoded, and its id; or `undefined` when there will be none. */
  settle(text: string | undefined, id?: RequestId): void {
    if (text !== undefined) this.#answers.add(text, id);
    this.#open -= 1;
    if (this.#open > 0) return;
    const batch = this.#answers.text();
    if (batch !== undefined) this.#send(batch);
  }

  /** All members were read. */
  complete(): void {
    this.settle(undefined);
  }
}
