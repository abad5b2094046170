import type { ErrorCodeName, ErrorCodeRow } from './error-codes.js';
import { ERROR_CODES } from './error-codes.js';
import type { JsonObject } from './json.js';
import type { ErrorMessage, RequestId } from './jsonrpc/message.js';
import { failure } from './jsonrpc/message.js';
import type { Era, Revision } from './revision.js';
import { eraOf } from './revision.js';
import { RpcError } from './rpc-error.js';

function rpcError(name: ErrorCodeName, message: string, data?: unknown): RpcError {
  const row: ErrorCodeRow = ERROR_CODES[name];
  return new RpcError(row.code, message, data, row.http?.status);
}

/** -32700. @see https://www.jsonrpc.org/specification#error_object */
export function parseError(message = 'Parse error: the body is not valid JSON in UTF-8'): RpcError {
  return rpcError('PARSE_ERROR', message);
}

/** -32600. */
export function invalidRequest(message: string, data?: unknown): RpcError {
  return rpcError('INVALID_REQUEST', message, data);
}

/** -32601, HTTP 404 in the modern era (`toErrorMessage` leaves the status out in the legacy one). */
export function methodNotFound(method: string, data?: unknown): RpcError {
  return rpcError('METHOD_NOT_FOUND', `Method not found: ${method}`, data);
}

/**
 * The answer of a server without legacy revisions to `initialize`: -32601 that names what it speaks, because it may
 * be all that the user of a legacy client gets to see.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function initializeUnsupported(supported: readonly string[]): RpcError {
  const message = `Method not found: initialize. This server speaks only ${supported.join(', ')}, which has no handshake`;
  return rpcError('METHOD_NOT_FOUND', message, { supported: [...supported] });
}

/** -32602. No HTTP status is prescribed for it in general. */
export function invalidParams(message: string, data?: unknown): RpcError {
  return rpcError('INVALID_PARAMS', message, data);
}

/**
 * -32602 with HTTP 400, for a request that lacks a required `_meta` field.
 *
 * @param field the full key, one of `META`.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export function missingEnvelope(field: string): RpcError {
  return malformedEnvelope(`_meta lacks the required field '${field}'`);
}

/** -32602 with HTTP 400, for an envelope with a field of the wrong type: that is as good as missing. */
export function malformedEnvelope(what: string): RpcError {
  return new RpcError(ERROR_CODES.INVALID_PARAMS.code, `Invalid params: ${what}`, undefined, 400);
}

/** -32603 with fixed text: what went wrong stays in the local log. */
export function internalError(): RpcError {
  return rpcError('INTERNAL_ERROR', 'Internal error');
}

/**
 * -32020, HTTP 400.
 *
 * @param message names the header and both values; "Header mismatch: " is put before it.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export function headerMismatch(message: string): RpcError {
  return rpcError('HEADER_MISMATCH', `Header mismatch: ${message}`);
}

/**
 * -32021, HTTP 400.
 *
 * @param required in the shape of client capabilities, e.g. `{ elicitation: {} }`.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
 */
export function missingCapability(required: JsonObject): RpcError {
  const names = Object.keys(required).join(', ');
  const message = `The request needs a client capability that it does not declare: ${names}`;
  return rpcError('MISSING_REQUIRED_CLIENT_CAPABILITY', message, { requiredCapabilities: required });
}

/**
 * -32022, HTTP 400.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation
 */
export function unsupportedVersion(requested: string, supported: readonly string[]): RpcError {
  const data = { supported: [...supported], requested };
  return rpcError('UNSUPPORTED_PROTOCOL_VERSION', 'Unsupported protocol version', data);
}

/**
 * -32002 up to 2025-11-25, -32602 since 2026-07-28; `data.uri` in both.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#error-handling
 */
export function resourceNotFound(uri: string, revision: Revision): RpcError {
  const name = eraOf(revision) === 'legacy' ? 'RESOURCE_NOT_FOUND' : 'INVALID_PARAMS';
  return rpcError(name, 'Resource not found', { uri });
}

/** True for both codes that mean an unknown resource; a -32602 means it only with `data.uri`. */
export function isResourceNotFound(error: { readonly code: number; readonly data?: unknown }): boolean {
  if (error.code === ERROR_CODES.RESOURCE_NOT_FOUND.code) return true;
  const { data } = error;
  return (
    error.code === ERROR_CODES.INVALID_PARAMS.code &&
    typeof data === 'object' &&
    data !== null &&
    'uri' in data
  );
}

/**
 * The response that carries `error` to the peer. Drops the HTTP status where the revision of the era does not
 * prescribe it: a legacy client takes 404 for the end of its session.
 */
export function toErrorMessage(id: RequestId | undefined, error: RpcError, era: Era): ErrorMessage {
  const status = era === 'legacy' && !isLegacyStatus(error.code) ? undefined : error.httpStatus;
  return failure(id, error.toErrorObject(), status);
}

function isLegacyStatus(code: number): boolean {
  return code === ERROR_CODES.PARSE_ERROR.code || code === ERROR_CODES.INVALID_REQUEST.code;
}
