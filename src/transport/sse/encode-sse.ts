import { Fault } from '../../protocol/index.js';

/** One server-sent event, as written. */
export interface SseEventFields {
  /** Event type; receivers take `message` when absent. No CR or LF. */
  readonly event?: string;
  /** What a client sends back as `Last-Event-ID` to resume. No CR, LF or NUL. */
  readonly id?: string;
  /** Milliseconds a client waits before it reconnects. A whole number, 0 or more. */
  readonly retry?: number;
  /** The payload. Each line of it becomes a `data` line; an empty string makes a priming event. */
  readonly data: string;
}

const LINE_END = /\r\n|\r|\n/;
const FORBIDDEN_IN_FIELD = /[\r\n]/;
const FORBIDDEN_IN_ID = /[\r\n\0]/;

/**
 * Writes one event, with its terminating blank line.
 *
 * @throws Fault `invalid_argument` when `event` or `id` holds a line end (which would let data become fields), or
 *   `retry` is not a whole number.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function encodeSseEvent(fields: SseEventFields): string {
  const { event, id, retry, data } = fields;
  let head = '';
  if (event !== undefined) head += fieldLine('event', event, FORBIDDEN_IN_FIELD);
  if (id !== undefined) head += fieldLine('id', id, FORBIDDEN_IN_ID);
  if (retry !== undefined) head += retryLine(retry);
  return `${head}${dataLines(data)}\n`;
}

/** Writes a comment, which receivers ignore: it keeps intermediaries from closing a quiet stream. */
export function encodeSseComment(text: string): string {
  return `${text
    .split(LINE_END)
    .map((line) => `: ${line}\n`)
    .join('')}\n`;
}

function dataLines(data: string): string {
  // JSON has no raw line ends, so this is the way of nearly every event.
  if (!data.includes('\n') && !data.includes('\r')) return `data: ${data}\n`;
  return data
    .split(LINE_END)
    .map((line) => `data: ${line}\n`)
    .join('');
}

function fieldLine(name: string, value: string, forbidden: RegExp): string {
  if (forbidden.test(value)) {
    throw new Fault('invalid_argument', `The ${name} of a server-sent event must be one line of text.`);
  }
  return `${name}: ${value}\n`;
}

function retryLine(retry: number): string {
  if (!Number.isSafeInteger(retry) || retry < 0) {
    throw new Fault(
      'invalid_argument',
      'The retry of a server-sent event is a whole number of milliseconds.',
    );
  }
  return `retry: ${retry}\n`;
}
