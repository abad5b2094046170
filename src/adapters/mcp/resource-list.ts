import type { McpClient } from '../../client/index.js';
import type { Resource } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';

/**
 * A list of resources that is kept for a while. It knows nothing of the list that the client keeps: a refresh there does
 * not reach it. Queries at the same time share one list; a failure is not kept.
 */
export class ResourceList {
  readonly #client: Pick<McpClient, 'listResources'>;
  readonly #ttlMs: number;
  readonly #clock: Clock;
  #kept: { readonly resources: Promise<readonly Resource[]>; freshUntil: number } | undefined;

  constructor(client: Pick<McpClient, 'listResources'>, ttlMs: number, clock: Clock) {
    this.#client = client;
    this.#ttlMs = ttlMs;
    this.#clock = clock;
  }

  get(): Promise<readonly Resource[]> {
    if (this.#kept !== undefined && this.#clock.now() < this.#kept.freshUntil) return this.#kept.resources;
    // Whatever the time it takes: it is shared until it is there.
    const kept = { resources: this.#client.listResources(), freshUntil: Number.POSITIVE_INFINITY };
    this.#kept = kept;
    kept.resources.then(
      () => {
        kept.freshUntil = this.#clock.now() + this.#ttlMs;
      },
      () => {
        if (this.#kept === kept) this.#kept = undefined;
      },
    );
    return kept.resources;
  }
}
