import {
  type Era,
  encodeMessage,
  Fault,
  isJsonObject,
  type JsonObject,
  type Limits,
  META,
  type NotificationMessage,
  notification,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
  type Revision,
  requestHeaders,
} from '../../protocol/index.js';
import { cancellationReason, isCancelled } from '../cancellation.js';
import type { Clock } from '../clock.js';
import type { ClientConnection, ConnectionEnd, ConnectionOptions, ExchangeOptions } from '../connection.js';
import { deferred } from '../deferred.js';
import { AcknowledgedPost } from './acknowledged-post.js';
import { EventStreamLoop } from './event-stream-loop.js';
import { type HttpContext, POST_HEADERS } from './http-context.js';
import type { HttpRequester } from './http-requester.js';
import { LegacySession } from './legacy-session.js';
import { LingeringCalls } from './lingering-calls.js';
import { MessageRouter } from './message-router.js';
import { type EncodedRequest, PostExchange } from './post-exchange.js';
import type { RequestSender } from './request-sender.js';

export interface HttpConnectionParts {
  readonly requester: HttpRequester;
  readonly sender: RequestSender;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly warn: (warning: Fault) => void;
  readonly wire: HttpContext['wire'];
  readonly onIncoming: ConnectionOptions['onIncoming'];
}

/** What a server gets at the end to hear that the session is over. */
const FAREWELL_MS = 2000;
const MAX_REASON_CHARS = 200;
const NO_SESSION: Readonly<Record<string, string>> = {};

