import type {
  ClientCapabilities,
  Implementation,
  LoggingLevel,
  Revision,
  ServerCapabilities,
} from '../../protocol/index.js';
import type { Cancellable, Peer } from '../../transport/index.js';
import { isCancelled, listenForCancellation } from '../../transport/index.js';

/** What `initialize` established with one peer. */
export interface LegacySession {
  readonly peer: Peer;
  readonly revision: Revision;
  /** What the server said it can do. Its notifications keep to that, whatever was registered since. */
  readonly declared: ServerCapabilities;
  readonly clientInfo: Implementation;
  /** As far as the revision has them. */
  readonly clientCapabilities: ClientCapabilities;
  /** Who opened it. Requests of anybody else are refused. */
  readonly principal: string | undefined;
  /** The client has sent `notifications/initialized`: only then may the server speak unasked. */
  isReady: boolean;
  /** Set by `logging/setLevel`; without it no log message is sent. */
  logLevel: LoggingLevel | undefined;
  /** Resources that the client wants to hear about. */
  readonly uris: Set<string>;
}

/**
 * Whether a legacy peer is there beyond its request. An HTTP server without sessions makes a peer for each: there is
 * nothing to remember it by, and nothing that could reach it later.
 */
export function canBeTold(peer: Peer): boolean {
  return peer.transport !== 'http' || peer.sessionId !== undefined;
}

/** The legacy peers of one server, by the carrier's object for the other side. */
export class LegacySessions {
  readonly #byPeer = new WeakMap<Peer, LegacySession>();
  readonly #live = new Set<LegacySession>();

  of(peer: Peer): LegacySession | undefined {
    return this.#byPeer.get(peer);
  }

  open(session: LegacySession): void {
    const { peer } = session;
    const departure = departureOf(peer);
    if (!canBeTold(peer) || isCancelled(departure)) return;
    const before = this.#byPeer.get(peer);
    if (before !== undefined) this.#live.delete(before);
    this.#byPeer.set(peer, session);
    this.#live.add(session);
    listenForCancellation(departure, { cancelled: () => this.#live.delete(session) });
  }

  /** The sessions that notifications may go to. */
  *ready(): Iterable<LegacySession> {
    for (const session of this.#live) if (session.isReady) yield session;
  }
}

/** Thousands of sessions are idle at a time: no signal is made for those that can tell without. */
function departureOf(peer: Peer): Cancellable {
  const { departure } = peer;
  return departure === undefined ? { signal: peer.gone } : { cancellation: departure };
}
