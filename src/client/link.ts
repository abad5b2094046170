import type { Fault, NotificationMessage, RequestMessage } from '../protocol/index.js';
import { Fault as FaultError } from '../protocol/index.js';
import { onAbort } from '../transport/index.js';
import { openSession } from './connect/open-session.js';
import type { ClientConfig } from './options.js';
import type { Ids, Line, Session } from './session.js';

export interface LinkEvents {
  /** A session was opened: the first, or one in place of a lost one. */
  opened(): void;
  /** The session ended by itself. */
  lost(): void;
  /** What belongs to no request of ours. */
  received(line: Line, message: RequestMessage | NotificationMessage): void;
}

/**
 * The one session that a client has at a time. A lost one is replaced when the next call needs it, once for all who
 * ask; a session that the server has forgotten is replaced in the same way.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#unexpected-termination
 */
export class Link {
  readonly #config: ClientConfig;
  readonly #ids: Ids;
  readonly #events: LinkEvents;
  readonly #closing = new AbortController();
  #current: Session | undefined;
  #last: Session | undefined;
  #opening: Promise<Session> | undefined;
  #closed: Promise<void> | undefined;
  readonly #waiters = new Set<(session: Session) => void>();
  /** Connections that calls may still end on, or that are being closed. */
  readonly #retired = new Set<Line>();

  constructor(config: ClientConfig, ids: Ids, events: LinkEvents) {
    this.#config = config;
    this.#ids = ids;
    this.#events = events;
  }

  /** The session at hand; `undefined` while there is none. */
  get current(): Session | undefined {
    return this.#current;
  }

  /** The session at hand, or the one before it. */
  get last(): Session | undefined {
    return this.#current ?? this.#last;
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Aborted when the client is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The session at hand, or a new one. */
  async session(signal?: AbortSignal): Promise<Session> {
    if (this.#current !== undefined) return this.#current;
    if (this.isClosed) throw closedFault();
    this.#opening ??= this.#open(signal).finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** The session at hand, or the next one that somebody else's call opens. */
  async opened(): Promise<Session> {
    return this.#current ?? new Promise((resolve) => this.#waiters.add(resolve));
  }

  /** A session in place of one that the server has forgotten. */
  renew(forgotten: Session): Promise<Session> {
    this.drop(forgotten);
    return this.session();
  }

  /** The session is of no use any more. A call that still waits in it may end there. */
  drop(session: Session): void {
    if (this.#current !== session) return;
    this.#current = undefined;
    this.#events.lost();
    this.#retired.add(session.line);
    session.line.retire();
    void session.line.connection.closed.then(() => this.#retired.delete(session.line));
  }

  /** Idempotent. Ends what is being opened, closes the connection, and leaves nothing behind. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    const session = this.#current;
    this.#last = session ?? this.#last;
    this.#current = undefined;
    const lines = session === undefined ? [...this.#retired] : [session.line, ...this.#retired];
    await Promise.all(lines.map(({ connection }) => connection.close()));
    await this.#opening?.catch(() => {});
  }

  async #open(signal: AbortSignal | undefined): Promise<Session> {
    const giveUp = new AbortController();
    const abort = (): void => giveUp.abort(signal?.reason);
    const unwatchCaller = signal === undefined ? undefined : onAbort(signal, abort);
    const unwatchClosing = onAbort(this.closing, abort);
    if (signal?.aborted === true) abort();
    try {
      const session = await openSession({
        config: this.#config,
        ids: this.#ids,
        receive: (line, message) => this.#events.received(line, message),
        signal: giveUp.signal,
      });
      if (this.isClosed) {
        await session.line.connection.close();
        throw closedFault();
      }
      this.#take(session);
      return session;
    } catch (error) {
      throw this.isClosed ? closedFault() : error;
    } finally {
      unwatchCaller?.();
      unwatchClosing();
    }
  }

  #take(session: Session): void {
    this.#current = session;
    this.#last = session;
    this.#events.opened();
    for (const waiter of this.#waiters) waiter(session);
    this.#waiters.clear();
    void session.line.connection.closed.then(() => this.drop(session));
  }
}

export function closedFault(): Fault {
  return new FaultError('closed', 'This client was closed. Open a new one with McpClient.connect.');
}
