import {
  canonicalId,
  type DecodeFault,
  decodeMessage,
  Fault,
  type FaultCode,
  isRequestId,
  type Message,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
} from '../../protocol/index.js';
import { type CancellationListener, listenForCancellation } from '../cancellation.js';
import type { ExchangeOptions } from '../connection.js';
import { EventStreamLoop } from './event-stream-loop.js';
import {
  answerLost,
  foreignAnswer,
  noAnswerInBody,
  sessionExpired,
  strayRequest,
  subscriptionEnded,
} from './exchange-faults.js';
import type { HttpContext, PendingExchange } from './http-context.js';
import type { HttpCall } from './http-requester.js';
import type { MessageStream } from './message-stream.js';
import { errorAnswer, type Refusal, refusalFault } from './refusal.js';
import { type ResponseHandler, type ResponseOutcome, ResponseReader } from './response-reader.js';

/** How an exchange ends: the two functions of its promise. */
export interface Settlement {
  readonly resolve: (response: ResponseMessage) => void;
  readonly reject: (fault: Fault) => void;
}

/** A request, ready to be sent. */
export interface EncodedRequest {
  readonly message: RequestMessage;
  readonly headers: Readonly<Record<string, string>>;
  /** Of these headers, the ones that say which session and revision it belongs to; empty for a modern request. */
  readonly session: Readonly<Record<string, string>>;
  readonly body: string;
  /** The message carries the modern envelope: its stream is its own, and closing it cancels it. */
  readonly isModern: boolean;
}

/** Why a stream could not be resumed, where the reason matters more than the loss of the answer. */
const TELLING: ReadonlySet<FaultCode> = new Set([
  'session_expired',
  'unauthorized',
  'forbidden',
  'limit_exceeded',
  'invalid_utf8',
]);

/** One request on its own POST, up to its answer. */
export class PostExchange implements ResponseHandler, HttpCall, PendingExchange, CancellationListener {
  readonly #context: HttpContext;
  readonly #request: EncodedRequest;
  readonly #options: ExchangeOptions;
  readonly #reader: ResponseReader;
  #settlement: Settlement | undefined;
  /** Takes the exchange off the signal of its caller. */
  #unwatch: (() => void) | undefined;
  /** The streams that bring the rest, after the first one broke off. */
  #rest: EventStreamLoop | undefined;
  /** The last frame that could not be read: the best explanation when no answer comes. */
  #unreadable: Fault | undefined;

  constructor(
    context: HttpContext,
    request: EncodedRequest,
    options: ExchangeOptions,
    settlement: Settlement,
  ) {
    this.#context = context;
    this.#request = request;
    this.#options = options;
    this.#settlement = settlement;
    const { headers, body } = request;
    this.#reader = new ResponseReader(context, 'response', { method: 'POST', headers, body }, this);
  }

  get request(): RequestMessage {
    return this.#request.message;
  }

  get options(): ExchangeOptions {
    return this.#options;
  }

  start(): void {
    this.#unwatch = listenForCancellation(this.#options, this);
    this.#context.wire?.('sent', this.#request.body);
    this.#reader.start();
  }

