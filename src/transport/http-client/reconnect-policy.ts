/** What a stream is for: the rest of one answer, or whatever the server has to say. */
export type StreamPurpose = 'resume' | 'listen';

/** How a stream that was asked for with GET ended. */
export type StreamEnd =
  /** The server closed it in order. */
  | { readonly kind: 'closed' }
  /** It, or the attempt to open it, broke off. */
  | { readonly kind: 'lost' }
  /** The server answered with this status instead. */
  | { readonly kind: 'refused'; readonly status: number };

/** What came before, over all streams of one purpose. */
export interface StreamHistory {
  /** Streams in a row that gave neither a message nor an event id. */
  readonly failures: number;
  /** Streams in a row that gave no message. */
  readonly idle: number;
  /** The reconnection time that the server asked for last. */
  readonly retryMs: number | undefined;
  /** Whether there ever was a stream. */
  readonly hasOpened: boolean;
}

export type ReconnectStep =
  | { readonly kind: 'reconnect'; readonly delayMs: number }
  /** `isNormal`: the server just does not offer this. */
  | { readonly kind: 'stop'; readonly isNormal: boolean };

const DEFAULT_RETRY_MS = 1000;
const MIN_GROWING_MS = 100;
const MAX_GROWN_MS = 30_000;
const MAX_FAILURES = 5;

/** Statuses that may be different the next time. 409: the server has not noticed yet that the last stream is gone. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/**
 * What to do when a stream has ended.
 *
 * - A server that refuses for good is not asked again. 405 is its way to say that it has no such stream.
 * - The rest of an answer is given up after five streams in a row that brought nothing. A server that lets the client
 *   poll sends an event id each time, which counts as something, so that a long task may be polled for hours.
 * - Listening goes on for as long as the connection does, once it has worked.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server
 */
export function afterStream(purpose: StreamPurpose, end: StreamEnd, history: StreamHistory): ReconnectStep {
  if (end.kind === 'refused' && !mayPass(purpose, end.status, history)) {
    return { kind: 'stop', isNormal: end.status === 405 };
  }
  const isBounded = purpose === 'resume' || end.kind === 'refused' || !history.hasOpened;
  if (isBounded && history.failures > MAX_FAILURES) return { kind: 'stop', isNormal: false };
  return { kind: 'reconnect', delayMs: reconnectDelay(history) };
}

/**
 * How long to wait before the next stream: at first what the server asked for, or one second; then twice as long for
 * each stream in a row without a message, however it ended, up to 30 seconds. Never less than the server asked for.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server (retry)
 */
export function reconnectDelay({ idle, retryMs = DEFAULT_RETRY_MS }: StreamHistory): number {
  if (idle === 0) return retryMs;
  const grown = Math.max(retryMs, MIN_GROWING_MS) * 2 ** Math.min(idle, 30);
  return Math.max(retryMs, Math.min(grown, MAX_GROWN_MS));
}

function mayPass(purpose: StreamPurpose, status: number, { hasOpened }: StreamHistory): boolean {
  // A server that answers its first GET with 409 does not want it.
  return PASSING.has(status) && (status !== 409 || purpose === 'resume' || hasOpened);
}
