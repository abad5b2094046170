import type { DecodeFault, Fault, Message } from '../../protocol/index.js';
import { BodyCollector } from './body-collector.js';
import { classifyResponse, type Expected, mediaType, type RefusalCode } from './classify-response.js';
import { bodyTooLong } from './exchange-faults.js';
import type { HttpContext } from './http-context.js';
import { type HttpCall, headerValue, type ResponseHeaders } from './http-requester.js';
import { MessageStream } from './message-stream.js';
import type { Refusal } from './refusal.js';
import type { AnswerReceiver, OutgoingRequest, SentCall } from './request-sender.js';

/** How a response ended. */
export type ResponseOutcome =
  /** With a JSON body, possibly empty. */
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  /** An event stream, in order; or broken off with this fault, and then it may be resumed. */
  | { readonly kind: 'stream-ended'; readonly lost: Fault | undefined }
  /** The server took what was sent; the body means nothing. */
  | { readonly kind: 'acknowledged'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** It did not come, or cannot be read. */
  | { readonly kind: 'failed'; readonly fault: Fault };

export interface ResponseHandler {
  /** The response is an event stream, and has begun. */
  opened?(): void;
  /** A message of an event stream. */
  message(message: Message | DecodeFault): void;
  /** Called once; nothing follows. */
  ended(outcome: ResponseOutcome): void;
}

/** What reading a response needs of its connection. */
export type ReaderContext = Pick<HttpContext, 'sender' | 'limits' | 'session' | 'wire'>;

/** A body that is only looked at for an explanation is not read beyond this. */
const EXPLANATION_BYTES = 65_536;

/** Sends one request and reads its response: a message, an event stream, an acknowledgement, or a refusal. */
export class ResponseReader implements AnswerReceiver, HttpCall {
  readonly #context: ReaderContext;
  readonly #expected: Expected;
  readonly #outgoing: OutgoingRequest;
  #handler: ResponseHandler | undefined;
  #call: SentCall | undefined;
  #status = 0;
  #headers: ResponseHeaders = {};
  #refusal: RefusalCode | undefined;
  #body: BodyCollector | undefined;
  #stream: MessageStream | undefined;

  constructor(
    context: ReaderContext,
    expected: Expected,
    outgoing: OutgoingRequest,
    handler: ResponseHandler,
  ) {
    this.#context = context;
    this.#expected = expected;
    this.#outgoing = outgoing;
    this.#handler = handler;
  }

  /** The event stream, when the response is one. */
  get stream(): MessageStream | undefined {
    return this.#stream;
  }

  get headers(): ResponseHeaders {
    return this.#headers;
  }

  start(): void {
    const call = this.#context.sender.send(this.#outgoing, this);
    if (this.#handler === undefined) call.abort();
    else this.#call = call;
  }

  /** Drops the response. The handler hears nothing more. */
  abort(): void {
    this.#handler = undefined;
    this.#call?.abort();
  }

  /** The response as a refusal: where it turns out to be none that could be used. */
  refusal(code: RefusalCode): Refusal {
    const { sender, limits } = this.#context;
    const { method } = this.#outgoing;
    const url = this.#call?.url ?? sender.url;
    const body = this.#body?.bytes() ?? new Uint8Array(0);
    return { code, method, url, status: this.#status, headers: this.#headers, body, limits };
  }

  head(status: number, headers: ResponseHeaders): void {
    this.#status = status;
    this.#headers = headers;
    const contentType = headerValue(headers, 'content-type');
    const contentLength = headerValue(headers, 'content-length');
    const verdict = classifyResponse({
      expected: this.#expected,
      status,
      contentType,
      contentLength,
      contentEncoding: headerValue(headers, 'content-encoding'),
      hasSession: this.#outgoing.headers['mcp-session-id'] !== undefined,
    });
    if (verdict.kind === 'events') {
      this.#stream = this.#openStream();
      this.#handler?.opened?.();
    } else if (verdict.kind === 'message') {
      this.#body = new BodyCollector(this.#context.limits.responseBodyBytes);
      if (Number(contentLength ?? 0) > this.#context.limits.responseBodyBytes) this.#bodyIsFull();
    } else {
      this.#body = new BodyCollector(EXPLANATION_BYTES);
      if (verdict.kind === 'refused') this.#refusal = verdict.code;
      // A stream may stay open for ever, and there is nothing on it that would be waited for.
      else if (mediaType(contentType) === 'text/event-stream') this.#bodyIsFull();
    }
  }

  chunk(bytes: Uint8Array): void {
    if (this.#stream === undefined) {
      if (this.#body?.push(bytes) === false) this.#bodyIsFull();
      return;
    }
    const fault = this.#stream.push(bytes);
    if (fault !== undefined) this.#break({ kind: 'failed', fault });
  }

  end(): void {
    const fault = this.#stream?.end();
    this.#finish(fault === undefined ? this.#whole() : { kind: 'failed', fault });
  }

  failed(fault: Fault): void {
    const isResumable = this.#stream !== undefined && fault.code === 'connection_lost';
    this.#finish(isResumable ? { kind: 'stream-ended', lost: fault } : { kind: 'failed', fault });
  }

  #whole(): ResponseOutcome {
    if (this.#stream !== undefined) return { kind: 'stream-ended', lost: undefined };
    if (this.#refusal !== undefined) return { kind: 'refused', refusal: this.refusal(this.#refusal) };
    const bytes = this.#body?.bytes() ?? new Uint8Array(0);
    return this.#expected === 'acknowledgement' ? { kind: 'acknowledged', bytes } : { kind: 'body', bytes };
  }

  #bodyIsFull(): void {
    const isMessage = this.#refusal === undefined && this.#expected !== 'acknowledgement';
    const tooLong = (): Fault => bodyTooLong(this.#context.limits.responseBodyBytes);
    this.#break(isMessage ? { kind: 'failed', fault: tooLong() } : this.#whole());
  }

  /** Ends before the response does. */
  #break(outcome: ResponseOutcome): void {
    this.#call?.abort();
    this.#finish(outcome);
  }

  #finish(outcome: ResponseOutcome): void {
    const handler = this.#handler;
    this.#handler = undefined;
    handler?.ended(outcome);
  }

  #openStream(): MessageStream {
    const { limits, session, wire } = this.#context;
    return new MessageStream({
      limits,
      revision: session.revision,
      onText: wire === undefined ? undefined : (text) => wire('received', text),
      onMessage: (message) => this.#handler?.message(message),
    });
  }
}
