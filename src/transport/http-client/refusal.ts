import {
  type Challenge,
  decodeMessage,
  type ErrorMessage,
  type ErrorObject,
  Fault,
  type Limits,
  parseChallenges,
  type RequestId,
  redactError,
  redactedExcerpt,
  redactText,
} from '../../protocol/index.js';
import type { RefusalCode } from './classify-response.js';
import { type HttpRequest, headerValue, type ResponseHeaders } from './http-requester.js';
import { displayUrl } from './http-target.js';

/** A response that is no answer, with its body as far as it was read. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly method: HttpRequest['method'];
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Uint8Array;
  readonly limits: Limits;
}

/** How much of the body a message quotes, and how much `details.body` keeps. */
const QUOTED_CHARS = 200;
const KEPT_CHARS = 2000;

const METHOD_NOT_FOUND = -32601;

/**
 * The JSON-RPC error in the body of a 4xx or 5xx that answers the request, if there is one: it has the id of the
 * request, or none because the server did not get as far as reading it. A 401 or 403 is about credentials, and a 404
 * for a session is about the session, whatever the body says; but a server may know the session and not the method.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#backward-compatibility
 */
export function errorAnswer(refusal: Refusal, id: RequestId): ErrorMessage | undefined {
  const { code, status } = refusal;
  if (status < 400 || code === 'unauthorized' || code === 'forbidden') return undefined;
  const message = errorInBody(refusal);
  if (message === undefined) return undefined;
  const isOurs = message.id === id || (message.id === undefined && code !== 'session_expired');
  if (!isOurs || (code === 'session_expired' && message.error.code !== METHOD_NOT_FOUND)) return undefined;
  return { ...message, httpStatus: status };
}

/** The fault for a response that is no answer. Quotes the start of the body, redacted. */
export function refusalFault(refusal: Refusal): Fault {
  const { method, url, status, headers } = refusal;
  const code = actualCode(refusal);
  const error = errorInBody(refusal)?.error;
  const quote =
    error === undefined ? bodyQuote(refusal, QUOTED_CHARS) : redactedExcerpt(error.message, QUOTED_CHARS);
  const said = quote === '' ? '' : `: ${JSON.stringify(quote)}`;
  const text = `${displayUrl(url)} answered ${method} with HTTP ${status}${what(code, headers)}${said}. ${hint(code, status)}`;
  return new Fault(code, text, { details: details(refusal, error) });
}

/** An empty body without a type is no wrong type. */
function actualCode({ code, body, headers }: Refusal): RefusalCode {
  const isEmpty =
    code === 'unexpected_content_type' && body.length === 0 && headers['content-type'] === undefined;
  return isEmpty ? 'http_status' : code;
}

function errorInBody({ body, limits }: Refusal): ErrorMessage | undefined {
  if (body.length === 0) return undefined;
  const message = decodeMessage(body, { limits });
  return message.kind === 'error' ? message : undefined;
}

function bodyQuote({ code, body, headers }: Refusal, maxChars: number): string {
  const isReadable = code !== 'unsupported_encoding' && headers['content-encoding'] === undefined;
  return isReadable ? redactedExcerpt(new TextDecoder().decode(body), maxChars) : '';
}

function what(code: RefusalCode, headers: ResponseHeaders): string {
  if (code === 'unsupported_encoding') return ` and the encoding ${excerptOf(headers, 'content-encoding')}`;
  const type = excerptOf(headers, 'content-type');
  return type === undefined ? '' : ` (${type})`;
}

function excerptOf(headers: ResponseHeaders, name: string): string | undefined {
  const value = headerValue(headers, name);
  return value === undefined ? undefined : redactedExcerpt(value);
}

const HINTS: Readonly<Record<RefusalCode, string>> = {
  http_status: 'That is no MCP answer.',
  unauthorized: 'Give credentials in headers.',
  forbidden: 'The credentials, or the Origin, are not allowed to do this.',
  session_expired: 'The session is over: initialize again.',
  unsupported_encoding: 'Only identity was offered: the server, or a proxy before it, must not compress.',
  unexpected_content_type: 'JSON or an event stream was expected: is the URL that of the MCP endpoint?',
};

const STATUS_HINTS: Readonly<Record<number, string>> = {
  404: 'Is the URL that of the MCP endpoint?',
  405: 'Is the URL that of the MCP endpoint?',
  407: 'Give the proxy a user name and password in its URL.',
  413: 'The message is larger than the server takes.',
  429: 'The server limits the rate of requests: try again later.',
};

function hint(code: RefusalCode, status: number): string {
  if (code !== 'http_status') return HINTS[code];
  if (status < 300) return 'A request must be answered with a message, and this answer holds none.';
  return STATUS_HINTS[status] ?? HINTS.http_status;
}

function details(refusal: Refusal, error: ErrorObject | undefined): Record<string, unknown> {
  const { status, headers } = refusal;
  const known: Record<string, unknown> = { status };
  const type = excerptOf(headers, 'content-type');
  const body = bodyQuote(refusal, KEPT_CHARS);
  const retryAfter = excerptOf(headers, 'retry-after');
  const challenge = headers['www-authenticate'];
  if (type !== undefined) known['contentType'] = type;
  if (body !== '') known['body'] = body;
  if (error !== undefined) known['error'] = redactError(error);
  if (retryAfter !== undefined) known['retryAfter'] = retryAfter;
  if (challenge !== undefined) known['challenge'] = challengesOf(challenge);
  return known;
}

/** What a server wants, without what it repeats of the credentials that it did not want. */
function challengesOf(header: string | string[]): Challenge[] {
  return parseChallenges([header].flat().join(', ')).map((challenge) => {
    const params = Object.entries(challenge.params).map(([name, value]) => [name, redactText(value)]);
    return { ...challenge, params: Object.fromEntries(params) };
  });
}
