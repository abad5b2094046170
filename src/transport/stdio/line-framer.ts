import { Fault } from '../../protocol/index.js';
import type { LostFrame } from '../frame-channel.js';
import { Fragments, joinBytes } from './fragments.js';

const LF = 0x0a;
const CR = 0x0d;
const EMPTY = new Uint8Array(0);
/** Refuses what is not UTF-8, and keeps a byte order mark: the text stands for exactly these bytes. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** How much of a dropped line is kept at either end. */
const EXCERPT_BYTES = 256;

/** Where a framer delivers to. Methods must not throw. */
export interface LineReceiver {
  /** One line without LF and without one CR before it, as bytes or as the text they stand for. Never empty. */
  frame(frame: Uint8Array | string): void;
  /** A line was longer than the limit and was dropped. */
  fault(fault: Fault, lost: LostFrame): void;
  /** The input has ended and everything before its end was delivered. */
  end(): void;
}

/**
 * Bytes in, lines out. Only LF ends a line: a carriage return, U+2028 or any byte of a multi-byte character never
 * does. Every chunking gives the same lines, in linear time: fragments of a line are kept and joined once.
 *
 * What stands after the last LF at the end of the input is delivered as a line: a JSON object that was cut off is
 * never valid JSON, so nothing half-said can pass for a message, and a last message without its LF is not lost.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio (delimited by newlines)
 */
export class LineFramer {
  readonly #maxBytes: number;
  readonly #receiver: LineReceiver;
  /** The beginning of a line whose end has not come yet. */
  readonly #unfinished = new Fragments();
  /** Set while a line that is too long is being skipped. */
  #lost: LostFrame | undefined;
  #paused = false;
  /** Chunks that came, or were not finished, while paused. */
  #waiting: Uint8Array[] = [];
  #isResuming = false;
  #ended = false;
  #finished = false;

  /** `maxBytes` is the limit `lineBytes`: the longest line, its LF or CRLF not counted. */
  constructor(maxBytes: number, receiver: LineReceiver) {
    this.#maxBytes = maxBytes;
    this.#receiver = receiver;
  }

  push(chunk: Uint8Array): void {
    if (this.#paused) {
      this.#waiting.push(chunk);
      return;
    }
    let start = 0;
    if (this.#unfinished.length > 0 || this.#lost !== undefined) {
      const end = chunk.indexOf(LF);
      if (end === -1) {
        this.#keep(chunk);
        return;
      }
      this.#finishLine(chunk, 0, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#wholeLines(start === 0 ? chunk : chunk.subarray(start));
  }

  /** The input has ended. While paused, that is noted and told after what is waiting. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (!this.#paused) this.#finish();
  }

  /** Stops delivery at once, even in the middle of a chunk. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    if (this.#isResuming) return;
    this.#isResuming = true;
    while (!this.#paused) {
      const chunk = this.#waiting.shift();
      if (chunk === undefined) break;
      this.push(chunk);
    }
    this.#isResuming = false;
    if (this.#ended && !this.#paused) this.#finish();
  }

  /** A chunk that begins with a line. What is left of it when delivery stops waits in front of everything else. */
  #wholeLines(chunk: Uint8Array): void {
    if (this.#paused) {
      this.#waiting.unshift(chunk);
      return;
    }
    const end = chunk.lastIndexOf(LF) + 1;
    const left = end === 0 ? undefined : this.#deliver(end === chunk.length ? chunk : chunk.subarray(0, end));
    const rest = end === chunk.length ? undefined : chunk.subarray(end);
    if (this.#paused) {
      if (rest !== undefined) this.#waiting.unshift(rest);
      if (left !== undefined) this.#waiting.unshift(left);
    } else if (rest !== undefined) {
      this.#keep(rest);
    }
  }

  #deliver(lines: Uint8Array): Uint8Array | undefined {
    const text = this.#textOf(lines);
    return text === undefined ? this.#eachLine(lines) : this.#eachTextLine(text);
  }

  /**
   * The text of several whole lines, when all of them are UTF-8 and none can be too long. Within UTF-8 a byte 0A is LF
   * and nothing else, so the lines may be told apart in the text just as well. Decoding them at once halves what this
   * side of the wire costs when many short messages come together.
   */
  #textOf(lines: Uint8Array): string | undefined {
    if (lines.length > this.#maxBytes) return undefined;
    try {
      return UTF8.decode(lines);
    } catch {
      // The line that is at fault is found one by one.
      return undefined;
    }
  }

  /** Gives back what was not delivered, if anything. */
  #eachTextLine(text: string): Uint8Array | undefined {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const stop = end > start && text.charCodeAt(end - 1) === CR ? end - 1 : end;
      if (stop > start) this.#receiver.frame(text.slice(start, stop));
      start = end + 1;
      if (this.#paused && start < text.length) return new TextEncoder().encode(text.slice(start));
    }
    return undefined;
  }

  #eachLine(lines: Uint8Array): Uint8Array | undefined {
    let start = 0;
    for (let end = lines.indexOf(LF); end !== -1; end = lines.indexOf(LF, start)) {
      this.#finishLine(lines, start, end);
      start = end + 1;
      if (this.#paused && start < lines.length) return lines.subarray(start);
    }
    return undefined;
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#finishLine(EMPTY, 0, 0);
    this.#receiver.end();
  }

  #finishLine(chunk: Uint8Array, start: number, end: number): void {
    if (this.#lost !== undefined) {
      this.#skip(chunk.subarray(start, end));
      this.#reportLost();
      return;
    }
    let line = chunk.subarray(start, end);
    if (this.#unfinished.length > 0) {
      this.#unfinished.add(line);
      line = this.#unfinished.take();
    }
    if (line[line.length - 1] === CR) line = line.subarray(0, -1);
    if (line.length > this.#maxBytes) {
      this.#lost = excerpt(line);
      this.#reportLost();
    } else if (line.length > 0) {
      this.#receiver.frame(line);
    }
  }

  /** Keeps the beginning of a line, until it is clear that it is too long. */
  #keep(piece: Uint8Array): void {
    if (this.#lost !== undefined) {
      this.#skip(piece);
      return;
    }
    this.#unfinished.add(piece);
    // One byte more may be the CR of a CRLF.
    const slack = piece[piece.length - 1] === CR ? 1 : 0;
    if (this.#unfinished.length > this.#maxBytes + slack) this.#lost = excerpt(this.#unfinished.take());
  }

  #skip(piece: Uint8Array): void {
    if (this.#lost === undefined || piece.length === 0) return;
    const { head, tail } = this.#lost;
    const more = piece.subarray(0, EXCERPT_BYTES - head.length);
    const end = piece.length >= EXCERPT_BYTES ? piece : joinBytes([tail, piece], tail.length + piece.length);
    this.#lost = { head: joinBytes([head, more], head.length + more.length), tail: lastBytes(end) };
  }

  #reportLost(): void {
    const lost = this.#lost;
    if (lost === undefined) return;
    this.#lost = undefined;
    const text =
      `A line of more than ${this.#maxBytes} bytes from the other side was dropped. ` +
      'Raise limits.lineBytes if that size is expected.';
    this.#receiver.fault(new Fault('limit_exceeded', text, { limit: 'lineBytes' }), lost);
  }
}

/** Copies, so that a few bytes do not keep a large chunk alive. */
function excerpt(line: Uint8Array): LostFrame {
  return { head: new Uint8Array(line.subarray(0, EXCERPT_BYTES)), tail: lastBytes(line) };
}

function lastBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.subarray(Math.max(0, bytes.length - EXCERPT_BYTES)));
}
