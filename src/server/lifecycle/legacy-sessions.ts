import type {
  ClientCapabilities,
  Implementation,
  LoggingLevel,
  Revision,
  ServerCapabilities,
} from '../../protocol/index.js';
import type { Peer } from '../../transport/index.js';

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
    if (!canBeTold(peer) || peer.gone.aborted) return;
    this.#byPeer.set(peer, session);
    this.#live.add(session);
    peer.gone.addEventListener('abort', () => this.#live.delete(session), { once: true });
  }

  /** The sessions that notifications may go to. */
  *ready(): Iterable<LegacySession> {
    for (const session of this.#live) if (session.isReady) yield session;
  }
}
