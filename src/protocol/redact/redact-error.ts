import type { ErrorObject } from '../jsonrpc/message.js';
import { redactText } from './redact-text.js';

/**
 * A JSON-RPC error of a peer as it may stand in an error of ours: servers repeat what they were sent, headers included.
 * The error itself when there is nothing to hide in it.
 */
export function redactError(error: ErrorObject): ErrorObject {
  const text = JSON.stringify(error);
  const redacted = redactText(text);
  return redacted === text ? error : (JSON.parse(redacted) as ErrorObject);
}
