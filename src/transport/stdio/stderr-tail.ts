import { redactText } from '../../protocol/index.js';
import { joinBytes } from './fragments.js';

/** What is kept before the tail for the redaction to see: a cut must not part a secret from what marks it as one. */
const LEAD_BYTES = 4096;

/**
 * The last bytes of what a process wrote to stderr, for error messages. Line ends do not matter: a progress bar that
 * only ever writes CR is kept like anything else. Oldest bytes go first.
 */
export class StderrTail {
  readonly #maxBytes: number;
  readonly #keptBytes: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  /** `maxBytes` is the limit `stderrTailBytes`. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#keptBytes = maxBytes + LEAD_BYTES;
  }

  push(chunk: Uint8Array): void {
    // A copy, so that a short tail does not keep large chunks alive.
    const kept = new Uint8Array(chunk.subarray(Math.max(0, chunk.length - this.#keptBytes)));
    this.#chunks.push(kept);
    this.#length += kept.length;
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (this.#length - first.length < this.#keptBytes) break;
      this.#chunks.shift();
      this.#length -= first.length;
    }
  }

  /** The tail as text, redacted, from the first whole character on, without surrounding blank space. */
  text(): string {
    const redacted = redactText(new TextDecoder().decode(joinBytes(this.#chunks, this.#length)));
    const bytes = new TextEncoder().encode(redacted);
    let start = Math.max(0, bytes.length - this.#maxBytes);
    // A character that was cut at the front.
    while (isContinuation(bytes[start])) start += 1;
    return new TextDecoder().decode(bytes.subarray(start)).trim();
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
