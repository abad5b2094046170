import { Fault } from '../../protocol/index.js';
import { encodeSseComment, encodeSseEvent } from '../sse/index.js';
import type { ExchangeServices, IdleStream } from './exchange-services.js';
import type { ResponseSink, SinkOwner } from './response-sink.js';

/** Where the messages of one stream go. */
export interface EventCarrier {
  /** Sends one encoded message. */
  send(text: string): void;
  /** The last message was sent. */
  finish(): void;
}

/** Who is told that a connection is no more. */
export interface ConnectionHolder {
  connectionLost(connection: SseConnection): void;
}

// 2026-07-28 basic/transports/streamable-http#receiving-messages: X-Accel-Buffering
const STREAM_HEADERS: readonly string[] = [
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-cache, no-transform',
  'X-Accel-Buffering',
  'no',
];

const KEEP_ALIVE = encodeSseComment('keep-alive');

/** One HTTP answer that is an event stream. Kept small: there may be tens of thousands, nearly all of them silent. */
export class SseConnection implements EventCarrier, SinkOwner, IdleStream {
  readonly #services: ExchangeServices;
  readonly #sink: ResponseSink;
  readonly #holder: ConnectionHolder;
  #isOpen = true;

  constructor(
    services: ExchangeServices,
    sink: ResponseSink,
    holder: ConnectionHolder,
    headers: readonly string[] = [],
  ) {
    this.#services = services;
    this.#sink = sink;
    this.#holder = holder;
    sink.owner = this;
    sink.open(headers.length === 0 ? STREAM_HEADERS : [...STREAM_HEADERS, ...headers]);
    services.quiet.put(this);
  }

  /** `id` is what the client sends back to resume after this event. */
  send(text: string, id?: string): void {
    this.#write(encodeSseEvent(id === undefined ? { data: text } : { data: text, id }));
  }

  /** An event without a message, which gives the client an id to resume from, and perhaps a time to wait. */
  prime(id: string, retryMs?: number): void {
    this.#write(encodeSseEvent(retryMs === undefined ? { data: '', id } : { data: '', id, retry: retryMs }));
  }

  /** Ends the connection. The holder is not told: it asked for it. */
  finish(): void {
    if (!this.#isOpen) return;
    this.#close();
    this.#sink.end();
  }

  /** Breaks the connection off, without telling the holder. */
  abandon(): void {
    if (!this.#isOpen) return;
    this.#close();
    this.#sink.owner = undefined;
    this.#sink.destroy();
  }

  keepAlive(): void {
    this.#write(KEEP_ALIVE);
  }

  clientGone(): void {
    if (!this.#isOpen) return;
    this.#close();
    this.#holder.connectionLost(this);
  }

  #write(text: string): void {
    if (!this.#isOpen) return;
    const { writeQueueBytes } = this.#services.settings.limits;
    // Looked at before writing, so that one large message never counts against its own stream.
    if (this.#sink.queuedBytes() > writeQueueBytes) {
      this.#services.warn(tooSlow(writeQueueBytes));
      this.#sink.destroy();
      return;
    }
    this.#sink.write(text);
    this.#services.quiet.put(this);
  }

  #close(): void {
    this.#isOpen = false;
    this.#services.quiet.remove(this);
  }
}

function tooSlow(maxBytes: number): Fault {
  return new Fault(
    'limit_exceeded',
    `A client reads its event stream too slowly: more than limits.writeQueueBytes (${maxBytes} bytes) wait for it. ` +
      'The connection was broken off.',
    { limit: 'writeQueueBytes' },
  );
}
