import { ERROR_CODES } from '../error-codes.js';
import { isJsonObject } from '../json.js';
import type { ErrorObject } from '../jsonrpc/message.js';

const MODERN_CODES: ReadonlySet<number> = new Set([
  ERROR_CODES.HEADER_MISMATCH.code,
  ERROR_CODES.MISSING_REQUIRED_CLIENT_CAPABILITY.code,
  ERROR_CODES.UNSUPPORTED_PROTOCOL_VERSION.code,
]);

/**
 * True for an error that only a server of the modern era sends.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function isModernError(error: { readonly code: number }): boolean {
  return MODERN_CODES.has(error.code);
}

/** The JSON-RPC error that an HTTP body holds, whatever its id; undefined when it is something else. */
export function errorInBody(body: string | undefined): ErrorObject | undefined {
  if (body === undefined || body === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const error = isJsonObject(value) ? value['error'] : undefined;
  if (!isJsonObject(error) || !Number.isInteger(error['code'])) return undefined;
  const { code, message, data } = error;
  const read: ErrorObject = { code: code as number, message: typeof message === 'string' ? message : '' };
  if (data !== undefined) read.data = data;
  return read;
}
