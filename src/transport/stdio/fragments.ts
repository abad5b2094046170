/** Fragments are joined into a block at this count, so that a drip of single bytes costs little memory. */
const BLOCK_FRAGMENTS = 1024;

/**
 * The pieces of one unfinished line. Adding a piece copies nothing; taking the line copies each byte once, or twice
 * where there were more than 1,024 pieces. So time and memory are linear in the length, whatever the pieces.
 */
export class Fragments {
  #blocks: Uint8Array[] = [];
  #recent: Uint8Array[] = [];
  #recentLength = 0;
  #length = 0;

  /** Bytes held. */
  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    this.#recent.push(piece);
    this.#recentLength += piece.length;
    this.#length += piece.length;
    if (this.#recent.length < BLOCK_FRAGMENTS) return;
    this.#blocks.push(joinBytes(this.#recent, this.#recentLength));
    this.#recent = [];
    this.#recentLength = 0;
  }

  /** All of it in one piece; nothing is held any more. */
  take(): Uint8Array {
    const bytes = joinBytes([...this.#blocks, ...this.#recent], this.#length);
    this.#blocks = [];
    this.#recent = [];
    this.#recentLength = 0;
    this.#length = 0;
    return bytes;
  }
}

/** The pieces one after another; `length` is their total. */
export function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
