import { Fault, isFault, type Revision } from '../../protocol/index.js';
import type { Scope } from '../wire/scope.js';
import { NO_SCOPE } from '../wire/scope.js';
import type { SessionBase } from '../wire/session-base.js';
import { isAnswered, type Reply } from '../wire/wire-session.js';
import { handshakeFault, shakeHands } from './handshake.js';
import type { Opener } from './opener.js';

/** How often a server is started anew for one lane before the lane gives up. */
const MAX_DEATHS = 12;

/** A session that checks use one after the other. A dead one is replaced. */
export class SessionSlot {
  readonly #opener: Opener;
  readonly #revision: Revision;
  readonly #startMs: number;
  readonly #listens: boolean;
  #session: SessionBase | undefined;
  /** What a ping of a session that nothing has happened to yet is answered with. */
  #healthy: Reply['kind'] | undefined;
  #pingMs: number | undefined;
  #uses = 0;
  #deaths = 0;
  #down: Fault | undefined;

  constructor(
    opener: Opener,
    options: {
      readonly revision: Revision;
      readonly startMs: number;
      readonly session?: SessionBase;
      readonly listens?: boolean;
    },
  ) {
    this.#opener = opener;
    this.#revision = options.revision;
    this.#startMs = options.startMs;
    this.#session = options.session;
    this.#listens = options.listens ?? false;
  }

  /** Why no session can be had any more; undefined while it can. */
  get down(): Fault | undefined {
    return this.#down;
  }

  /** How many checks have used the present session. */
  get uses(): number {
    return this.#uses;
  }

  /** How long a ping took in the latest session, before any check used it; infinitely long when none was answered. */
  get pingMs(): number | undefined {
    return this.#pingMs;
  }

  get session(): SessionBase | undefined {
    return this.#session;
  }

  /** The session, alive when it was last looked at, for the next check. @throws Fault */
  async take(scope: Scope): Promise<SessionBase> {
    if (this.#down !== undefined) throw this.#down;
    if (this.#session?.hasEnded === true) await this.discard();
    this.#session ??= await this.#openNew(scope);
    const session = this.#session;
    session.scope = { check: undefined, signal: scope.signal };
    if (this.#uses === 0) {
      const { kind, tookMs } = await session.timedPing();
      this.#healthy ??= kind;
      this.#pingMs = tookMs;
    }
    session.scope = scope;
    this.#uses += 1;
    return session;
  }

  /** The check is over: late frames are nobody's. */
  release(): void {
    if (this.#session !== undefined) this.#session.scope = NO_SCOPE;
  }

  /**
   * Whether the session still answers as it did when it was new. One that answers a ping with an error now, and did not
   * before, has been spoiled: by a message that made a server take the other side for a client of another era, say.
   * True when none is open.
   */
  async isAlive(timeoutMs: number): Promise<boolean> {
    const session = this.#session;
    if (session === undefined) return true;
    if (session.hasEnded) return false;
    const reply = await session.ping(timeoutMs);
    return isAnswered(reply) && (this.#healthy !== 'result' || reply.kind === 'result');
  }

  /** Gives up the present session: it is dead, or may not be trusted any more. */
  async discard(): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    this.#session = undefined;
    this.#uses = 0;
    this.#deaths += 1;
    if (this.#deaths >= MAX_DEATHS) {
      this.#down = new Fault(
        'connection_lost',
        `The server died or fell silent ${MAX_DEATHS} times in ${this.#revision}; nothing more was tried there.`,
      );
    }
    // Nobody waits for the end of a process that does not want to end; closing the opener does.
    void session.close();
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #openNew(scope: Scope): Promise<SessionBase> {
    try {
      const session = await this.#opener.open(this.#revision, {});
      // So that the handshake, too, ends with the check.
      session.scope = scope;
      const reply = await shakeHands(session, this.#revision, {
        timeoutMs: this.#startMs,
        listens: this.#listens,
      });
      if (reply?.kind === 'result') return session;
      await session.close();
      throw reply === undefined
        ? new Fault('closed', 'No handshake.')
        : handshakeFault(this.#revision, reply);
    } catch (error) {
      this.#down = isFault(error) ? error : new Fault('connection_lost', String(error), { cause: error });
      throw this.#down;
    }
  }
}
