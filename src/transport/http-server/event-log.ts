import type { RequestId } from '../../protocol/index.js';

/** An event that a client may ask for again. */
export interface LoggedEvent {
  /** The stream it belongs to. */
  readonly stream: number;
  /** Its place in the stream, counted from 1. */
  readonly position: number;
  readonly text: string;
  /** The id of the question to the client that this is, if it is one. */
  readonly asks: RequestId | undefined;
}

/** What an event and its stream cost beside the text, about. */
const OVERHEAD_BYTES = 256;
/** Dropped events are shifted out in bulk: `shift` on a long array is slow. */
const COMPACT_AFTER = 1024;

/**
 * The events of one session, oldest first, within a budget: the oldest go first. Texts are counted by their
 * characters, which is what they take in memory as long as they are Latin.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class EventLog {
  readonly #maxBytes: number;
  readonly #onDrop: (event: LoggedEvent) => void;
  #events: LoggedEvent[] = [];
  #first = 0;
  #bytes = 0;

  constructor(maxBytes: number, onDrop: (event: LoggedEvent) => void) {
    this.#maxBytes = maxBytes;
    this.#onDrop = onDrop;
  }

  add(event: LoggedEvent): void {
    this.#events.push(event);
    this.#bytes += costOf(event);
    while (this.#bytes > this.#maxBytes) this.#dropOldest();
  }

  /** The events of a stream behind a position, in order. */
  after(stream: number, position: number): LoggedEvent[] {
    return this.#events
      .slice(this.#first)
      .filter((event) => event.stream === stream && event.position > position);
  }

  clear(): void {
    this.#events = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const event = this.#events[this.#first];
    if (event === undefined) return;
    this.#first += 1;
    this.#bytes -= costOf(event);
    if (this.#first >= COMPACT_AFTER || this.#first === this.#events.length) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
    this.#onDrop(event);
  }
}

function costOf({ text }: LoggedEvent): number {
  return text.length + OVERHEAD_BYTES;
}