  message(message: Message | DecodeFault): void {
    if (message.kind === 'fault') this.#unreadable = message.fault;
    // A legacy stream may bring what belongs elsewhere even after the answer.
    if (!this.#request.isModern) this.#context.route(message, this);
    else if (this.#settlement !== undefined) this.#modernMessage(message);
  }

  ended(outcome: ResponseOutcome): void {
    this.#context.lingering.delete(this);
    if (this.#settlement === undefined) return;
    switch (outcome.kind) {
      case 'failed':
        this.fail(outcome.fault);
        break;
      case 'refused':
        this.#refused(outcome.refusal);
        break;
      case 'stream-ended':
        this.#streamEnded(outcome.lost);
        break;
      default:
        this.#body(outcome.bytes);
    }
  }

  /** `CancellationListener` */
  cancelled(reason: unknown): void {
    const { method } = this.request;
    this.fail(
      new Fault('cancelled', `The call of ${method} was cancelled by its caller.`, { cause: reason }),
    );
    // Modern: dropping the stream said it already. 2026-07-28 basic/patterns/cancellation#transport-specific-cancellation
    if (!this.#request.isModern) this.#context.cancel(this.request, reason);
  }

  /** Ends the exchange without an answer, and its stream with it. */
  fail(fault: Fault): void {
    const settlement = this.#finish();
    if (settlement === undefined) return;
    this.abort();
    settlement.reject(fault);
  }

  /** Ends the exchange with its answer. The stream may take a moment to end by itself. */
  settle(response: ResponseMessage): void {
    const fault = this.#beginSession(response);
    if (fault !== undefined) {
      this.fail(fault);
      return;
    }
    const settlement = this.#finish();
    if (settlement === undefined) return;
    if (this.#reader.stream !== undefined && this.#rest === undefined) this.#context.lingering.add(this);
    else this.abort();
    settlement.resolve(response);
  }

  /** `HttpCall`: drops the stream. */
  abort(): void {
    this.#context.lingering.delete(this);
    this.#reader.abort();
    this.#rest?.stop();
  }

  #finish(): Settlement | undefined {
    const settlement = this.#settlement;
    if (settlement === undefined) return undefined;
    this.#settlement = undefined;
    const { cancellation } = this.#options;
    if (cancellation !== undefined) cancellation.listener = undefined;
    this.#unwatch?.();
    this.#context.settled(this);
    return settlement;
  }

  /** 2026-07-28 basic/transports/streamable-http#receiving-messages: all that comes on the stream is ours. */
  #modernMessage(message: Message | DecodeFault): void {
    switch (message.kind) {
      case 'notification':
        if (endsSubscription(message, this.request)) this.fail(subscriptionEnded(message));
        else this.#context.notified(message, this);
        break;
      case 'request':
        this.#context.warn(strayRequest(message.method));
        break;
      case 'fault':
        if (isAnswerTo(message, this.request)) this.fail(message.fault);
        else this.#context.warn(message.fault);
        break;
      default:
        if (this.#isAnswer(message)) this.settle(message);
        else this.#context.warn(foreignAnswer(message, this.request));
    }
  }

  #body(bytes: Uint8Array): void {
    if (bytes.length === 0) {
      this.fail(refusalFault(this.#reader.refusal('http_status')));
      return;
    }
    const { limits, session, wire } = this.#context;
    wire?.('received', new TextDecoder().decode(bytes));
    const { revision } = session;
    const decoded = decodeMessage(bytes, revision === undefined ? { limits } : { limits, revision });
    if (decoded.kind === 'fault') {
      this.fail(decoded.fault);
    } else if (decoded.kind === 'batch') {
      for (const member of decoded.members) this.message(member);
      this.fail(noAnswerInBody(this.request));
    } else if ((decoded.kind === 'success' || decoded.kind === 'error') && this.#isAnswer(decoded)) {
      this.settle(decoded);
    } else {
      this.fail(noAnswerInBody(this.request));
    }
  }

  /** On a stream of its own, an error without an id can be about nothing else. */
  #isAnswer({ id }: ResponseMessage): boolean {
    return id === undefined || id === canonicalId(this.request.id);
  }

  #refused(refusal: Refusal): void {
    const { wire } = this.#context;
    const answer = errorAnswer(refusal, canonicalId(this.request.id));
    if (answer !== undefined) {
      wire?.('received', new TextDecoder().decode(refusal.body));
      this.settle(answer);
      return;
    }
    this.#failBecause(refusalFault(refusal));
  }

  #streamEnded(lost: Fault | undefined): void {
    const { stream } = this.#reader;
    // 2026-07-28 basic/transports/streamable-http#receiving-messages: streams are not resumable.
    if (stream === undefined || this.#request.isModern || stream.lastEventId === '') this.#answerLost(lost);
    else this.#resume(stream);
  }

  #answerLost(cause: Fault | undefined): void {
    this.fail(answerLost(this.request, cause ?? this.#unreadable));
  }

  /** 2025-11-25 basic/transports#resumability-and-redelivery */
  #resume({ lastEventId, retryMs }: MessageStream): void {
    this.#rest = new EventStreamLoop(this.#context, {
      purpose: 'resume',
      lastEventId,
      retryMs,
      headers: { ...this.#request.session, ...this.#newSession() },
      onMessage: (message) => this.message(message),
      onStop: (fault) => {
        if (fault !== undefined && TELLING.has(fault.code)) this.#failBecause(fault);
        else this.#answerLost(fault);
      },
    });
    this.#rest.startLater();
  }

  #failBecause(fault: Fault): void {
    if (fault.code !== 'session_expired') {
      this.fail(fault);
      return;
    }
    const { session } = this.#context;
    const id = this.#request.session['mcp-session-id'];
    session.ended(id);
    const isReplaced = session.id !== id;
    this.fail(sessionExpired(fault, isReplaced));
  }

  #beginSession(response: ResponseMessage): Fault | undefined {
    if (this.request.method !== 'initialize' || response.kind !== 'success') return undefined;
    return this.#context.session.begin(this.#newSession()['mcp-session-id']);
  }

  /** 2025-11-25 basic/transports#session-management: the response with the InitializeResult carries the session id. */
  #newSession(): { 'mcp-session-id'?: string } {
    const id = this.request.method === 'initialize' ? this.#reader.headers['mcp-session-id'] : undefined;
    return id === undefined ? {} : { 'mcp-session-id': [id].flat().join(', ') };
  }
}

/** Whether a frame that could not be read was to be the answer to this request. */
function isAnswerTo({ shape, response }: DecodeFault, { id }: RequestMessage): boolean {
  return shape === 'response' && response.id === canonicalId(id);
}

/** 2026-07-28 basic/patterns/cancellation: a server cancels only to tear down a subscription. */
function endsSubscription({ method, params }: NotificationMessage, request: RequestMessage): boolean {
  if (method !== 'notifications/cancelled' || request.method !== 'subscriptions/listen') return false;
  const id = params?.['requestId'];
  return isRequestId(id) && canonicalId(id) === canonicalId(request.id);
}
