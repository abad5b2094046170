import type { NotificationMessage, RequestMessage, ResponseMessage } from '../../protocol/index.js';
import { ERROR_CODES, Fault } from '../../protocol/index.js';
import type { Cancellation } from '../cancellation.js';
import type { AuthInfo, Peer, RequestContext } from '../message-handler.js';
import type { ExchangeServices, OpenExchange } from './exchange-services.js';
import { unfinished } from './exchange-services.js';
import { LazySignal } from './lazy-signal.js';
import { JSON_HEADERS } from './refusal.js';
import type { HeaderFields } from './request-head.js';
import type { ResponseSink, SinkOwner } from './response-sink.js';
import type { ConnectionHolder } from './sse-connection.js';
import { SseConnection } from './sse-connection.js';

/** Ends only when one side ends it, so nobody waits for it when a server closes. */
const SUBSCRIPTION_METHOD = 'subscriptions/listen';

/**
 * One request of the modern era and its answer: JSON, or a stream as soon as something precedes the result. The
 * client closing the connection is its way to cancel.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#receiving-messages
 */
export class ModernExchange implements RequestContext, OpenExchange, SinkOwner, ConnectionHolder {
  declare readonly auth?: AuthInfo;
  readonly headers: HeaderFields;
  readonly #services: ExchangeServices;
  readonly #sink: ResponseSink;
  readonly #message: RequestMessage;
  readonly #cancelled = new LazySignal();
  #peer: ModernPeer | undefined;
  #stream: SseConnection | undefined;
  #isOpen = true;

  constructor(
    services: ExchangeServices,
    sink: ResponseSink,
    message: RequestMessage,
    fields: HeaderFields,
    auth: AuthInfo | undefined,
  ) {
    this.#services = services;
    this.#sink = sink;
    this.#message = message;
    this.headers = fields;
    if (auth !== undefined) this.auth = auth;
    sink.owner = this;
  }

  /** Hands the request to the handler. */
  run(): void {
    this.#services.begin(this);
    this.#services.ask(this.#message, this, (response) => this.#settle(response));
  }

  get signal(): AbortSignal {
    return this.#cancelled.signal;
  }

  get cancellation(): Cancellation {
    return this.#cancelled;
  }

  get peer(): Peer {
    this.#peer ??= new ModernPeer(this.#cancelled);
    return this.#peer;
  }

  notify(notification: NotificationMessage): void {
    if (!this.#isOpen) return;
    const text = this.#services.encode(notification);
    if (text !== undefined) this.#openStream().send(text);
  }

  request(method: string): Promise<ResponseMessage> {
    return Promise.reject(noRequests(method));
  }

  becomeStream(): void {
    if (this.#isOpen) this.#openStream();
  }

  clientGone(): void {
    this.#cancel(
      new Fault('cancelled', 'The client closed the connection, which cancels.', { origin: 'peer' }),
    );
  }

  connectionLost(): void {
    this.clientGone();
  }

  /**
   * What a subscription says at its end is still to come, and is sent: 2026-07-28 basic/patterns/cancellation (MUST send
   * `notifications/cancelled`) and basic/patterns/subscriptions#graceful-closure (the result).
   */
  drain(reason: Fault): void {
    if (this.#message.method === SUBSCRIPTION_METHOD) this.#cancelled.abort(reason);
  }

  stop(reason: Fault): void {
    this.#settle(unfinished(this.#message.id, reason));
    this.#cancelled.abort(reason);
  }

  #openStream(): SseConnection {
    this.#services.waiting.remove(this);
    this.#stream ??= new SseConnection(this.#services, this.#sink, this);
    return this.#stream;
  }

  #settle(response: ResponseMessage): void {
    // 2026-07-28 basic/transports/streamable-http#cancellation: nothing is sent for a request that is cancelled
    if (!this.#isOpen) return;
    this.#close();
    const text = this.#services.encodeResponse(response);
    if (this.#stream === undefined) {
      this.#sink.respond(statusOf(response), JSON_HEADERS, text);
      return;
    }
    this.#stream.send(text);
    this.#stream.finish();
  }

  #cancel(reason: Fault): void {
    if (!this.#isOpen) return;
    this.#close();
    this.#cancelled.abort(reason);
  }

  #close(): void {
    this.#isOpen = false;
    this.#services.end(this);
  }
}

/** A modern client, as far as there is one beyond its request. */
class ModernPeer implements Peer {
  readonly transport = 'http';
  readonly sessionId = undefined;
  readonly #gone: LazySignal;

  constructor(gone: LazySignal) {
    this.#gone = gone;
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** There is no stream beside those of requests. */
  notify(): void {}

  request(method: string): Promise<ResponseMessage> {
    return Promise.reject(noRequests(method));
  }
}

/** A peer for what needs one but comes with no request: a notification. */
export function modernPeer(): Peer {
  return new ModernPeer(new LazySignal());
}

function noRequests(method: string): Fault {
  return new Fault(
    'not_in_revision',
    `${method} cannot be asked of the client: since 2026-07-28 servers send no requests. Give an input-required result.`,
  );
}

/** 2026-07-28 basic/transports/streamable-http#protocol-version-header: 404 for an unknown method */
function statusOf(response: ResponseMessage): number {
  if (response.kind === 'success') return 200;
  if (response.httpStatus !== undefined) return response.httpStatus;
  return response.error.code === ERROR_CODES.METHOD_NOT_FOUND.code ? 404 : 200;
}
