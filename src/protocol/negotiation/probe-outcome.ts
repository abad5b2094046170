import type { Fault } from '../fault.js';
import type { FaultCode } from '../fault-codes.js';
import type { JsonObject } from '../json.js';
import type { ErrorObject, ResponseMessage } from '../jsonrpc/message.js';
import { errorInText, errorObject } from './modern-error.js';

/** What came of a `server/discover` probe. */
export type ProbeOutcome =
  /** A JSON-RPC result. */
  | { readonly kind: 'result'; readonly result: JsonObject }
  /** A JSON-RPC error, and over HTTP the status that it came with. */
  | { readonly kind: 'error'; readonly error: ErrorObject; readonly status?: number }
  /** An HTTP answer that holds no JSON-RPC message: empty, a page, an accepted nothing. */
  | { readonly kind: 'status'; readonly status: number }
  /** An answer that could not be read as a message, with no status known. */
  | { readonly kind: 'unreadable' }
  /** The probe's own time ran out. */
  | { readonly kind: 'silence' }
  /** The process ended, or the connection was lost. */
  | { readonly kind: 'exit'; readonly fault?: Fault }
  /** Something that no other way of opening would change: no route, no credentials, closed by us… */
  | { readonly kind: 'fault'; readonly fault: Fault };

/** The faults that say something about the era of the server. All others end the opening as they are. */
const FAULT_READINGS: { readonly [code in FaultCode]?: 'silence' | 'exit' | 'answer' } = {
  timed_out: 'silence',
  process_exited: 'exit',
  connection_lost: 'exit',
  http_status: 'answer',
  session_expired: 'answer',
  unexpected_content_type: 'answer',
  invalid_utf8: 'answer',
  invalid_json: 'answer',
  invalid_message: 'answer',
  invalid_result: 'answer',
};

/**
 * Reads what `ClientConnection.exchange` resolved to, or the `Fault` that it rejected with. The `details` of a fault
 * about an HTTP answer may hold its `status`, the JSON-RPC `error` that it was, or the start of its `body`.
 */
export function probeOutcome(answer: ResponseMessage | Fault): ProbeOutcome {
  if ('kind' in answer) {
    if (answer.kind === 'success') return { kind: 'result', result: answer.result };
    return withStatus(answer.error, answer.httpStatus);
  }
  const reading = FAULT_READINGS[answer.code];
  switch (reading) {
    case 'silence':
      return { kind: 'silence' };
    case 'exit':
      return { kind: 'exit', fault: answer };
    case 'answer':
      return readAnswer(answer);
    default:
      return { kind: 'fault', fault: answer };
  }
}

function readAnswer({ details }: Fault): ProbeOutcome {
  const { status, body, error } = details;
  const found = errorObject(error) ?? (typeof body === 'string' ? errorInText(body) : undefined);
  if (found !== undefined) return withStatus(found, status);
  return typeof status === 'number' ? { kind: 'status', status } : { kind: 'unreadable' };
}

function withStatus(error: ErrorObject, status: unknown): ProbeOutcome {
  return typeof status === 'number' ? { kind: 'error', error, status } : { kind: 'error', error };
}
