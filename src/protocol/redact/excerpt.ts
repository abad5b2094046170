import { redactText } from './redact-text.js';

/**
 * Redaction sees this much beyond the excerpt, so that a secret that the cut would hide the end of is
 * noticed.
 */
const WINDOW = 4096;

/** Longest message of an error. Longer than what is kept of stderr, which some messages end with. */
const MESSAGE_CHARS = 16_384;

/**
 * The start of a text for an error message: redacted first, then cut to `maxChars` (default 120) with an
 * ellipsis.
 */
export function redactedExcerpt(text: string, maxChars = 120): string {
  const isWhole = text.length <= WINDOW;
  const redacted = redactText(isWhole ? text : detached(text.slice(0, WINDOW)));
  return isWhole && redacted.length <= maxChars ? redacted : `${redacted.slice(0, maxChars)}…`;
}

/**
 * The text of an error message as it may reach a log: whatever a peer got into it is redacted, and it has an end. The
 * message itself when there is nothing to do.
 */
export function loggableMessage(message: string): string {
  if (message.length <= MESSAGE_CHARS) return redactText(message);
  return `${redactText(detached(message.slice(0, MESSAGE_CHARS)))}…`;
}

/** A copy. What engines give for a part of a text keeps all of it in memory, and that may be a frame of megabytes. */
function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
