import type {
  JsonObject,
  NotificationMessage,
  RequestId,
  ResponseMessage,
  Revision,
} from '../../protocol/index.js';
import { canonicalId, Fault } from '../../protocol/index.js';
import type { Cancellation } from '../cancellation.js';
import type { Peer } from '../message-handler.js';
import type { SessionFacts } from './classify-session.js';
import { ASSUMED_REVISION } from './classify-session.js';
import type { ExchangeServices } from './exchange-services.js';
import { LazySignal } from './lazy-signal.js';
import { Questions } from './questions.js';
import type { ReplayStream } from './replay-stream.js';
import { SessionStreams, type StreamOwner } from './session-streams.js';

/** A request of the session that a handler is at work on. */
export interface SessionRequest {
  readonly id: RequestId;
  /** Whether the client still waits on its POST. */
  readonly isConnected: boolean;
  cancel(reason: unknown): void;
  /** Answers for the handler, which is told to stop. */
  stop(reason: Fault): void;
}

/**
 * A legacy client with its session: streams, questions, requests in flight. It is the `Peer` that handlers see.
 *
 * Messages that belong to no request wait for the client to open its GET stream, within `limits.replayBytes`, but
 * notifications only if it ever had one: many clients never do.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export class LegacySession implements Peer, SessionFacts, StreamOwner {
  readonly transport = 'http';
  readonly sessionId: string;
  readonly principal: string | undefined;
  readonly streams: SessionStreams;
  readonly #services: ExchangeServices;
  readonly #gone = new LazySignal();
  /** Only there while there are any: idle sessions are many. */
  #inFlight: Map<RequestId, SessionRequest> | undefined;
  #revision: Revision = ASSUMED_REVISION;
  #questions: Questions | undefined;

  constructor(services: ExchangeServices, sessionId: string, principal: string | undefined) {
    this.#services = services;
    this.sessionId = sessionId;
    this.principal = principal;
    this.streams = new SessionStreams(services, this);
  }

  get revision(): Revision {
    return this.#revision;
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get departure(): Cancellation {
    return this.#gone;
  }

  /** Whether the client is on the line: a session with a connection is not idle. */
  get isConnected(): boolean {
    if (this.streams.isConnected) return true;
    for (const request of this.#inFlight?.values() ?? []) if (request.isConnected) return true;
    return false;
  }

  /** The handshake chose a revision. */
  establish(revision: Revision): void {
    this.#revision = revision;
  }

  notify(notification: NotificationMessage): void {
    if (!this.streams.hasListened || this.#gone.isCancelled) return;
    const text = this.#services.encode(notification);
    if (text !== undefined) this.streams.listening.send(text);
  }

  request(method: string, params?: JsonObject, options?: { signal?: AbortSignal }): Promise<ResponseMessage> {
    return this.ask(this.streams.listening, method, params, [options?.signal]);
  }

  ask(
    stream: ReplayStream,
    method: string,
    params: JsonObject | undefined,
    signals: readonly (AbortSignal | undefined)[],
  ): Promise<ResponseMessage> {
    if (!stream.isResumable && !stream.isConnected) return Promise.reject(awayNow(method));
    this.#questions ??= new Questions(this.#services.settings.limits);
    if (this.#gone.isCancelled) this.#questions.end(sessionOver());
    return this.#questions.ask(stream, method, params, signals);
  }

  /** The client answers a question. */
  answer(response: ResponseMessage): void {
    if (this.#questions?.answer(response) !== true) {
      this.#services.settings.warnings.peer('sent a response that no request is waiting for');
    }
  }

  /** A question never reached the client, or its answer cannot be read. */
  spoil(id: RequestId | undefined, fault: Fault): void {
    this.#questions?.spoil(id, fault);
  }

  inFlight(id: RequestId): SessionRequest | undefined {
    return this.#inFlight?.get(canonicalId(id));
  }

  get inFlightCount(): number {
    return this.#inFlight?.size ?? 0;
  }

  add(request: SessionRequest): void {
    this.#inFlight ??= new Map();
    this.#inFlight.set(canonicalId(request.id), request);
  }

  remove(request: SessionRequest): void {
    this.#inFlight?.delete(canonicalId(request.id));
    if (this.#inFlight?.size === 0) this.#inFlight = undefined;
  }

  /** Over, for whatever reason: nothing that belongs to the session goes on. */
  end(reason: Fault): void {
    if (this.#gone.isCancelled) return;
    for (const request of [...(this.#inFlight?.values() ?? [])]) request.stop(reason);
    this.#questions?.end(sessionOver());
    this.streams.end();
    this.#gone.abort(reason);
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
