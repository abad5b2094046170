import type { JsonValue, TraceEntry } from '../../protocol/index.js';
import { encodeTraceLine, traceFrame, traceHeader } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import { systemClock } from '../../transport/index.js';
import type { TraceSink } from './trace-sink.js';

/** What every recorder takes. */
export interface RecordingOptions {
  readonly sink: TraceSink;
  /** Further members of the header: `client`, `server`… `transport` is there anyway. Never secrets. */
  readonly facts?: { readonly [fact: string]: JsonValue };
  /** The wall-clock time for the member `started`, ISO 8601. Default: now; `false` leaves it out. */
  readonly started?: string | false;
  readonly clock?: Clock;
}

/** What an entry says besides its frame. */
export type EntryMembers = Pick<TraceEntry, 'cut' | 'end' | 'exit' | 'http'>;

/** A trace that is being written. Secrets are hidden in every line (docs/trace.md). */
export class Recording {
  readonly transport: 'stdio' | 'http';
  readonly #sink: TraceSink;
  readonly #clock: Clock;
  readonly #startedAt: number;

  constructor(transport: 'stdio' | 'http', options: RecordingOptions) {
    this.transport = transport;
    this.#sink = options.sink;
    this.#clock = options.clock ?? systemClock;
    this.#startedAt = this.#clock.now();
    const { started = new Date().toISOString() } = options;
    const facts = { transport, ...(started === false ? {} : { started }), ...options.facts };
    this.#sink.write(encodeTraceLine(traceHeader(facts)));
  }

  /** One frame, without its terminator; empty for what is none. */
  frame(dir: TraceEntry['dir'], frame: Uint8Array | string, members: EntryMembers = {}): void {
    const ms = Math.round((this.#clock.now() - this.#startedAt) * 1000) / 1000;
    const { transport } = this;
    this.#sink.write(encodeTraceLine({ dir, transport, ms, ...traceFrame(frame), ...members }));
  }

  /** Somebody says nothing more. */
  end(dir: TraceEntry['dir'], members: Omit<EntryMembers, 'end'> = {}): void {
    this.frame(dir, '', { end: true, ...members });
  }

  close(): void {
    this.#sink.close();
  }
}
