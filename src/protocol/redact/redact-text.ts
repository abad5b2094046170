import { redactJson } from './redact-json.js';
import { redactPlain } from './redact-plain.js';

/** Text without any of these holds no secret that could be recognised. Most frames end here. */
const SUSPECT =
  /auth|cookie|token|secret|passw|passphrase|key|session|credential|assertion|verifier|signature|pass["'\\]|jwt|bearer|basic|dpop|:\/\/|[?&](?:code|sig)|\\u00/i;

/**
 * Hides what must not reach a log: the values of `Authorization`, `Cookie`, `Mcp-Session-Id` and of members,
 * headers, assignments and query parameters with the common names of secrets; `Bearer` and `Basic`
 * credentials anywhere; user and password in URLs. Also inside JSON that is embedded in a string. Each is
 * replaced by `[redacted]`.
 *
 * JSON stays valid JSON, and is unchanged in everything else. Idempotent. Progress tokens stay, and so do
 * JSON Schemas of members that are named like a secret. A secret that nothing marks as one cannot be
 * recognised.
 */
export function redactText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return isJson(text) ? redactJson(text, redactText) : redactPlain(text);
}

function isJson(text: string): boolean {
  if (!/^\s*["[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
