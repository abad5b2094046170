// 2026-07-28 basic/transports/streamable-http#value-encoding
// The markers are case-sensitive and appear exactly as shown.
const PREFIX = '=?base64?';
const SUFFIX = '?=';

/** What may travel plain. A tab is legal in a header, but as a control character it is encoded when we send. */
const PLAIN = /^[\x20-\x7e]*$/;
/** What may arrive: visible ASCII, space and tab. */
const LEGAL = /^[\x20-\x7e\t]*$/;
/** Optional whitespace around a value is no part of it. RFC 9110 section 5.5 */
const OUTER_WHITESPACE = /^[ \t]+|[ \t]+$/g;

export type HeaderValueReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The text of a header that carries `value`: as it is where that is safe, else in the Base64 sentinel. A lone
 * surrogate has no UTF-8 form and arrives as U+FFFD.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export function encodeHeaderValue(value: string): string {
  const isPlain = PLAIN.test(value) && !value.startsWith(' ') && !value.endsWith(' ') && !isMarked(value);
  return isPlain ? value : `${PREFIX}${btoa(binaryOf(new TextEncoder().encode(value)))}${SUFFIX}`;
}

/**
 * The value that a header carries, whitespace around it dropped and the Base64 sentinel undone. Strict: canonical
 * Base64 with padding, and valid UTF-8.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export function decodeHeaderValue(text: string): HeaderValueReading {
  const trimmed = trimHeader(text);
  if (!LEGAL.test(trimmed)) return { ok: false, reason: 'holds characters that a header must not have' };
  if (!isMarked(trimmed) || trimmed.length < PREFIX.length + SUFFIX.length)
    return { ok: true, value: trimmed };
  const bytes = bytesOf(trimmed.slice(PREFIX.length, -SUFFIX.length));
  if (bytes === undefined) return { ok: false, reason: 'is not valid Base64' };
  try {
    // ignoreBOM keeps a leading U+FEFF, which is part of the value.
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, reason: 'is Base64 of something that is not UTF-8' };
  }
}

/** Without the optional whitespace around it. */
export function trimHeader(text: string): string {
  return text.replace(OUTER_WHITESPACE, '');
}

/** True when the text is legal in a header field. */
export function isLegalHeader(text: string): boolean {
  return LEGAL.test(text);
}

function isMarked(text: string): boolean {
  return text.startsWith(PREFIX) && text.endsWith(SUFFIX);
}

function binaryOf(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return binary;
}

function bytesOf(base64: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    return undefined;
  }
  // atob forgives blanks, missing padding and stray bits; only the one canonical spelling comes back the same.
  if (btoa(binary) !== base64) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
