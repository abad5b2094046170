/** A readable stream of Node.js, as far as it is used here: `process.stdin`, say. */
export interface TerminalInput {
  on(event: string, listener: (chunk: string | Uint8Array) => void): unknown;
  off(event: string, listener: (chunk: string | Uint8Array) => void): unknown;
  pause(): unknown;
  unref?(): unknown;
}

/** What came of waiting for a line. */
export type Heard =
  | { readonly kind: 'line'; readonly text: string }
  /** The input is over: nobody is there any more. */
  | { readonly kind: 'ended' }
  /** The signal was aborted. */
  | { readonly kind: 'aborted' };

/** A longer line is no answer. */
const MAX_CHARS = 1024 * 1024;

/**
 * The lines of a terminal, for questions that must be answered by somebody who has seen them: a line that came while
 * nobody waited for one is dropped, and so is what followed an answer in the same go. A line that was begun before counts
 * as empty, and so does one that is too long. Reading begins with the making of the object and ends with `close`.
 */
export class InputLines {
  readonly #input: TerminalInput;
  readonly #decoder = new TextDecoder();
  #partial = '';
  /** The line that is being read is no answer, whatever is in it. */
  #isVoid = false;
  #isOver = false;
  #waiter: ((heard: Heard) => void) | undefined;

  constructor(input: TerminalInput) {
    this.#input = input;
    input.on('data', this.#onData);
    input.on('end', this.#onEnd);
    input.on('close', this.#onEnd);
    input.on('error', this.#onEnd);
    // Whoever serves questions keeps the process alive, not the keyboard.
    input.unref?.();
  }

  /** The next line from now on. One caller at a time. */
  next(signal: AbortSignal): Promise<Heard> {
    if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
    if (this.#isOver) return Promise.resolve({ kind: 'ended' });
    this.#isVoid ||= this.#partial !== '';
    return new Promise((resolve) => {
      const onAbort = (): void => this.#waiter?.({ kind: 'aborted' });
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiter = (heard) => {
        this.#waiter = undefined;
        signal.removeEventListener('abort', onAbort);
        resolve(heard);
      };
    });
  }

  /** Reads no more. Idempotent. */
  close(): void {
    this.#input.off('data', this.#onData);
    this.#input.off('end', this.#onEnd);
    this.#input.off('close', this.#onEnd);
    this.#input.pause();
    this.#onEnd();
  }

  readonly #onData = (chunk: string | Uint8Array): void => {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true });
    const lines = (this.#partial + text).split('\n');
    this.#partial = lines.pop() ?? '';
    for (const line of lines) this.#hear(line);
    if (this.#partial.length <= MAX_CHARS) return;
    this.#partial = '';
    this.#isVoid = true;
  };

  #hear(line: string): void {
    const text = this.#isVoid ? '' : line.replace(/\r$/, '');
    this.#isVoid = false;
    this.#waiter?.({ kind: 'line', text });
  }

  readonly #onEnd = (): void => {
    this.#isOver = true;
    this.#waiter?.({ kind: 'ended' });
  };
}
