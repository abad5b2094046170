import type { Fault, JsonObject } from '../../protocol/index.js';
import { isJsonObject, redactHeaders } from '../../protocol/index.js';
import type { Clock, HttpCall, ResponseHeaders, ResponseReceiver } from '../../transport/index.js';
import { networkFault, SseDecoder } from '../../transport/index.js';
import type { HttpEnd, HttpEvent, HttpReply } from './raw-http.js';
import type { FrameFacts } from './wire-log.js';
import type { RecordHttp, WireRecord } from './wire-record.js';

/** What an answer reports to whoever asked. */
export interface AnswerListener {
  /** Makes the record of something that came. */
  record(facts: Pick<FrameFacts, 'frame' | 'text' | 'bytes' | 'http'>): WireRecord;
  /** The answer's head is here. */
  onHead(): void;
  /** One frame of it. */
  onFrame(record: WireRecord): void;
  /** It is over, for whatever reason. */
  onEnd(): void;
}

export interface AnswerOptions {
  readonly clock: Clock;
  readonly url: URL;
  readonly maxBodyBytes: number;
  /** The answer of the MCP endpoint to a POST: JSON in it is meant to be a frame. */
  readonly isFromEndpoint: boolean;
  readonly sent: WireRecord;
}

const BODY_EXCERPT_BYTES = 64 * 1024;
const RECORD_EXCERPT_CHARS = 4096;
const decoder = new TextDecoder();

/** One HTTP answer while it comes in, and what it was afterwards. */
export class HttpAnswer implements ResponseReceiver {
  readonly frames: WireRecord[] = [];
  readonly #options: AnswerOptions;
  readonly #listener: AnswerListener;
  readonly #records: WireRecord[];
  readonly #events: HttpEvent[] = [];
  readonly #chunks: Uint8Array[] = [];
  readonly #sse: SseDecoder;
  #call: HttpCall | undefined;
  #status = 0;
  #headers: Record<string, string | undefined> = {};
  #bytes = 0;
  #isStream = false;
  #end: HttpEnd | undefined;
  #fault: Fault | undefined;

  constructor(options: AnswerOptions, listener: AnswerListener) {
    this.#options = options;
    this.#listener = listener;
    this.#records = [options.sent];
    this.#sse = new SseDecoder({
      maxEventBytes: options.maxBodyBytes,
      onEvent: ({ event, id, data }) => this.#event({ type: event ?? 'message', id, data }),
    });
  }

  /** Set once the request is on its way. */
  set call(call: HttpCall) {
    this.#call = call;
    if (this.#end !== undefined) call.abort();
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  head(status: number, headers: ResponseHeaders): void {
    this.#status = status;
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    );
    this.#isStream = mediaTypeOf(this.#headers) === 'text/event-stream';
    if (this.#isStream) this.#records.push(this.#listener.record({ http: this.#recordHttp() }));
    this.#listener.onHead();
  }

  chunk(bytes: Uint8Array): void {
    if (this.#end !== undefined) return;
    const before = this.#bytes;
    this.#bytes += bytes.length;
    if (!this.#isStream || before < BODY_EXCERPT_BYTES) this.#chunks.push(bytes);
    const fault = this.#isStream ? this.#sse.push(bytes) : undefined;
    if (this.#bytes > this.#options.maxBodyBytes) this.finish('limit');
    else if (fault !== undefined) this.finish('failed', fault);
  }

  end(): void {
    this.finish('complete');
  }

  failed(error: unknown): void {
    this.finish('failed', networkFault(error, this.#options.url));
  }

  /** The answer is over for us; a connection that is still open is dropped. Only the first call counts. */
  finish(end: HttpEnd, fault?: Fault): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#fault = fault;
    if (end !== 'complete' && end !== 'failed') this.#call?.abort();
    if (!this.#isStream && this.#status !== 0) this.#bodyRecord();
    this.#listener.onEnd();
  }

  /** What there is by now. */
  reply(end: HttpEnd): HttpReply {
    const body = this.#bodyText();
    return {
      status: this.#status,
      headers: this.#headers,
      mediaType: mediaTypeOf(this.#headers),
      body,
      bytes: this.#bytes,
      json: this.#isStream ? undefined : jsonObject(body),
      frames: [...this.frames],
      events: [...this.#events],
      end: this.#end ?? end,
      fault: this.#fault,
      records: [...this.#records],
    };
  }

  #event(event: HttpEvent): void {
    this.#events.push(event);
    // A priming event has no data, and an event of another type is no message.
    if (event.data !== '' && event.type === 'message') this.#frame({ frame: event.data });
  }

  #bodyRecord(): void {
    const http = this.#recordHttp();
    const body = joined(this.#chunks, this.#options.maxBodyBytes);
    if (body.length > 0 && this.#end !== 'limit' && this.#holdsFrame(body)) {
      this.#frame({ frame: body, http });
      return;
    }
    const text = decoder.decode(body.subarray(0, RECORD_EXCERPT_CHARS));
    this.#records.push(this.#listener.record({ http, text, bytes: this.#bytes }));
  }

  /** A document of another kind, say metadata, is no frame that is wrong. */
  #holdsFrame(body: Uint8Array): boolean {
    if (mediaTypeOf(this.#headers) !== 'application/json') return false;
    const isAnswer = this.#options.isFromEndpoint && this.#status >= 200 && this.#status < 300;
    return isAnswer || decoder.decode(body.subarray(0, BODY_EXCERPT_BYTES)).includes('"jsonrpc"');
  }

  #frame(facts: { frame: string | Uint8Array; http?: RecordHttp }): void {
    const record = this.#listener.record(facts);
    this.frames.push(record);
    this.#records.push(record);
    this.#listener.onFrame(record);
  }

  #recordHttp(): RecordHttp {
    return { status: this.#status, headers: redactHeaders(this.#headers) };
  }

  #bodyText(): string {
    return decoder.decode(joined(this.#chunks, BODY_EXCERPT_BYTES));
  }
}

function mediaTypeOf(headers: Readonly<Record<string, string | undefined>>): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function joined(chunks: readonly Uint8Array[], maxBytes: number): Uint8Array {
  const length = Math.min(
    maxBytes,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    if (at >= length) break;
    const part = chunk.subarray(0, length - at);
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
