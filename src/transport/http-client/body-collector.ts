const NOTHING = new Uint8Array(0);

/** Keeps the chunks of a body up to a limit. */
export class BodyCollector {
  readonly #chunks: Uint8Array[] = [];
  readonly #limit: number;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False when the chunk goes over the limit; what fits of it is kept. */
  push(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#length;
    const isWithin = chunk.length <= room;
    const kept = isWithin ? chunk : chunk.subarray(0, room);
    if (kept.length > 0) this.#chunks.push(kept);
    this.#length += kept.length;
    return isWithin;
  }

  /** The body so far; copied only when it came in several chunks. */
  bytes(): Uint8Array {
    const [first, ...others] = this.#chunks;
    if (first === undefined) return NOTHING;
    if (others.length === 0) return first;
    const whole = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, offset);
      offset += chunk.length;
    }
    return whole;
  }
}
