import { redactText } from './redact-text.js';

/**
 * Redaction sees this much beyond the excerpt, so that a secret that the cut would hide the end of is
 * noticed.
 */
const WINDOW = 4096;

/**
 * The start of a text for an error message: redacted first, then cut to `maxChars` (default 120) with an
 * ellipsis.
 */
export function redactedExcerpt(text: string, maxChars = 120): string {
  const redacted = redactText(text.slice(0, WINDOW));
  return redacted.length <= maxChars && text.length <= WINDOW ? redacted : `${redacted.slice(0, maxChars)}…`;
}
