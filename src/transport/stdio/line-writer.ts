import type { Clock } from '../clock.js';
import { type Deferred, deferred } from '../deferred.js';

/** The part of a Node writable stream that a writer uses. */
export interface LineSink {
  readonly destroyed: boolean;
  /** Calls `done` when the chunk was handed over, or with an error when it was not. */
  write(chunk: string | Uint8Array, done: (error?: Error | null) => void): unknown;
}

export interface LineWriterOptions {
  /** Limit `writeQueueBytes`: from here on `send` gives the caller a promise to wait for. */
  readonly maxQueueBytes: number;
  readonly clock: Clock;
  /** The sink failed for good. What was queued is lost. */
  readonly onFailure: (error: Error) => void;
}

/** Errors that mean "not now": the kernel had no room. Nothing was written, so the same bytes go again. */
const TRANSIENT = new Set(['EAGAIN', 'EWOULDBLOCK', 'ENOBUFS', 'EINTR']);
const RETRY_MS = 10;
/** Lines are joined up to this length: all that wait for a slow reader together can be longer than a string may be. */
const CHUNK_CHARS = 1024 * 1024;

/**
 * Writes lines in order. Lines that are sent in one tick go out in one write, and so do lines that are sent while
 * the sink is busy, up to a megabyte: it is never given a second chunk before it has taken the first.
 *
 * Lengths are counted in UTF-16 units, which is exact for ASCII and at most a third of the bytes otherwise.
 */
export class LineWriter {
  readonly #sink: LineSink;
  readonly #options: LineWriterOptions;
  #lines: string[] = [];
  #queued = 0;
  /** Chunks in front of `#lines`: raw bytes, or text that was closed off by raw bytes. */
  #chunks: (string | Uint8Array)[] = [];
  /** The chunk that the sink is working on. */
  #writing: string | Uint8Array | undefined;
  #isScheduled = false;
  #isOver = false;
  #room: Deferred<void> | undefined;
  #idle: Deferred<void> | undefined;

  constructor(sink: LineSink, options: LineWriterOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  /** Sends one line; LF is added. The promise is given only when the queue is full, and resolves when it is not. */
  send(line: string): Promise<void> | undefined {
    if (this.#isOver) return undefined;
    this.#lines.push(line);
    return this.#enqueued(line.length + 1);
  }

  /** Sends bytes as they are. */
  sendRaw(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#isOver) return undefined;
    this.#closeOffLines();
    this.#chunks.push(bytes);
    return this.#enqueued(bytes.length);
  }

  /** Resolves when everything sent so far was handed to the sink, or the sink has failed. */
  flushed(): Promise<void> {
    if (this.#isOver || this.#queued === 0) return Promise.resolve();
    this.#idle ??= deferred();
    return this.#idle.promise;
  }

  /** Takes nothing more. What is queued and not yet with the sink is dropped. */
  stop(): void {
    this.#isOver = true;
    this.#lines = [];
    this.#chunks = [];
    this.#queued = 0;
    this.#settle();
  }

  #enqueued(length: number): Promise<void> | undefined {
    this.#queued += length;
    if (!this.#isScheduled && this.#writing === undefined) {
      this.#isScheduled = true;
      // Runs after the promise jobs of this tick, so that answers made by them travel together.
      process.nextTick(this.#flush);
    }
    if (this.#queued <= this.#options.maxQueueBytes) return undefined;
    this.#room ??= deferred();
    return this.#room.promise;
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    if (this.#isOver || this.#writing !== undefined) return;
    const chunk = this.#nextChunk();
    if (chunk !== undefined) this.#write(chunk);
  };

  #nextChunk(): string | Uint8Array | undefined {
    return this.#chunks.length > 0 ? this.#chunks.shift() : this.#joinedLines();
  }

  /** The next lines as one text. */
  #joinedLines(): string | undefined {
    const lines = this.#lines;
    if (lines.length === 0) return undefined;
    let count = 0;
    for (let chars = 0; count < lines.length && chars < CHUNK_CHARS; count++)
      chars += lines[count]?.length ?? 0;
    if (count < lines.length) return joinLines(lines.splice(0, count));
    this.#lines = [];
    return joinLines(lines);
  }

  #closeOffLines(): void {
    for (let text = this.#joinedLines(); text !== undefined; text = this.#joinedLines())
      this.#chunks.push(text);
  }

  #write(chunk: string | Uint8Array): void {
    this.#writing = chunk;
    try {
      this.#sink.write(chunk, this.#written);
    } catch (error) {
      this.#written(error as Error);
    }
  }

  readonly #written = (error?: Error | null): void => {
    const chunk = this.#writing;
    if (this.#isOver || chunk === undefined) return;
    if (error != null) {
      this.#failed(error, chunk);
      return;
    }
    this.#writing = undefined;
    this.#queued -= chunk.length;
    if (this.#queued === 0 || this.#queued <= this.#options.maxQueueBytes) this.#settle();
    this.#flush();
  };

  #failed(error: Error, chunk: string | Uint8Array): void {
    const isTransient = TRANSIENT.has((error as NodeJS.ErrnoException).code ?? '');
    if (isTransient && !this.#sink.destroyed) {
      this.#options.clock.after(RETRY_MS, () => {
        if (!this.#isOver) this.#write(chunk);
      });
      return;
    }
    this.stop();
    this.#options.onFailure(error);
  }

  #settle(): void {
    this.#room?.resolve();
    this.#room = undefined;
    if (this.#queued > 0) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  }
}

function joinLines(lines: readonly string[]): string {
  return lines.length === 1 ? `${lines[0]}\n` : `${lines.join('\n')}\n`;
}
