import type { ErrorObject, RequestId } from '../../protocol/index.js';
import { ERROR_CODES, encodeMessage, failure } from '../../protocol/index.js';

/** Half of what the longest string may hold: one character more than that and joining the answers would throw. */
const MAX_CHARS = 2 ** 28;

const TOO_LARGE: ErrorObject = {
  code: ERROR_CODES.INTERNAL_ERROR.code,
  message: 'Internal error: the answers to this batch are too large to go out together',
};

/**
 * The text of one batch, as its members come. One that would make it longer than a string may be is replaced by an
 * error, so that the other answers still go out.
 */
export class BatchText {
  readonly #texts: string[] = [];
  readonly #maxChars: number;
  #chars = 0;

  constructor(maxChars = MAX_CHARS) {
    this.#maxChars = maxChars;
  }

  /** `id` is that of the answer in `text`. */
  add(text: string, id: RequestId | undefined): void {
    const fits = this.#texts.length === 0 || this.#chars + text.length <= this.#maxChars;
    const added = fits ? text : encodeMessage(failure(id, TOO_LARGE));
    this.#texts.push(added);
    this.#chars += added.length;
  }

  /** Gives the members one by one, and holds none of them any more. */
  takeEach(): string[] {
    this.#chars = 0;
    return this.#texts.splice(0);
  }

  /** The batch; undefined when nothing is in it. https://www.jsonrpc.org/specification#batch: no empty array */
  text(): string | undefined {
    return this.#texts.length === 0 ? undefined : `[${this.#texts.join(',')}]`;
  }
}
