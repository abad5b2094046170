import type { WalkedList } from './walker.js';

/**
 * One list and the walk that fills it. Callers at the same time share one walk; walks never overlap; a change that is
 * reported while a walk runs makes its outcome stale at once.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cacheable-model
 */
export class CachedList<T> {
  readonly #walk: () => Promise<WalkedList<T>>;
  readonly #now: () => number;
  #kept: WalkedList<T> | undefined;
  #isFresh = false;
  #changes = 0;
  #running: { readonly changes: number; readonly walk: Promise<WalkedList<T>> } | undefined;
  #queued: Promise<WalkedList<T>> | undefined;

  constructor(walk: () => Promise<WalkedList<T>>, now: () => number) {
    this.#walk = walk;
    this.#now = now;
  }

  /** The list as last fetched, fresh or not. */
  get kept(): WalkedList<T> | undefined {
    return this.#kept;
  }

  /** The list: kept while fresh, otherwise fetched. `refresh` fetches in any case. */
  get(refresh: boolean): Promise<WalkedList<T>> {
    if (this.#queued !== undefined) return this.#queued;
    if (this.#running !== undefined) {
      if (!refresh && this.#running.changes === this.#changes) return this.#running.walk;
      return this.#queue(this.#running.walk);
    }
    if (!refresh && this.#kept !== undefined && this.#isFresh && this.#now() < this.#kept.freshUntil)
      return Promise.resolve(this.#kept);
    return this.#start();
  }

  /** The list changed on the server: what is kept is stale. */
  invalidate(): void {
    this.#changes += 1;
    this.#isFresh = false;
  }

  /** Forgets the list, and the outcome of a walk that is under way. */
  clear(): void {
    this.invalidate();
    this.#kept = undefined;
    this.#running = undefined;
  }

  #queue(running: Promise<unknown>): Promise<WalkedList<T>> {
    const startNow = (): Promise<WalkedList<T>> => {
      this.#queued = undefined;
      return this.#start();
    };
    this.#queued = running.then(startNow, startNow);
    return this.#queued;
  }

  #start(): Promise<WalkedList<T>> {
    const changes = this.#changes;
    const walk: Promise<WalkedList<T>> = this.#walk().then(
      (list) => {
        if (this.#running?.walk !== walk) return list;
        this.#running = undefined;
        this.#kept = list;
        this.#isFresh = this.#changes === changes;
        return list;
      },
      (error: unknown) => {
        if (this.#running?.walk === walk) this.#running = undefined;
        throw error;
      },
    );
    this.#running = { changes, walk };
    return walk;
  }
}
