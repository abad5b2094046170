import { Fault, type Limits } from '../../protocol/index.js';
import {
  type AnswerReceiver,
  classifyResponse,
  displayUrl,
  GET_HEADERS,
  headerValue,
  type RequestSender,
  type ResponseHeaders,
  refusalFault,
  type SentCall,
} from '../http-client/index.js';
import { SseDecoder } from '../sse/index.js';

export interface EventStreamListener {
  /** `type` is `message` where the stream names none; `url` is where the stream comes from. */
  event(type: string, data: string, url: URL): void;
  /** It did not open, or is over; called once. */
  ended(fault: Fault): void;
}

const MAX_EXPLANATION_BYTES = 8192;

/** One event stream, asked for with GET and not asked for again. */
export class EventStream implements AnswerReceiver {
  readonly #sender: RequestSender;
  readonly #limits: Limits;
  readonly #listener: EventStreamListener;
  #call: SentCall | undefined;
  #decoder: SseDecoder | undefined;
  #refuse: ((body: Uint8Array) => Fault) | undefined;
  #isOver = false;

  constructor(sender: RequestSender, limits: Limits, listener: EventStreamListener) {
    this.#sender = sender;
    this.#limits = limits;
    this.#listener = listener;
  }

  open(): void {
    this.#call = this.#sender.send({ method: 'GET', headers: GET_HEADERS }, this);
    if (this.#isOver) this.#call.abort();
  }

  /** The listener hears nothing more. */
  close(): void {
    this.#isOver = true;
    this.#call?.abort();
  }

  head(status: number, headers: ResponseHeaders): void {
    const verdict = classifyResponse({
      expected: 'stream',
      status,
      contentType: headerValue(headers, 'content-type'),
      contentEncoding: headerValue(headers, 'content-encoding'),
      contentLength: headerValue(headers, 'content-length'),
      hasSession: false,
    });
    if (verdict.kind === 'events') {
      this.#decoder = new SseDecoder({
        maxEventBytes: this.#limits.sseEventBytes,
        onEvent: ({ event, data }) => this.#event(event ?? 'message', data),
      });
      return;
    }
    const code = verdict.kind === 'refused' ? verdict.code : 'unexpected_content_type';
    const limits = this.#limits;
    this.#refuse = (body) =>
      refusalFault({ code, method: 'GET', url: this.#url, status, headers, body, limits });
  }

  chunk(bytes: Uint8Array): void {
    if (this.#refuse !== undefined) this.#end(this.#refuse(bytes.subarray(0, MAX_EXPLANATION_BYTES)));
    const fault = this.#isOver ? undefined : this.#decoder?.push(bytes);
    if (fault !== undefined) this.#end(fault);
  }

  end(): void {
    if (this.#refuse !== undefined) this.#end(this.#refuse(new Uint8Array(0)));
    else
      this.#end(
        new Fault('connection_lost', `The server closed the event stream of ${displayUrl(this.#url)}.`),
      );
  }

  failed(fault: Fault): void {
    this.#end(fault);
  }

  get #url(): URL {
    return this.#call?.url ?? this.#sender.url;
  }

  #event(type: string, data: string): void {
    if (!this.#isOver) this.#listener.event(type, data, this.#url);
  }

  #end(fault: Fault): void {
    if (this.#isOver) return;
    this.close();
    this.#listener.ended(fault);
  }
}
