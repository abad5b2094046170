import {
  type DecodeFault,
  decodeMessage,
  type Fault,
  type Limits,
  type Message,
  type Revision,
} from '../../protocol/index.js';
import { SseDecoder, type SseEvent } from '../sse/index.js';

export interface MessageStreamOptions {
  readonly limits: Limits;
  /** The revision in use, as far as it is known: 2025-03-26 has batches. */
  readonly revision: Revision | undefined;
  readonly onMessage: (message: Message | DecodeFault) => void;
  /** Sees the text of each message. */
  readonly onText: ((text: string) => void) | undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header must not hold.
const UNSENDABLE = /[\x00-\x1f\x7f]/;
const MAX_ID_CHARS = 4096;

/** The messages of one event stream. Events of other types, and priming events without data, are none. */
export class MessageStream {
  readonly #options: MessageStreamOptions;
  readonly #decoder: SseDecoder;
  #hasMessages = false;

  constructor(options: MessageStreamOptions) {
    this.#options = options;
    this.#decoder = new SseDecoder({
      maxEventBytes: options.limits.sseEventBytes,
      onEvent: (event) => this.#event(event),
    });
  }

  /** The event id to resume from; `''` when there is none, or none that a header can carry. */
  get lastEventId(): string {
    const id = this.#decoder.lastEventId;
    return UNSENDABLE.test(id) || id.length > MAX_ID_CHARS ? '' : id;
  }

  get retryMs(): number | undefined {
    return this.#decoder.retryMs;
  }

  get hasMessages(): boolean {
    return this.#hasMessages;
  }

  /** Takes bytes; a fault means that the rest of the stream cannot be read. */
  push(chunk: Uint8Array): Fault | undefined {
    return this.#decoder.push(chunk);
  }

  end(): Fault | undefined {
    return this.#decoder.end();
  }

  #event({ event, data }: SseEvent): void {
    // 2025-11-25 basic/transports#sending-messages-to-the-server: an event with empty data is there for its id.
    if (data === '' || (event !== undefined && event !== 'message')) return;
    this.#hasMessages = true;
    const { limits, revision, onMessage, onText } = this.#options;
    onText?.(data);
    const decoded = decodeMessage(data, revision === undefined ? { limits } : { limits, revision });
    if (decoded.kind !== 'batch') onMessage(decoded);
    else for (const member of decoded.members) onMessage(member);
  }
}
