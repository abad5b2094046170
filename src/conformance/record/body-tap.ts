import { type Fault, isFault } from '../../protocol/index.js';
import { SseDecoder } from '../../transport/index.js';
import type { EntryMembers, Recording } from './recording.js';

/** Takes the bytes of an HTTP body as they pass, decoded. */
export interface BodyTap {
  push(chunk: Uint8Array): void;
  /** The body is complete. */
  end(): void;
  /** The body broke off. */
  broken(): void;
}

/** A body that is one frame. It is written when it is complete, or with what there was of it. */
export class FrameTap implements BodyTap {
  readonly #maxBytes: number;
  readonly #write: (frame: Uint8Array, isCut: boolean) => void;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isCut = false;
  #isWritten = false;

  /** `write` is called once. */
  constructor(maxBytes: number, write: (frame: Uint8Array, isCut: boolean) => void) {
    this.#maxBytes = maxBytes;
    this.#write = write;
  }

  push(chunk: Uint8Array): void {
    const room = this.#maxBytes - this.#bytes;
    if (this.#isWritten || this.#isCut) return;
    this.#isCut = chunk.length > room;
    this.#chunks.push(this.#isCut ? chunk.subarray(0, room) : chunk);
    this.#bytes += Math.min(chunk.length, room);
  }

  end(): void {
    this.#finish(this.#isCut);
  }

  broken(): void {
    this.#finish(true);
  }

  #finish(isCut: boolean): void {
    if (this.#isWritten) return;
    this.#isWritten = true;
    const [only] = this.#chunks;
    const frame = only !== undefined && this.#chunks.length === 1 ? only : joined(this.#chunks, this.#bytes);
    this.#chunks = [];
    this.#write(frame, isCut);
  }
}

/** The answer that is a stream: every event is written when it passes. */
export class EventTap implements BodyTap {
  readonly #decoder: SseDecoder;
  readonly #recording: Recording;
  readonly #exchange: number;
  #retryMs: number | undefined;
  #hasFailed = false;

  constructor(recording: Recording, exchange: number, maxEventBytes: number) {
    this.#recording = recording;
    this.#exchange = exchange;
    this.#decoder = new SseDecoder({
      maxEventBytes,
      onEvent: ({ event: type, id, data }) => this.#event(type, id, data),
    });
  }

  push(chunk: Uint8Array): void {
    if (this.#hasFailed) return;
    const fault: Fault | undefined = this.#decoder.push(chunk);
    if (!isFault(fault)) return;
    this.#hasFailed = true;
    this.#recording.frame('server', chunk, { cut: true, http: { exchange: this.#exchange, event: {} } });
  }

  end(): void {
    this.#recording.end('server', { http: { exchange: this.#exchange } });
  }

  broken(): void {
    this.end();
  }

  #event(type: string | undefined, id: string | undefined, data: string): void {
    const { retryMs } = this.#decoder;
    const retry = retryMs === this.#retryMs ? undefined : retryMs;
    this.#retryMs = retryMs;
    const event = {
      ...(type === undefined ? {} : { type }),
      ...(id === undefined ? {} : { id }),
      ...(retry === undefined ? {} : { retry }),
    };
    const members: EntryMembers = { http: { exchange: this.#exchange, event } };
    this.#recording.frame('server', data, members);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
