import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';
import type { HeaderFields } from './request-head.js';

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';
const CONTENT_TYPE = /^\s*application\/json\s*(?:;|$)/i;
const DIGITS = /^\d+$/;
/** What most clients send, word for word. */
const USUAL_ACCEPT = `${JSON_TYPE}, ${STREAM_TYPE}`;

/**
 * What the headers of a POST say about its body and about the answer; undefined when all is well. Pure.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages
 */
export function classifyEntity(fields: HeaderFields, maxBytes: number): Refusal | undefined {
  const type = fields['content-type'];
  if (type === undefined || !(type === JSON_TYPE || CONTENT_TYPE.test(type))) {
    return refuse(415, `The body must be ${JSON_TYPE}; say so in Content-Type`);
  }
  const encoding = fields['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    return refuse(415, 'Content-Encoding is not supported; send the body as it is', [
      'Accept-Encoding',
      'identity',
    ]);
  }
  const accept = fields['accept'];
  if (accept !== USUAL_ACCEPT && !(accepts(accept, JSON_TYPE) && accepts(accept, STREAM_TYPE))) {
    return refuse(406, `Accept must list both ${JSON_TYPE} and ${STREAM_TYPE}`);
  }
  const length = fields['content-length'];
  return length !== undefined && DIGITS.test(length) && Number(length) > maxBytes
    ? bodyTooLarge(maxBytes)
    : undefined;
}

/** What the headers of a GET say about the answer. Pure. @see 2025-11-25 basic/transports#listening-for-messages */
export function classifyStreamEntity(fields: HeaderFields): Refusal | undefined {
  if (accepts(fields['accept'], STREAM_TYPE)) return undefined;
  return refuse(406, `Accept must list ${STREAM_TYPE}`);
}

export function bodyTooLarge(maxBytes: number): Refusal {
  return refuse(413, `The body is larger than limits.requestBodyBytes (${maxBytes} bytes)`);
}

/**
 * Whether an Accept header takes a media type. None at all takes everything, and so does a wildcard: the MUST about
 * listing both types is the client's, and tools like curl send a wildcard.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#name-accept
 */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = new Map<string, boolean>();
  for (const item of accept.split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const isZero = parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
    ranges.set(range, !isZero);
  }
  const group = `${type.slice(0, type.indexOf('/'))}/*`;
  return ranges.get(type) ?? ranges.get(group) ?? ranges.get('*/*') ?? false;
}
