import type { Era, ErrorMessage, RequestMessage } from '../../protocol/index.js';
import { internalError, isRpcError, toErrorMessage } from '../../protocol/index.js';
import type { ServerLog } from '../server-log.js';

/**
 * The one place where an exception becomes a message. A JSON-RPC error is sent as it is; of anything else the peer
 * learns only that it happened, and the local log the rest.
 */
export function errorResponse(
  message: RequestMessage,
  error: unknown,
  era: Era,
  log: ServerLog,
): ErrorMessage {
  if (isRpcError(error)) return toErrorMessage(message.id, error, era);
  log.error(`${message.method} failed; the client was told only that it did`, error);
  return toErrorMessage(message.id, internalError(), era);
}
