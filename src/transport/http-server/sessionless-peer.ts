import type { ResponseMessage, Revision } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { Peer } from '../message-handler.js';
import { LazySignal } from './lazy-signal.js';

/** A legacy client of a server without sessions: it lasts as long as its request, and cannot be asked anything. */
class SessionlessPeer implements Peer {
  readonly transport = 'http';
  readonly sessionId = undefined;
  declare readonly assumedRevision?: Revision;
  readonly #gone = new LazySignal();

  constructor(assumedRevision: Revision | undefined) {
    if (assumedRevision !== undefined) this.assumedRevision = assumedRevision;
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  notify(): void {}

  request(method: string): Promise<ResponseMessage> {
    const text = `${method} cannot be asked of the client: this server runs without sessions (legacySessions: 'none').`;
    return Promise.reject(new Fault('peer_unreachable', text));
  }
}

/** `revision` is undefined for `initialize`, which negotiates one. */
export function sessionlessPeer(revision: Revision | undefined): Peer {
  return new SessionlessPeer(revision);
}
