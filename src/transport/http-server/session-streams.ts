import type { RequestId, Revision } from '../../protocol/index.js';
import { compareRevisions, Fault } from '../../protocol/index.js';
import type { LoggedEvent } from './event-log.js';
import { EventLog } from './event-log.js';
import type { ExchangeServices } from './exchange-services.js';
import { parseEventId, ReplayStream } from './replay-stream.js';
import type { ResponseSink } from './response-sink.js';
import type { ConnectionHolder } from './sse-connection.js';
import { SseConnection } from './sse-connection.js';

/** What became of a `Last-Event-ID`. */
export type Resumption =
  | 'resumed'
  /** The stream is over and the client has all of it, or took its request back. */
  | 'complete'
  /** The stream never was, or so much of it was dropped that it is forgotten. */
  | 'unknown';

/** What the streams need of their session. */
export interface StreamOwner {
  readonly revision: Revision;
  /** A question to the client was dropped before it went out. */
  spoil(id: RequestId, fault: Fault): void;
}

/** The stream of messages that belong to no request: the one that a plain GET opens. */
const LISTENING = 0;

/** Streams of cancelled requests that are remembered, because some clients come back for them. */
const MAX_CANCELLED = 64;

/**
 * The event streams of one legacy session, and what of them is kept for clients that come back. Most sessions have
 * one stream or none, so what only others need is made when it is needed.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class SessionStreams {
  readonly #services: ExchangeServices;
  readonly #owner: StreamOwner;
  #listening: ReplayStream | undefined;
  #hasListened = false;
  /** The answers to POSTs, by number. */
  #answers: Map<number, ReplayStream> | undefined;
  #lastAnswer = LISTENING;
  #cancelled: Set<number> | undefined;
  #log: EventLog | undefined;

  constructor(services: ExchangeServices, owner: StreamOwner) {
    this.#services = services;
    this.#owner = owner;
  }

  /** 2025-11-25 brought polling: a server may end a connection, and the client comes back for the rest. */
  get canPoll(): boolean {
    return this.#isResumable && compareRevisions(this.#owner.revision, '2025-11-25') >= 0;
  }

  /** Whether the client ever opened the listening stream. */
  get hasListened(): boolean {
    return this.#hasListened;
  }

  get isConnected(): boolean {
    if (this.#listening?.isConnected === true) return true;
    for (const stream of this.#answers?.values() ?? []) if (stream.isConnected) return true;
    return false;
  }

  /** For messages that belong to no request. */
  get listening(): ReplayStream {
    this.#listening ??= this.#newStream(LISTENING);
    return this.#listening;
  }

  /** A stream for the answer to a POST. `holder` is told when its connection is lost for good. */
  openAnswer(sink: ResponseSink, headers: readonly string[], holder: ConnectionHolder): ReplayStream {
    this.#lastAnswer += 1;
    const stream = this.#newStream(this.#lastAnswer, holder);
    this.#answers ??= new Map();
    this.#answers.set(stream.number, stream);
    stream.attach(new SseConnection(this.#services, sink, stream, headers), 0);
    stream.prime();
    return stream;
  }

  /** The request of a stream was cancelled: there is no more to come, and no answer to replay. */
  forget({ number }: ReplayStream): void {
    this.#answers?.delete(number);
    this.#cancelled ??= new Set();
    this.#cancelled.add(number);
    if (this.#cancelled.size <= MAX_CANCELLED) return;
    const [oldest = number] = this.#cancelled;
    this.#cancelled.delete(oldest);
  }

  /** GET: messages that belong to no request. Replaces the stream of an earlier GET, which may well be dead. */
  listen(sink: ResponseSink): void {
    const { listening } = this;
    const { delivered } = listening;
    this.#hasListened = true;
    listening.attach(new SseConnection(this.#services, sink, listening), delivered);
    if (listening.last === delivered) listening.prime();
  }

  /**
   * GET with `Last-Event-ID`: goes on with the stream of that event, and no other. When part of what followed was
   * dropped the rest is sent; the loss was told to `onWarning`.
   */
  resume(lastEventId: string, sink: ResponseSink): Resumption {
    const id = parseEventId(lastEventId);
    if (id === undefined) return 'unknown';
    if (this.#cancelled?.has(id.stream) === true) return 'complete';
    const stream = id.stream === LISTENING ? this.#listening : this.#answers?.get(id.stream);
    if (stream === undefined || !stream.isResumable || id.position > stream.last) return 'unknown';
    const missed = this.#log?.after(stream.number, id.position) ?? [];
    if (stream.isFinished && missed.length === 0) return id.position < stream.last ? 'unknown' : 'complete';
    if (stream.number === LISTENING) this.#hasListened = true;
    stream.attach(new SseConnection(this.#services, sink, stream), id.position);
    return 'resumed';
  }

  /** The server is closing: the stream that carries no answer ends now. */
  drain(): void {
    this.#listening?.finish();
  }

  end(): void {
    this.#listening?.finish();
    for (const stream of this.#answers?.values() ?? []) stream.finish();
    this.#answers = undefined;
    this.#log?.clear();
  }

  get #isResumable(): boolean {
    return this.#services.settings.lostRequestMs === Number.POSITIVE_INFINITY;
  }

  #newStream(number: number, holder?: ConnectionHolder): ReplayStream {
    if (this.#isResumable) {
      this.#log ??= new EventLog(this.#services.settings.limits.replayBytes, (event) => this.#dropped(event));
    }
    return new ReplayStream(number, this.#log, this.canPoll, holder);
  }

  /** Room was needed. What the client has, or nobody will ask for any more, is no loss. */
  #dropped(event: LoggedEvent): void {
    const stream = event.stream === LISTENING ? this.#listening : this.#answers?.get(event.stream);
    if (stream === undefined) return;
    if (stream.isFinished && event.position === stream.last) this.#answers?.delete(event.stream);
    if (event.position <= stream.delivered) return;
    const { replayBytes } = this.#services.settings.limits;
    const text = `A message to a client without a connection was dropped: more than limits.replayBytes (${replayBytes} bytes) wait in its session.`;
    const fault = new Fault('limit_exceeded', text, { limit: 'replayBytes' });
    this.#services.warn(fault);
    // Later, because a question that is too large by itself is dropped before it counts as asked.
    const { asks } = event;
    if (asks !== undefined) queueMicrotask(() => this.#owner.spoil(asks, fault));
  }
}
