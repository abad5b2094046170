import { Fault } from '../../protocol/index.js';

const NOTHING = new Uint8Array(0);

/**
 * Bytes to text, chunk by chunk, without ever making U+FFFD out of what is not UTF-8. A character that is cut by
 * the end of a chunk waits for the next one. A byte order mark at the very start is dropped.
 *
 * TextDecoder can do this itself with `stream: true`, but that way is several times slower on Node 20 than
 * decoding whole sequences.
 */
export class Utf8Stream {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #rest: Uint8Array = NOTHING;
  #started = false;

  /** The text that `chunk` completes, possibly empty; or the fault `invalid_utf8`, after which nothing follows. */
  push(chunk: Uint8Array): string | Fault {
    const bytes = this.#rest.length === 0 ? chunk : joined(this.#rest, chunk);
    const whole = bytes.length - cutSequenceLength(bytes);
    // A copy of at most three bytes, so that a chunk is not kept alive by its tail.
    this.#rest = whole === bytes.length ? NOTHING : bytes.slice(whole);
    if (whole === 0) return '';
    try {
      return this.#withoutMark(
        this.#decoder.decode(whole === bytes.length ? bytes : bytes.subarray(0, whole)),
      );
    } catch {
      return invalidUtf8();
    }
  }

  /** The stream is over: a character that is still cut is a fault. */
  end(): Fault | undefined {
    return this.#rest.length === 0 ? undefined : invalidUtf8();
  }

  #withoutMark(text: string): string {
    if (this.#started) return text;
    this.#started = true;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
}

/** How many bytes at the end begin a sequence that is not complete: 0 to 3. */
function cutSequenceLength(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

function invalidUtf8(): Fault {
  return new Fault('invalid_utf8', 'The event stream is not valid UTF-8. The server is at fault.');
}