/**
 * Streamable HTTP, both eras: which one a request belongs to shows in the request itself.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export class HttpConnection implements ClientConnection, AsyncDisposable {
  readonly transport = 'http';
  readonly closed: Promise<ConnectionEnd>;
  readonly #requester: HttpRequester;
  readonly #context: HttpContext;
  readonly #router: MessageRouter;
  readonly #posts = new Set<AcknowledgedPost>();
  readonly #resolveClosed: (end: ConnectionEnd) => void;
  #era: Era | undefined;
  #revision: Revision | undefined;
  #listeningLoop: EventStreamLoop | undefined;
  /** Settled with whether there is a listening stream. */
  readonly #heard = deferred<boolean>();
  #closing: Promise<void> | undefined;

  constructor({ requester, sender, clock, limits, warn, wire, onIncoming }: HttpConnectionParts) {
    this.#requester = requester;
    const { promise, resolve } = deferred<ConnectionEnd>();
    this.closed = promise;
    this.#resolveClosed = resolve;
    const reply = (response: ResponseMessage): void => {
      this.reply(response).catch(warn);
    };
    const router = new MessageRouter({ onIncoming, warn, reply });
    this.#router = router;
    this.#context = {
      sender,
      clock,
      limits,
      warn,
      wire,
      session: new LegacySession(),
      lingering: new LingeringCalls(clock),
      route: (message, origin) => router.route(message, origin),
      notified: (message, exchange) => router.notified(message, exchange),
      settled: (exchange) => router.delete(exchange),
      cancel: (request, reason) => this.#cancel(request, reason),
    };
  }

  exchange(request: RequestMessage, options: ExchangeOptions = {}): Promise<ResponseMessage> {
    return new Promise((resolve, reject) => {
      // What is thrown here rejects.
      this.#mustBeOpen();
      if (isCancelled(options)) throw cancelledBefore(request, cancellationReason(options));
      if (this.#router.isWaiting(request.id)) throw idInUse(request.id);
      const encoded = this.#encode(request, options);
      const exchange = new PostExchange(this.#context, encoded, options, { resolve, reject });
      this.#router.add(exchange);
      exchange.start();
    });
  }

  async notify(message: NotificationMessage): Promise<void> {
    this.#mustBeOpen();
    const isModern = this.#era === 'modern';
    // 2026-07-28 basic/patterns/cancellation#transport-specific-cancellation: closing the stream has said it.
    if (isModern && message.method === 'notifications/cancelled') return;
    const headers = isModern ? this.#modernHeaders(message) : this.#context.session.headers;
    await this.#post(encodeMessage(message, this.#context.limits), headers);
    if (!isModern && message.method === 'notifications/initialized') this.#listen();
  }

  async reply(response: ResponseMessage): Promise<void> {
    this.#mustBeOpen();
    // 2026-07-28 basic/transports/streamable-http#sending-messages
    if (this.#era === 'modern') {
      throw new Fault('not_in_revision', 'A client sends no responses over HTTP since 2026-07-28.');
    }
    await this.#post(encodeMessage(response, this.#context.limits), this.#context.session.headers);
  }

  get listening(): Promise<boolean> | undefined {
    return this.#era === 'legacy' ? this.#heard.promise : undefined;
  }

  negotiated({ revision, era }: { readonly revision: Revision; readonly era: Era }): void {
    this.#era = era;
    this.#revision = revision;
    if (era === 'legacy') this.#context.session.negotiated(revision);
  }

  diagnostics(): string {
    return '';
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#router.failAll(
      new Fault('closed', 'The connection was closed on this side before the answer came.'),
    );
    this.#listeningLoop?.stop();
    this.#heard.resolve(false);
    this.#context.lingering.clear();
    await this.#farewell();
    for (const post of this.#posts) post.abort(closedFault());
    await this.#requester.close();
    this.#resolveClosed({});
  }

  /** Ends the session, and lets what was said last get out; not for long. */
  async #farewell(): Promise<void> {
    const last: Promise<unknown>[] = [...this.#posts].map((post) => post.done.catch(() => {}));
    // 2025-11-25 basic/transports#session-management: a server that does not allow this answers 405.
    const { session } = this.#context;
    if (session.id !== undefined && !session.isOver) last.push(this.#deleteSession());
    if (last.length === 0) return;
    const timeout = deferred();
    const cancelTimer = this.#context.clock.after(FAREWELL_MS, timeout.resolve);
    await Promise.race([Promise.all(last), timeout.promise]);
    cancelTimer();
  }

  #deleteSession(): Promise<void> {
    const { sender, session } = this.#context;
    const { promise, resolve } = deferred();
    const headers = { 'accept-encoding': 'identity', ...session.headers };
    sender.send(
      { method: 'DELETE', headers },
      { head: () => resolve(), chunk() {}, end() {}, failed: () => resolve() },
    );
    return promise;
  }

  #mustBeOpen(): void {
    if (this.#closing !== undefined) throw closedFault();
  }

  #encode(message: RequestMessage, options: ExchangeOptions): EncodedRequest {
    const body = encodeMessage(message, this.#context.limits);
    const isModern = hasEnvelope(message);
    const session = isModern ? NO_SESSION : this.#legacyHeaders(message);
    const own = isModern ? requestHeaders(message) : session;
    // Spreading three objects into one takes 15 times as long.
    const headers = Object.assign({}, POST_HEADERS, options.headers, own);
    return { message, isModern, body, session, headers };
  }

  /** 2025-11-25 basic/transports#session-management: `initialize` begins anew, without a session id. */
  #legacyHeaders({ method }: RequestMessage): Readonly<Record<string, string>> {
    return method === 'initialize' ? NO_SESSION : this.#context.session.headers;
  }

  #modernHeaders(message: NotificationMessage): Readonly<Record<string, string>> {
    const version = this.#revision === undefined ? {} : { 'MCP-Protocol-Version': this.#revision };
    return { ...version, ...requestHeaders(message) };
  }

  async #post(body: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const post = new AcknowledgedPost(this.#context, body, headers);
    this.#posts.add(post);
    try {
      await post.done;
    } finally {
      this.#posts.delete(post);
    }
  }

  /** 2025-11-25 basic/utilities/cancellation#behavior-requirements: `initialize` must not be cancelled. */
  #cancel({ id, method }: RequestMessage, reason: unknown): void {
    if (method === 'initialize' || this.#closing !== undefined) return;
    const params: JsonObject = { requestId: id };
    const text = reason instanceof Error ? reason.message : reason;
    if (typeof text === 'string' && text !== '') params['reason'] = text.slice(0, MAX_REASON_CHARS);
    this.notify(notification('notifications/cancelled', params)).catch((fault: Fault) => {
      if (fault.code !== 'closed') this.#context.warn(fault);
    });
  }

  /** 2025-11-25 basic/transports#listening-for-messages-from-the-server */
  #listen(): void {
    this.#listeningLoop?.stop();
    if (this.#closing !== undefined) return;
    this.#listeningLoop = new EventStreamLoop(this.#context, {
      purpose: 'listen',
      lastEventId: '',
      retryMs: undefined,
      headers: this.#context.session.headers,
      onMessage: (message) => this.#router.route(message, undefined),
      onOpen: () => this.#heard.resolve(true),
      onStop: (fault) => {
        this.#heard.resolve(false);
        if (fault !== undefined) this.#context.warn(withoutListening(fault));
      },
    });
    this.#listeningLoop.startNow();
  }
}

/** 2026-07-28 basic/versioning: a modern request carries its revision. */
function hasEnvelope({ params }: RequestMessage): boolean {
  const meta = params?.['_meta'];
  return isJsonObject(meta) && typeof meta[META.PROTOCOL_VERSION] === 'string';
}

function closedFault(): Fault {
  return new Fault('closed', 'This connection is closed. Open a new one.');
}

function cancelledBefore({ method }: RequestMessage, cause: unknown): Fault {
  return new Fault('cancelled', `The call of ${method} was cancelled by its caller before it was sent.`, {
    cause,
  });
}

function idInUse(id: RequestId): Fault {
  return new Fault('invalid_argument', `The request id ${String(id)} is in use. Choose another one.`);
}

function withoutListening(fault: Fault): Fault {
  return new Fault(
    fault.code,
    `The server cannot send anything by itself, because its event stream did not open. All else goes on. ${fault.message}`,
    { cause: fault, details: fault.details },
  );
}
