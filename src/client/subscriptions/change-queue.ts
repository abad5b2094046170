import type { Change } from './change.js';

/** Changes that may wait in one subscription besides its resources. */
const OTHER_KINDS = 8;

interface Waiter {
  readonly resolve: (result: IteratorResult<Change, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const DONE: IteratorResult<Change, undefined> = { done: true, value: undefined };

/**
 * Changes on their way to a reader. A change that waits already is not queued again, so a slow reader costs no memory;
 * when too many different ones wait, a single `gap` takes their place.
 */
export class ChangeQueue {
  readonly #limit: number;
  readonly #waiting = new Map<string, Change>();
  readonly #readers: Waiter[] = [];
  #end: { readonly error?: unknown } | undefined;

  constructor(maxResources: number) {
    this.#limit = maxResources + OTHER_KINDS;
  }

  push(change: Change): void {
    if (this.#end !== undefined) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      reader.resolve({ done: false, value: change });
      return;
    }
    if (this.#waiting.size >= this.#limit) {
      this.#waiting.clear();
      this.#waiting.set('gap', { kind: 'gap' });
    }
    this.#waiting.set(change.kind === 'resource' ? `resource ${change.uri}` : change.kind, change);
  }

  /** No more changes will come. What waits can still be read; then the error, if there is one, once. */
  end(end: { readonly error?: unknown } = {}): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    for (const reader of this.#readers.splice(0)) this.#finish(reader);
  }

  next(): Promise<IteratorResult<Change, undefined>> {
    const [first] = this.#waiting;
    if (first !== undefined) {
      this.#waiting.delete(first[0]);
      return Promise.resolve({ done: false, value: first[1] });
    }
    return new Promise((resolve, reject) => {
      if (this.#end === undefined) this.#readers.push({ resolve, reject });
      else this.#finish({ resolve, reject });
    });
  }

  #finish({ resolve, reject }: Waiter): void {
    const end = this.#end;
    this.#end = {};
    if (end !== undefined && 'error' in end) reject(end.error);
    else resolve(DONE);
  }
}
