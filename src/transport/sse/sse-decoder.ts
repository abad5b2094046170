import { createParser } from 'eventsource-parser';
import { Fault, isFault } from '../../protocol/index.js';
import { LastEventId } from './last-event-id.js';
import { Utf8Stream } from './utf8-stream.js';

/** One server-sent event, as read. */
export interface SseEvent {
  /** Absent when the stream does not name it, which means `message`. */
  readonly event: string | undefined;
  /** The id that this event itself carried. `SseDecoder.lastEventId` is the one to resume from. */
  readonly id: string | undefined;
  /** Empty for a priming event, which is no message. */
  readonly data: string;
}

export interface SseDecoderOptions {
  /** Limit `sseEventBytes`: bytes of one event's data, in UTF-8. */
  readonly maxEventBytes: number;
  readonly onEvent: (event: SseEvent) => void;
}

/** What a line may hold besides data (field name, blank) before the parser's own bound stops it. */
const FIELD_SLACK_CHARS = 64;
/** The parser keeps some hundred bytes for each line of an event, however short, so that many count for this much each. */
const LINE_BYTES = 32;
const FREE_LINES = 1024;

/**
 * Bytes of an event stream in, events out. Any chunking gives the same events; time is linear in the input.
 * After a fault (`invalid_utf8`, `limit_exceeded`) the decoder is dead: `push` keeps returning that fault.
 *
 * The parsing itself is eventsource-parser's. Around it stand what the parser leaves to its caller: bytes to text
 * without replacement characters, line ends (it would wait for the byte after a CR, and search a mixed text in
 * quadratic time), the size of a finished event, and ids of blocks that are no events.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class SseDecoder {
  readonly #options: SseDecoderOptions;
  readonly #text = new Utf8Stream();
  readonly #parser;
  #fault: Fault | undefined;
  #endedInCr = false;
  /** Lines of the event that is coming, and whether the last of them is complete. */
  #lines = 0;
  #endedInLf = false;
  #lastEventId = '';
  readonly #ids = new LastEventId();
  #retryMs: number | undefined;

  constructor(options: SseDecoderOptions) {
    this.#options = options;
    this.#parser = createParser({
      maxBufferSize: options.maxEventBytes + FIELD_SLACK_CHARS,
      onEvent: (event) => this.#event(event.event, event.id, event.data),
      onRetry: (retry) => {
        this.#retryMs = Math.min(retry, Number.MAX_SAFE_INTEGER);
      },
      onError: (error) => {
        // Unknown fields and a bad retry are ignored, as the standard says.
        if (error.type === 'max-buffer-size-exceeded') this.#fault ??= this.#tooLong();
      },
    });
    // The parser takes the characters U+00EF U+00BB U+00BF at the start for a byte order mark; we have removed
    // the real one, so they would be text.
    this.#parser.feed('');
  }

  /** The id to resume from, which persists over events without one; `''` when there is none. */
  get lastEventId(): string {
    return this.#lastEventId;
  }

  /** The reconnection time that the stream asked for, in milliseconds. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** Takes the next bytes. Calls `onEvent` for each event they complete. */
  push(chunk: Uint8Array): Fault | undefined {
    if (this.#fault !== undefined) return this.#fault;
    const text = this.#text.push(chunk);
    if (isFault(text)) {
      this.#fault = text;
    } else if (text !== '') {
      const lines = this.#withLineFeeds(text);
      if (this.#hasTooManyLines(lines)) this.#fault = this.#tooLong();
      else this.#feed(lines);
    }
    return this.#fault;
  }

  /** The stream is over. An event without its blank line is dropped, as the standard says. */
  end(): Fault | undefined {
    this.#fault ??= this.#text.end();
    return this.#fault;
  }

  #feed(lines: string): void {
    this.#parser.feed(lines);
    // After the events: whoever looks while one is delivered must not see an id from beyond it.
    this.#ids.push(lines);
    if (this.#fault === undefined) this.#lastEventId = this.#ids.value;
  }

  /** CR and CRLF become LF. A CR is a line end at once, and an LF that follows it in the next chunk is not another. */
  #withLineFeeds(text: string): string {
    const rest = this.#endedInCr && text.startsWith('\n') ? text.slice(1) : text;
    this.#endedInCr = text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }

  /** Counts the lines since the last blank one, which ends an event. */
  #hasTooManyLines(text: string): boolean {
    if (text === '') return false;
    const isBlankFirst = this.#endedInLf && text.startsWith('\n');
    this.#endedInLf = text.endsWith('\n');
    const blank = text.lastIndexOf('\n\n');
    if (blank !== -1 || isBlankFirst) this.#lines = 0;
    const from = blank === -1 ? 0 : blank + 2;
    for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) this.#lines += 1;
    return this.#lines > FREE_LINES && this.#lines * LINE_BYTES > this.#options.maxEventBytes;
  }

  #event(event: string | undefined, id: string | undefined, data: string): void {
    if (this.#fault !== undefined) return;
    if (exceedsUtf8(data, this.#options.maxEventBytes)) {
      this.#fault = this.#tooLong();
      return;
    }
    if (id !== undefined) this.#lastEventId = id;
    this.#options.onEvent({ event, id, data });
  }

  #tooLong(): Fault {
    const { maxEventBytes } = this.#options;
    return new Fault(
      'limit_exceeded',
      `The peer sent a server-sent event of more than ${maxEventBytes} bytes. Raise limits.sseEventBytes if that is expected.`,
      { limit: 'sseEventBytes' },
    );
  }
}

/** Whether `text` needs more than `limit` bytes of UTF-8; the text is only walked when its length leaves a doubt. */
function exceedsUtf8(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // A surrogate pair is two units and four bytes, so each half counts two.
    if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes > limit;
}
