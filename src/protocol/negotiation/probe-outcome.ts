import type { Fault } from '../fault.js';
import type { FaultCode } from '../fault-codes.js';
import type { JsonObject } from '../json.js';
import type { ErrorObject, ResponseMessage } from '../jsonrpc/message.js';
import { errorInBody } from './modern-error.js';

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

type Reading = Exclude<ProbeOutcome['kind'], 'result' | 'error' | 'fault'>;

/** The faults that say something about the era of the server. All others end the opening as they are. */
const FAULT_READINGS: { readonly [code in FaultCode]?: Reading } = {
  timed_out: 'silence',
  process_exited: 'exit',
  connection_lost: 'exit',
  http_status: 'status',
  session_expired: 'status',
  unexpected_content_type: 'unreadable',
  invalid_utf8: 'unreadable',
  invalid_json: 'unreadable',
  invalid_message: 'unreadable',
  invalid_result: 'unreadable',
};

/**
 * Reads what `ClientConnection.exchange` resolved to, or the `Fault` that it rejected with. Of a fault, `details`
 * may hold `status` (number) and `body` (start of the text): a JSON-RPC error in the body counts.
 */
export function probeOutcome(answer: ResponseMessage | Fault): ProbeOutcome {
  if ('kind' in answer) {
    if (answer.kind === 'success') return { kind: 'result', result: answer.result };
    return withStatus({ kind: 'error', error: answer.error }, answer.httpStatus);
  }
  const { status, body } = answer.details;
  const error = errorInBody(typeof body === 'string' ? body : undefined);
  if (error !== undefined) return withStatus({ kind: 'error', error }, status);
  const reading = FAULT_READINGS[answer.code] ?? 'fault';
  switch (reading) {
    case 'silence':
    case 'unreadable':
      return { kind: reading };
    case 'status':
      return typeof status === 'number' ? { kind: 'status', status } : { kind: 'unreadable' };
    case 'exit':
      return { kind: 'exit', fault: answer };
    default:
      return { kind: 'fault', fault: answer };
  }
}

function withStatus(outcome: { kind: 'error'; error: ErrorObject }, status: unknown): ProbeOutcome {
  return typeof status === 'number' ? { ...outcome, status } : outcome;
}
