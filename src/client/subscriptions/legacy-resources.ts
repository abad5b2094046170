import type { Caller } from '../caller.js';
import type { Link } from '../link.js';
import type { Session } from '../session.js';

interface Watched {
  users: number;
  /** The last of the requests about this URI, so that they never overtake each other. */
  last: Promise<unknown>;
}

/**
 * `resources/subscribe` of the legacy era, once for each URI however many subscriptions of this client want it. The
 * server keeps the subscriptions for the session.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export class LegacyResources {
  readonly #caller: Caller;
  readonly #link: Link;
  readonly #bySession = new WeakMap<Session, Map<string, Watched>>();

  constructor(caller: Caller, link: Link) {
    this.#caller = caller;
    this.#link = link;
  }

  /** @throws what the request fails with */
  async watch(session: Session, uri: string): Promise<void> {
    const all = this.#bySession.get(session) ?? new Map<string, Watched>();
    this.#bySession.set(session, all);
    const watched = all.get(uri) ?? { users: 0, last: Promise.resolve() };
    all.set(uri, watched);
    watched.users += 1;
    if (watched.users === 1) {
      watched.last = watched.last
        .catch(() => {})
        .then(() => this.#caller.call('resources/subscribe', { uri }));
    }
    try {
      await watched.last;
    } catch (error) {
      watched.users -= 1;
      if (watched.users === 0) all.delete(uri);
      throw error;
    }
  }

  /** Never rejects: a server that is gone has forgotten the subscription anyway. */
  async unwatch(session: Session, uri: string): Promise<void> {
    const all = this.#bySession.get(session);
    const watched = all?.get(uri);
    if (watched === undefined) return;
    watched.users -= 1;
    // A call would open a new session, which knows nothing of this.
    if (watched.users > 0 || this.#link.current !== session) return;
    watched.last = watched.last
      .then(() => this.#caller.call('resources/unsubscribe', { uri }))
      .catch(() => {});
    await watched.last;
    if (watched.users === 0) all?.delete(uri);
  }
}
