import type {
  JsonObject,
  NotificationMessage,
  RequestId,
  ResponseMessage,
  Revision,
} from '../../protocol/index.js';
import { canonicalId, compareRevisions, Fault } from '../../protocol/index.js';
import type { Peer } from '../message-handler.js';
import type { SessionFacts } from './classify-session.js';
import { ASSUMED_REVISION } from './classify-session.js';
import type { LoggedEvent } from './event-log.js';
import { EventLog } from './event-log.js';
import type { ExchangeServices } from './exchange-services.js';
import { LazySignal } from './lazy-signal.js';
import { Questions } from './questions.js';
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

/** Streams of cancelled requests that are remembered, because some clients come back for them. */
const MAX_CANCELLED = 64;

/** A request of the session that a handler is at work on. */
export interface SessionRequest {
  readonly id: RequestId;
  /** Whether the client still waits on its POST. */
  readonly isConnected: boolean;
  cancel(reason: unknown): void;
  /** Answers for the handler, which is told to stop. */
  stop(reason: Fault): void;
}

/** The stream of messages that belong to no request: the one that a plain GET opens. */
const LISTENING = 0;

/**
 * A legacy client with its session: streams, questions, requests in flight. It is the `Peer` that handlers see.
 *
 * Messages that belong to no request wait for the client to open its GET stream, within `limits.replayBytes`, but
 * notifications only if it ever had one: many clients never do.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export class LegacySession implements Peer, SessionFacts {
  readonly transport = 'http';
  readonly sessionId: string;
  readonly principal: string | undefined;
  readonly #services: ExchangeServices;
  readonly #gone = new LazySignal();
  readonly #inFlight = new Map<RequestId, SessionRequest>();
  readonly #streams = new Map<number, ReplayStream>();
  readonly #cancelled = new Set<number>();
  #revision: Revision = ASSUMED_REVISION;
  #questions: Questions | undefined;
  #log: EventLog | undefined;
  #lastStream = LISTENING;
  #hasListened = false;

  constructor(services: ExchangeServices, sessionId: string, principal: string | undefined) {
    this.#services = services;
    this.sessionId = sessionId;
    this.principal = principal;
  }

  get revision(): Revision {
    return this.#revision;
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** 2025-11-25 brought polling: a server may end a connection, and the client comes back for the rest. */
  get hasPolling(): boolean {
    return this.#isResumable && compareRevisions(this.#revision, '2025-11-25') >= 0;
  }

  get #isResumable(): boolean {
    return this.#services.settings.lostRequestMs === Number.POSITIVE_INFINITY;
  }

  /** Whether the client is on the line: a session with a connection is not idle. */
  get isConnected(): boolean {
    for (const stream of this.#streams.values()) if (stream.isConnected) return true;
    for (const request of this.#inFlight.values()) if (request.isConnected) return true;
    return false;
  }

  /** The handshake chose a revision. */
  establish(revision: Revision): void {
    this.#revision = revision;
  }

  notify(notification: NotificationMessage): void {
    if (!this.#hasListened || this.#gone.aborted) return;
    const text = this.#services.encode(notification);
    if (text !== undefined) this.#listening().send(text);
  }

  request(method: string, params?: JsonObject, options?: { signal?: AbortSignal }): Promise<ResponseMessage> {
    return this.ask(this.#listening(), method, params, [options?.signal]);
  }

  ask(
    stream: ReplayStream,
    method: string,
    params: JsonObject | undefined,
    signals: readonly (AbortSignal | undefined)[],
  ): Promise<ResponseMessage> {
    if (!stream.isResumable && !stream.isConnected) return Promise.reject(awayNow(method));
    this.#questions ??= new Questions(this.#services.settings.limits);
    if (this.#gone.aborted) this.#questions.end(sessionOver());
    return this.#questions.ask(stream, method, params, signals);
  }

  /** The client answers a question. */
  answer(response: ResponseMessage): void {
    if (this.#questions?.answer(response) !== true) {
      this.#services.settings.warnings.peer('sent a response that no request is waiting for');
    }
  }

  /** The client's answer to a question cannot be read. */
  spoil(id: RequestId | undefined, fault: Fault): void {
    this.#questions?.spoil(id, fault);
  }

  inFlight(id: RequestId): SessionRequest | undefined {
    return this.#inFlight.get(canonicalId(id));
  }

  get inFlightCount(): number {
    return this.#inFlight.size;
  }

  add(request: SessionRequest): void {
    this.#inFlight.set(canonicalId(request.id), request);
  }

  remove(request: SessionRequest): void {
    this.#inFlight.delete(canonicalId(request.id));
  }

  /** A stream for the answer to a POST. `holder` is told when its connection is lost for good. */
  openStream(sink: ResponseSink, headers: readonly string[], holder: ConnectionHolder): ReplayStream {
    this.#lastStream += 1;
    const stream = this.#newStream(this.#lastStream, holder);
    stream.attach(new SseConnection(this.#services, sink, stream, headers), 0);
    stream.prime();
    return stream;
  }

  /** The request of a stream was cancelled: there is no more to come, and no answer to replay. */
  forget(stream: ReplayStream): void {
    this.#streams.delete(stream.number);
    this.#cancelled.add(stream.number);
    if (this.#cancelled.size <= MAX_CANCELLED) return;
    for (const oldest of this.#cancelled) {
      this.#cancelled.delete(oldest);
      break;
    }
  }

  /** GET: messages that belong to no request. Replaces the stream of an earlier GET, which may well be dead. */
  listen(sink: ResponseSink): void {
    this.#hasListened = true;
    const stream = this.#listening();
    const { delivered } = stream;
    stream.attach(new SseConnection(this.#services, sink, stream), delivered);
    if (stream.last === delivered) stream.prime();
  }

  /**
   * GET with `Last-Event-ID`: goes on with the stream of that event, and no other. When part of what followed was
   * dropped the rest is sent, and the loss is told to `onWarning`.
   */
  resume(lastEventId: string, sink: ResponseSink): Resumption {
    const id = parseEventId(lastEventId);
    const stream = id === undefined ? undefined : this.#streams.get(id.stream);
    if (id !== undefined && this.#cancelled.has(id.stream)) return 'complete';
    if (id === undefined || stream === undefined || id.position > stream.last) return 'unknown';
    if (!stream.isResumable) return 'unknown';
    const missed = this.#log?.after(stream.number, id.position) ?? [];
    if (stream.isFinished && missed.length === 0) return id.position < stream.last ? 'unknown' : 'complete';
    if (stream.number === LISTENING) this.#hasListened = true;
    stream.attach(new SseConnection(this.#services, sink, stream), id.position);
    return 'resumed';
  }

  /** The server is closing: streams that carry no answer end now. */
  drain(): void {
    this.#streams.get(LISTENING)?.finish();
  }

  /** Over, for whatever reason: nothing that belongs to the session goes on. */
  end(reason: Fault): void {
    if (this.#gone.aborted) return;
    for (const request of [...this.#inFlight.values()]) request.stop(reason);
    this.#questions?.end(sessionOver());
    for (const stream of this.#streams.values()) stream.finish();
    this.#streams.clear();
    this.#log?.clear();
    this.#gone.abort(reason);
  }

  #listening(): ReplayStream {
    return this.#streams.get(LISTENING) ?? this.#newStream(LISTENING);
  }

  #newStream(number: number, holder?: ConnectionHolder): ReplayStream {
    if (this.#isResumable) {
      this.#log ??= new EventLog(this.#services.settings.limits.replayBytes, (event) => this.#dropped(event));
    }
    const stream = new ReplayStream(number, this.#log, this.hasPolling, holder);
    this.#streams.set(number, stream);
    return stream;
  }

  /** Room was needed. What the client has, or nobody will ask for any more, is no loss. */
  #dropped(event: LoggedEvent): void {
    const stream = this.#streams.get(event.stream);
    if (stream === undefined) return;
    if (stream.isFinished && event.position === stream.last) this.#streams.delete(event.stream);
    if (event.position <= stream.delivered) return;
    const fault = new Fault(
      'limit_exceeded',
      `A message to a client without a connection was dropped: more than limits.replayBytes ` +
        `(${this.#services.settings.limits.replayBytes} bytes) wait in its session.`,
      { limit: 'replayBytes' },
    );
    this.#services.warn(fault);
    // Later, because a question that is too large by itself is dropped before it counts as asked.
    if (event.asks !== undefined) queueMicrotask(() => this.spoil(event.asks, fault));
  }
}

function awayNow(method: string): Fault {
  return new Fault('peer_unreachable', `${method} cannot be asked of the client: it has no stream open now.`);
}

function sessionOver(): Fault {
  return new Fault(
    'connection_lost',
    'The session of the client has ended; nothing can be asked of it any more.',
  );
}
