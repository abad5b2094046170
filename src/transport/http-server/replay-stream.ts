import type { RequestId } from '../../protocol/index.js';
import type { EventLog } from './event-log.js';
import type { ConnectionHolder, EventCarrier, SseConnection } from './sse-connection.js';

/** The id of an event: which stream of the session, and where in it. */
export interface EventId {
  readonly stream: number;
  readonly position: number;
}

const EVENT_ID = /^(\d{1,15})-(\d{1,15})$/;

/** Reads a `Last-Event-ID`; undefined for one that we never gave. */
export function parseEventId(text: string): EventId | undefined {
  const match = EVENT_ID.exec(text.trim());
  return match === null ? undefined : { stream: Number(match[1]), position: Number(match[2]) };
}

/**
 * One stream of a legacy session, which outlives its connections: what is sent while there is none is kept, within the
 * budget of the session, for the client to fetch with GET and `Last-Event-ID`. Without a log there is one connection,
 * its events have no ids, and what is sent after it goes nowhere.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class ReplayStream implements EventCarrier, ConnectionHolder {
  readonly number: number;
  readonly #log: EventLog | undefined;
  /** Whether events without data are understood: 2025-11-25 has them, older clients take them for broken JSON. */
  readonly #canPrime: boolean;
  readonly #holder: ConnectionHolder | undefined;
  #connection: SseConnection | undefined;
  #last = 0;
  /** Up to where events went out on some connection. */
  #delivered = 0;
  #isFinished = false;

  /** `holder` is told when a connection is lost that the client cannot replace. */
  constructor(number: number, log: EventLog | undefined, canPrime: boolean, holder?: ConnectionHolder) {
    this.number = number;
    this.#log = log;
    this.#canPrime = canPrime;
    this.#holder = holder;
  }

  get isResumable(): boolean {
    return this.#log !== undefined;
  }

  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Position of the last event that was given out. */
  get last(): number {
    return this.#last;
  }

  get delivered(): number {
    return this.#delivered;
  }

  /** `asks` marks a question, so that it can be settled should it never reach the client. */
  send(text: string, asks?: RequestId): void {
    if (this.#isFinished) return;
    if (this.#log === undefined) {
      this.#connection?.send(text);
      return;
    }
    this.#last += 1;
    if (this.#connection !== undefined) {
      this.#delivered = this.#last;
      this.#connection.send(text, this.#id(this.#last));
    }
    this.#log.add({ stream: this.number, position: this.#last, text, asks });
  }

  /** Goes on over a connection, with what comes behind a position. A connection that is there already is replaced. */
  attach(connection: SseConnection, after: number): void {
    this.#connection?.finish();
    this.#connection = connection;
    const missed = this.#log?.after(this.number, after) ?? [];
    this.#delivered = this.#last;
    for (const { text, position } of missed) connection.send(text, this.#id(position));
    if (this.#isFinished) this.#release();
  }

  /**
   * Gives the client something to resume from before there is a message.
   * 2025-11-25 basic/transports#sending-messages-to-the-server
   */
  prime(): void {
    if (this.#canPrime) this.#connection?.prime(this.#nextId());
  }

  /** Ends the connection, not the stream. */
  closeConnection(retryMs: number | undefined): void {
    if (this.#connection === undefined || !this.#canPrime) return;
    this.#connection.prime(this.#nextId(), retryMs);
    this.#release();
  }

  finish(): void {
    this.#isFinished = true;
    this.#release();
  }

  connectionLost(connection: SseConnection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    if (this.#log === undefined) this.#holder?.connectionLost(connection);
  }

  #release(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.finish();
  }

  #nextId(): string {
    this.#last += 1;
    this.#delivered = this.#last;
    return this.#id(this.#last);
  }

  #id(position: number): string {
    return `${this.number}-${position}`;
  }
}
