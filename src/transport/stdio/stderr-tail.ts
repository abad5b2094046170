import { redactText } from '../../protocol/index.js';

/**
 * The last bytes of what a process wrote to stderr, for error messages. Line ends do not matter: a progress bar that
 * only ever writes CR is kept like anything else. Oldest bytes go first.
 */
export class StderrTail {
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  /** `maxBytes` is the limit `stderrTailBytes`. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): void {
    // A copy, so that a short tail does not keep large chunks alive.
    const kept = new Uint8Array(chunk.subarray(Math.max(0, chunk.length - this.#maxBytes)));
    this.#chunks.push(kept);
    this.#length += kept.length;
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (this.#length - first.length < this.#maxBytes) break;
      this.#chunks.shift();
      this.#length -= first.length;
    }
  }

  /** The tail as text, redacted, from the first whole character on, without surrounding blank space. */
  text(): string {
    const bytes = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    let start = Math.max(0, bytes.length - this.#maxBytes);
    // A character that was cut at the front.
    if (start > 0 || this.#chunks.length > 0) while (isContinuation(bytes[start])) start += 1;
    return redactText(new TextDecoder().decode(bytes.subarray(start))).trim();
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
