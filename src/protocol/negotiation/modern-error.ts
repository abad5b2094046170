import { ERROR_CODES } from '../error-codes.js';
import { isJsonObject } from '../json.js';
import type { ErrorObject } from '../jsonrpc/message.js';

/**
 * True for an error that only a server of the modern era sends.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function isModernError(error: { readonly code: number }): boolean {
  switch (error.code) {
    case ERROR_CODES.HEADER_MISMATCH.code:
    case ERROR_CODES.MISSING_REQUIRED_CLIENT_CAPABILITY.code:
    case ERROR_CODES.UNSUPPORTED_PROTOCOL_VERSION.code:
      return true;
    default:
      return false;
  }
}

/** The JSON-RPC error in the text of an HTTP body, whatever its id; undefined when the text is something else. */
export function errorInText(text: string): ErrorObject | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJsonObject(value) ? errorObject(value['error']) : undefined;
}

/** The value as the error object of a JSON-RPC error; undefined when it is none. */
export function errorObject(value: unknown): ErrorObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const { code, message, data } = value;
  if (typeof code !== 'number' || !Number.isInteger(code)) return undefined;
  const error: ErrorObject = { code, message: typeof message === 'string' ? message : '' };
  if (data !== undefined) error.data = data;
  return error;
}
