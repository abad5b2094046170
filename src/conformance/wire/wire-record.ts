import type { DecodeFault, Finding, Message, Revision } from '../../protocol/index.js';

/** `sse`: the HTTP+SSE transport of 2024-11-05, as a channel of frames. */
export type CheckTransport = 'stdio' | 'http' | 'sse';

/** What a reader needs to see: frames and HTTP messages, as they went over the wire. */
export interface Evidence {
  readonly records: readonly WireRecord[];
}

/** The HTTP side of a record. Header names are in lower case; credentials are hidden. */
export interface RecordHttp {
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * One frame, or one HTTP message without a frame, as it went over the wire. `sent` is what the runner sent. Made for
 * everything that goes over any wire of the run.
 */
export interface WireRecord {
  /** Counts over the whole run. */
  readonly sequence: number;
  /** Milliseconds since the run began. */
  readonly atMs: number;
  readonly direction: 'sent' | 'received';
  /** Names the session: `stdio#3`, `http`. */
  readonly session: string;
  /** Of the session it belongs to: what its messages are held against. */
  readonly revision: Revision;
  /** False until the handshake of the session is over: which revision holds is not agreed yet. */
  readonly isNegotiated: boolean;
  /** The start of the frame as text (at most 4,096 bytes, invalid UTF-8 replaced), without its terminator. */
  readonly text: string;
  /** Length of the whole frame. */
  readonly bytes: number;
  /** What was in it: one message, or the members of a batch. Empty for an HTTP message without a body. */
  readonly messages: readonly (Message | DecodeFault)[];
  /** Where it departs from the schema of its revision. Only for what was received. */
  readonly findings: readonly Finding[];
  /** For a received response: the method of the request it answers, where that is known. */
  readonly answers: string | undefined;
  readonly http?: RecordHttp;
  /** The check that caused it; absent for what the runner does for itself. */
  readonly check?: string;
}
