import type {
  JsonObject,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
  Revision,
} from '../protocol/index.js';
import type { Cancellation } from './cancellation.js';
import type { TransportKind } from './connection.js';

/** Who is calling, as established by the bearer check of an HTTP server. */
export interface AuthInfo {
  /** Stable name of the caller; request state and legacy sessions are bound to it. */
  readonly principal: string;
  readonly scopes?: readonly string[];
  readonly expiresAtMs?: number;
  /** Whatever else the check wants handlers to know. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * The other side of a server: one stdio process, one WebSocket, one legacy HTTP session, or, for a modern HTTP
 * request, that request alone. A server core keys whatever it knows about a legacy peer on this object.
 */
export interface Peer {
  readonly transport: TransportKind;
  /** The legacy HTTP session id; undefined elsewhere. */
  readonly sessionId: string | undefined;
  /**
   * The revision of a legacy client that never said `initialize` here, because its HTTP server keeps no sessions
   * (`legacySessions: 'none'`): serve it as if it had negotiated this one. Absent everywhere else.
   */
  readonly assumedRevision?: Revision;
  /** Aborted when the peer has gone. */
  readonly gone: AbortSignal;
  /** The same to one listener, at a tenth of the memory; absent where a carrier has only the signal. */
  readonly departure?: Cancellation;
  /** Sends a notification that belongs to no request. Dropped when there is no stream to carry it. */
  notify(notification: NotificationMessage): void;
  /** Asks the peer something outside any request (legacy only). Rejects with a `Fault`. */
  request(method: string, params?: JsonObject, options?: { signal?: AbortSignal }): Promise<ResponseMessage>;
}

/** What comes with one request. Call its methods as methods, and do not spread it: carriers make it a class. */
export interface RequestContext {
  readonly peer: Peer;
  /**
   * Aborted when the client cancels in the way of its era, or is gone where that means the same. When the carrier
   * closes, the signal of a `subscriptions/listen` is aborted too, and what it notifies and results in is still sent.
   */
  readonly signal: AbortSignal;
  /** The same to one listener, at a tenth of the memory; absent where a carrier has only the signal. */
  readonly cancellation?: Cancellation;
  readonly auth?: AuthInfo;
  /** HTTP request headers, names in lower case; undefined on other carriers. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sends a notification on the stream of this request. A no-op once the response is out or the client gave up. */
  notify(notification: NotificationMessage): void;
  /** Asks the client something on the stream of this request (legacy only). Rejects with a `Fault`. */
  request(method: string, params?: JsonObject, options?: { signal?: AbortSignal }): Promise<ResponseMessage>;
  /** Legacy HTTP: ends the connection, not the stream; the client polls again after `retryMs`. Absent elsewhere. */
  readonly closeStream?: (options?: { retryMs?: number }) => void;
}

/** A tool argument that is mirrored into an HTTP header. */
export interface MirroredParam {
  /** The name part of `Mcp-Param-{name}`. */
  readonly header: string;
  /** Property path from the root of `arguments`. */
  readonly path: readonly string[];
}

/**
 * What a server core (McpServer) offers to carriers. Carriers frame, decode, correlate, cancel and check headers;
 * the handler does the rest.
 */
export interface MessageHandler {
  /**
   * Answers one request, with a promise only where there is something to wait for. Never rejects: an unexpected exception
   * is the handler's to turn into -32603.
   */
  request(message: RequestMessage, context: RequestContext): ResponseMessage | Promise<ResponseMessage>;
  /** Takes one notification. `notifications/cancelled` is handled by the carrier and does not come here. */
  notification(message: NotificationMessage, peer: Peer): void;
  /** Which arguments of a tool must be mirrored into headers; empty when none or unknown. */
  mirroredParams?(toolName: string): readonly MirroredParam[];
}

/** Whether something has to be waited for; what is no promise is given as it is. */
export function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
