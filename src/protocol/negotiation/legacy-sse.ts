import { ERROR_CODES } from '../error-codes.js';
import type { ErrorObject } from '../jsonrpc/message.js';
import { errorInText, isModernError } from './modern-error.js';

const FALLBACK_STATUSES: readonly number[] = [400, 404, 405];

/**
 * Whether a failed POST may mean a server of the HTTP+SSE transport of 2024-11-05, so that a GET which waits for an
 * `endpoint` event is worth trying. An unknown method answered in JSON-RPC comes from a server of today's transport.
 *
 * @param body text of the HTTP response as far as it was read, or the JSON-RPC error that it was.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#httpsse-transport-2024-11-05
 */
export function legacySseFallback(status: number, body: string | ErrorObject | undefined): boolean {
  if (!FALLBACK_STATUSES.includes(status)) return false;
  const error = typeof body === 'string' ? errorInText(body) : body;
  if (error === undefined) return true;
  return !isModernError(error) && error.code !== ERROR_CODES.METHOD_NOT_FOUND.code;
}
