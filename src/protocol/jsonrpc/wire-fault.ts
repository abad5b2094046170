import type { Fault } from '../fault.js';
import type { ErrorMessage, RequestId } from './message.js';
import { failure } from './message.js';

// https://www.jsonrpc.org/specification#error_object
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;

/**
 * 2026-07-28 basic/transports/streamable-http#sending-messages-to-the-server: input that cannot be accepted
 */
const BAD_REQUEST = 400;

/**
 * The JSON-RPC error that tells a peer about a fault in what it sent: -32700 with fixed text for a frame that
 * is not JSON, -32600 with the reason for one that is no message or is over a limit. Any other fault is ours
 * and becomes -32603 without a word about it. Nothing of the frame itself is repeated.
 *
 * @param id the id of the frame, when it could be read. Without it the answer has no id, never `null`.
 */
export function faultResponse(fault: Fault, id?: RequestId): ErrorMessage {
  switch (fault.code) {
    case 'invalid_utf8':
    case 'invalid_json':
      return failure(id, { code: PARSE_ERROR, message: 'Parse error' }, BAD_REQUEST);
    case 'invalid_message':
      return failure(id, { code: INVALID_REQUEST, message: requestText(fault.details.reason) }, BAD_REQUEST);
    case 'limit_exceeded':
      return failure(id, { code: INVALID_REQUEST, message: requestText(limitReason(fault)) }, BAD_REQUEST);
    default:
      return failure(id, { code: INTERNAL_ERROR, message: 'Internal error' });
  }
}

function requestText(reason: unknown): string {
  return typeof reason === 'string' ? `Invalid Request: ${reason}` : 'Invalid Request';
}

function limitReason(fault: Fault): string {
  const { reason } = fault.details;
  return typeof reason === 'string' ? reason : `over the limit ${fault.limit ?? 'of this receiver'}`;
}
