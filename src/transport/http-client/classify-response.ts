import type { FaultCode } from '../../protocol/index.js';

/** What a request is answered with when all is well. */
export type Expected =
  /** A POST of a request: one message, as JSON or on an event stream. */
  | 'response'
  /** A POST of a notification or a response: 202, or any other 2xx. */
  | 'acknowledgement'
  /** A GET: an event stream. */
  | 'stream';

export interface ResponseFacts {
  readonly expected: Expected;
  /** Neither informational nor a redirect that was followed. */
  readonly status: number;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly contentLength: string | undefined;
  /** A session id went with the request. */
  readonly hasSession: boolean;
}

export type ResponseVerdict =
  /** The body is one message as JSON. */
  | { readonly kind: 'message' }
  /** The body is an event stream. */
  | { readonly kind: 'events' }
  /** Accepted; a body means nothing. */
  | { readonly kind: 'acknowledged' }
  /** No use; the body may say why, or hold a JSON-RPC error. */
  | { readonly kind: 'refused'; readonly code: RefusalCode };

export type RefusalCode = Extract<
  FaultCode,
  | 'http_status'
  | 'unauthorized'
  | 'forbidden'
  | 'session_expired'
  | 'unsupported_encoding'
  | 'unexpected_content_type'
>;

const MESSAGE: ResponseVerdict = { kind: 'message' };
const EVENTS: ResponseVerdict = { kind: 'events' };
const ACKNOWLEDGED: ResponseVerdict = { kind: 'acknowledged' };

const refused = (code: RefusalCode): ResponseVerdict => ({ kind: 'refused', code });

/**
 * What a response is, from its head alone.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function classifyResponse(facts: ResponseFacts): ResponseVerdict {
  const { status } = facts;
  if (status >= 200 && status < 300) return classifySuccess(facts);
  if (status === 401) return refused('unauthorized');
  if (status === 403) return refused('forbidden');
  if (status === 404 && facts.hasSession) return refused('session_expired');
  return refused('http_status');
}

function classifySuccess(facts: ResponseFacts): ResponseVerdict {
  // A notification that is answered with 200 and a body is tolerated: its sender waits for no message.
  if (facts.expected === 'acknowledgement') return ACKNOWLEDGED;
  if (!isIdentity(facts.contentEncoding)) return refused('unsupported_encoding');
  const type = mediaType(facts.contentType);
  if (type === 'text/event-stream') return EVENTS;
  if (facts.expected === 'stream') return refused('unexpected_content_type');
  if (type === 'application/json') return MESSAGE;
  return refused(hasNoContent(facts) ? 'http_status' : 'unexpected_content_type');
}

/** The media type alone, in lower case: `application/json` of `Application/JSON; charset=utf-8`. */
export function mediaType(contentType: string | undefined): string | undefined {
  if (contentType === 'application/json') return contentType;
  return contentType?.split(';', 1)[0]?.trim().toLowerCase();
}

function isIdentity(encoding: string | undefined): boolean {
  return encoding === undefined || /^\s*(identity)?\s*$/i.test(encoding);
}

function hasNoContent({ status, contentType, contentLength }: ResponseFacts): boolean {
  return contentLength === '0' || (contentType === undefined && [202, 204, 205].includes(status));
}
