import type { NotificationMessage, RequestId, ResponseMessage } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import { isUnavailable } from '../bounded-handler.js';
import { BatchText } from '../multiplexer/batch-text.js';
import type { ExchangeServices, LostExchange, OpenExchange } from './exchange-services.js';
import { unfinished } from './exchange-services.js';
import type { LegacySession } from './legacy-session.js';
import { JSON_HEADERS } from './refusal.js';
import { ReplayStream } from './replay-stream.js';
import type { ResponseSink, SinkOwner } from './response-sink.js';
import type { ConnectionHolder, EventCarrier } from './sse-connection.js';
import { SseConnection } from './sse-connection.js';

/** One request of a POST. */
export interface PostMember {
  /** Nobody is there to take the answer. */
  abandon(reason: Fault): void;
  stop(reason: Fault): void;
}

const NO_HEADERS: readonly string[] = [];
const UNAVAILABLE_STATUS = 503;

/**
 * The answer to one legacy POST with requests in it: one, or a batch of 2025-03-26. JSON, or a stream as soon as
 * something precedes the result. The client closing the connection cancels nothing; what comes then is kept for it to
 * fetch, provided that the stream has begun, because before that it has no event id to fetch it by. With `lostRequestMs`
 * there are no event ids, and a client that has gone for that long is not coming back.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export class LegacyPost implements OpenExchange, LostExchange, SinkOwner, ConnectionHolder {
  /** Headers that go with the answer, asked for when it begins. */
  headers: () => readonly string[] = () => NO_HEADERS;
  readonly #services: ExchangeServices;
  readonly #sink: ResponseSink;
  readonly #session: LegacySession | undefined;
  readonly #isBatch: boolean;
  readonly #requests: PostMember[] = [];
  #carrier: EventCarrier | undefined;
  /** Answers that have not become a stream. */
  readonly #answers = new BatchText();
  #awaited = 0;
  #status = 200;
  #hasAnswer = false;
  #isClientGone: boolean;

  constructor(
    services: ExchangeServices,
    sink: ResponseSink,
    session: LegacySession | undefined,
    isBatch: boolean,
  ) {
    this.#services = services;
    this.#sink = sink;
    this.#session = session;
    this.#isBatch = isBatch;
    this.#isClientGone = sink.isGone;
    sink.owner = this;
  }

  get isConnected(): boolean {
    if (this.#carrier instanceof ReplayStream) return this.#carrier.isConnected;
    return !this.#isClientGone;
  }

  /** Requests whose answers make up the answer of the POST. To be called once, before any of them is handled. */
  begin(requests: readonly PostMember[]): void {
    this.#requests.push(...requests);
    this.#awaited += requests.length;
    this.#services.begin(this);
  }

  notify(notification: NotificationMessage): void {
    const text = this.#services.encode(notification);
    if (text !== undefined) this.#openCarrier()?.send(text);
  }

  /** The stream that questions to the client go out on; undefined when there is none that could reach it. */
  questionStream(): ReplayStream | undefined {
    const carrier = this.#session === undefined ? undefined : this.#openCarrier();
    return carrier instanceof ReplayStream ? carrier : undefined;
  }

  closeConnection(retryMs: number | undefined): void {
    this.questionStream()?.closeConnection(retryMs);
  }

  /** A request is answered, or, with undefined, needs no answer any more. */
  settle(response: ResponseMessage | undefined): void {
    if (response !== undefined) {
      // Of a batch, the other members may have an answer.
      if (isUnavailable(response) && !this.#isBatch) this.#status = UNAVAILABLE_STATUS;
      this.addText(this.#services.encodeResponse(response), response.id);
    }
    this.#awaited -= 1;
    if (this.#awaited === 0) this.finish();
  }

  /** There is no time left for a request. */
  giveUp(id: RequestId, reason: Fault): void {
    const answer = unfinished(id, reason);
    this.#status = answer.httpStatus ?? this.#status;
    this.settle(answer);
  }

  /** An answer that awaits nobody, and its id: to a broken member of a batch. */
  addText(text: string, id: RequestId | undefined): void {
    this.#hasAnswer = true;
    if (this.#carrier === undefined) this.#answers.add(text, id);
    else this.#carrier.send(text);
  }

  becomeStream(): void {
    this.#openCarrier();
  }

  clientGone(): void {
    this.#services.waiting.remove(this);
    this.connectionLost();
  }

  /** Not told of streams that can be resumed. */
  connectionLost(): void {
    this.#isClientGone = true;
    if (this.#awaited > 0) this.#services.lost.put(this);
  }

  giveUpOnClient(): void {
    const { lostRequestMs } = this.#services.settings;
    const text = `The client lost the connection of its request and was waited for ${lostRequestMs} ms.`;
    const reason = new Fault('cancelled', text, { origin: 'peer' });
    for (const request of this.#requests) request.abandon(reason);
  }

  /** All there is ends by itself: subscriptions on a request of their own came with the modern era. */
  drain(): void {}

  stop(reason: Fault): void {
    for (const request of this.#requests) request.stop(reason);
  }

  #openCarrier(): EventCarrier | undefined {
    if (this.#carrier !== undefined || this.#isClientGone) return this.#carrier;
    this.#services.waiting.remove(this);
    const headers = this.headers();
    this.#carrier =
      this.#session?.streams.openAnswer(this.#sink, headers, this) ??
      new SseConnection(this.#services, this.#sink, this, headers);
    for (const text of this.#answers.takeEach()) this.#carrier.send(text);
    return this.#carrier;
  }

  /** Whether the client may still come for the rest of the stream. */
  #isKept(stream: ReplayStream): boolean {
    return this.#hasAnswer && stream.isResumable;
  }

  /** All is settled. */
  finish(): void {
    this.#services.end(this);
    this.#services.lost.remove(this);
    if (this.#carrier !== undefined) {
      this.#carrier.finish();
      if (this.#carrier instanceof ReplayStream && !this.#isKept(this.#carrier))
        this.#session?.streams.forget(this.#carrier);
      return;
    }
    if (this.#isClientGone) return;
    const body = this.#isBatch ? this.#answers.text() : this.#answers.takeEach()[0];
    if (body === undefined) this.#sink.respond(202, this.headers(), undefined);
    else this.#sink.respond(this.#status, [...JSON_HEADERS, ...this.headers()], body);
  }
}
