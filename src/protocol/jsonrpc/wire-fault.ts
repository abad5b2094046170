import type { Fault } from '../fault.js';
import type { ErrorMessage, RequestId } from './message.js';
import { failure } from './message.js';

/** Numbers of JSON-RPC 2.0 for frames that cannot be read. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** What a frame that could not be read seems to be. */
export type FrameShape = 'request' | 'notification' | 'response' | 'unknown';

/**
 * A frame that is no message. `response` is what a receiver answers: -32700 when the frame is not JSON, else -32600,
 * with the id of the frame when that could be read.
 *
 * `shape` says what it seems to be, from the members it has. A `response` must not be answered: settle the request
 * that has `response.id` with `fault`. A `notification` must not be answered either. All else is.
 */
export interface DecodeFault {
  kind: 'fault';
  fault: Fault;
  response: ErrorMessage;
  shape: FrameShape;
}

/**
 * The JSON-RPC error that tells a peer about a frame which could not be read. The text for a parse error is fixed;
 * the reason in an invalid request is ours, never a piece of the frame.
 *
 * @see https://www.jsonrpc.org/specification#error_object
 */
export function wireFault(fault: Fault, reason: string, id: RequestId | undefined): ErrorMessage {
  if (fault.code === 'invalid_utf8' || fault.code === 'invalid_json') {
    return failure(id, { code: PARSE_ERROR, message: 'Parse error' });
  }
  return failure(id, { code: INVALID_REQUEST, message: `Invalid Request: ${reason}` });
}
