import type {
  Era,
  Fault,
  Limits,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
  Revision,
} from '../protocol/index.js';
import type { Cancellation } from './cancellation.js';
import type { Clock } from './clock.js';

export type TransportKind = 'stdio' | 'http' | 'sse' | 'websocket' | 'memory' | 'custom';

/** One frame as it went over the wire, for logging. `text` is redacted (src/protocol/redact). */
export interface WireEvent {
  readonly direction: 'sent' | 'received';
  readonly transport: TransportKind;
  /** Milliseconds since the connection was opened. */
  readonly atMs: number;
  readonly text: string;
}

export interface ExchangeOptions {
  /**
   * Aborting it settles the exchange at once with `cancelled`, and tells the server in the way of the era. It may serve
   * a later exchange once this one has settled: take listeners off by then.
   */
  readonly signal?: AbortSignal;
  /** Says the same as `signal`, which a connection that looks at this need not look at: it may be made on demand. */
  readonly cancellation?: Cancellation;
  /** Notifications that belong to this exchange: its progress, its stream, or its subscription. */
  readonly onNotification?: (notification: NotificationMessage) => void;
  /** Extra HTTP headers (`Mcp-Param-*`). Ignored by carriers that have no headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a connection ended. `fault` is absent when this side closed it. */
export interface ConnectionEnd {
  readonly fault?: Fault;
}

/**
 * A client's end of a connection, as exchanges: one request out, any number of notifications in, one response in.
 * Implemented by the multiplexer over a duplex channel, and by streamable HTTP directly.
 * Knows ids and framing; knows nothing of what the messages mean beyond correlation.
 */
export interface ClientConnection {
  readonly transport: TransportKind;
  /**
   * Sends a request and waits for its response. The caller chooses an id that is not in use.
   * Rejects with a `Fault`: `cancelled`, `connection_lost`, `closed`, `session_expired`, `unauthorized`…
   * A JSON-RPC error from the peer is a normal outcome (`kind: 'error'`), not a rejection.
   */
  exchange(request: RequestMessage, options?: ExchangeOptions): Promise<ResponseMessage>;
  notify(notification: NotificationMessage): Promise<void>;
  /** Answers a request of the server (legacy revisions only). */
  reply(response: ResponseMessage): Promise<void>;
  /**
   * Told once the revision is known. An abort then follows the rules of the era, and a legacy HTTP connection
   * sends the version header and opens its listening stream.
   */
  negotiated(outcome: { readonly revision: Revision; readonly era: Era }): void;
  /** What the other side wrote outside the protocol (the tail of stderr), for error messages. */
  diagnostics(): string;
  /** Idempotent. Resolves when nothing is left behind: no process, socket or timer. */
  close(): Promise<void>;
  /**
   * Legacy HTTP, from `negotiated` on: resolves when the stream is open on which the server says what belongs to no
   * exchange; with false when there will be none. Absent where nothing has to be opened for that.
   */
  readonly listening?: Promise<boolean> | undefined;
  /** Resolves when the connection has ended, whoever ended it. Never rejects. */
  readonly closed: Promise<ConnectionEnd>;
}

/** What every way of opening a connection takes. */
export interface ConnectionOptions {
  /** Server requests (legacy) and notifications that belong to no exchange. */
  readonly onIncoming?: (message: RequestMessage | NotificationMessage) => void;
  /** Peer behaviour that is tolerated but worth telling: stray text on stdout, an unknown response id… */
  readonly onWarning?: (warning: Fault) => void;
  readonly onWire?: (event: WireEvent) => void;
  /** What a stdio server writes to stderr, as it comes. It may hold secrets. Other carriers have nothing like it. */
  readonly onStderr?: (text: string) => void;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** Bounds opening: spawn, TCP and TLS. Default 60,000 ms. */
  readonly connectTimeoutMs?: number;
  /** Gives up opening; whatever was started is taken down again. */
  readonly signal?: AbortSignal;
}
