import { Fault } from '../../protocol/index.js';
import { DeadlineQueue } from './deadline-queue.js';
import type { ExchangeServices } from './exchange-services.js';
import { LegacySession } from './legacy-session.js';

/**
 * The legacy sessions of one server, bounded in number and idle time. When there are as many as there may be, a new
 * one takes the place of the one that has been idle longest: its client gets 404 and opens a new session, which is
 * what the protocol has for that.
 */
export class SessionTable {
  readonly #services: ExchangeServices;
  readonly #byId = new Map<string, LegacySession>();
  readonly #idle: DeadlineQueue<LegacySession>;

  constructor(services: ExchangeServices) {
    this.#services = services;
    const { clock, limits } = services.settings;
    this.#idle = new DeadlineQueue(clock, limits.legacySessionIdleMs, (session) => this.#due(session));
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Makes room for a session. False when all there may be are in use. */
  makeRoom(): boolean {
    const { legacySessions } = this.#services.settings.limits;
    if (this.#byId.size < legacySessions) return true;
    for (const session of this.#idle.items()) {
      if (session.isConnected) continue;
      this.end(session, new Fault('limit_exceeded', evicted(legacySessions), { limit: 'legacySessions' }));
      return true;
    }
    return false;
  }

  /**
   * A session that nobody can address before it is added.
   * 2025-11-25 basic/transports#session-management: globally unique and cryptographically secure
   */
  create(principal: string | undefined): LegacySession {
    return new LegacySession(this.#services, globalThis.crypto.randomUUID(), principal);
  }

  add(session: LegacySession): void {
    this.#byId.set(session.sessionId, session);
    this.#idle.put(session);
  }

  /** Without counting as traffic: who asks is not known to be its owner yet. */
  find(sessionId: string): LegacySession | undefined {
    return this.#byId.get(sessionId);
  }

  /** There was traffic. */
  touch(session: LegacySession): void {
    if (this.#byId.has(session.sessionId)) this.#idle.put(session);
  }

  end(session: LegacySession, reason: Fault): void {
    this.#byId.delete(session.sessionId);
    this.#idle.remove(session);
    session.end(reason);
  }

  /** The server is closing: streams that carry no answer end now. */
  drain(): void {
    for (const session of this.#byId.values()) session.streams.drain();
  }

  close(reason: Fault): void {
    for (const session of [...this.#byId.values()]) this.end(session, reason);
    this.#idle.clear();
  }

  #due(session: LegacySession): void {
    if (session.isConnected) this.#idle.put(session);
    else this.end(session, new Fault('session_expired', 'The session was idle for too long.'));
  }
}

function evicted(max: number): string {
  return `There are more than limits.legacySessions (${max}) sessions, and this one was idle longest.`;
}
