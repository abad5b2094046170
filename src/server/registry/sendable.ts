import { DEFAULT_LIMITS } from '../../protocol/index.js';

/** What the codec takes, less what is around a result. */
const MAX_DEPTH = DEFAULT_LIMITS.jsonDepth - 4;

/**
 * Refuses what could not be written into a message. Found out then it would be an internal error of the server, and the
 * model could not be told which tool failed and why.
 *
 * @throws TypeError; what the value itself throws when it is read.
 */
export function checkSendable(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) {
    throw new TypeError(`what it gave goes round in a circle, or nests deeper than ${MAX_DEPTH} levels`);
  }
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') {
    JSON.stringify(value);
    return;
  }
  for (const member of Object.values(value)) checkSendable(member, depth + 1);
}
