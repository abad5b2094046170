const BOM = 0xfeff;

// Strips one leading byte order mark and refuses invalid UTF-8; without a stream option it keeps no state.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a frame, without a leading byte order mark. Invalid UTF-8 throws a `TypeError`: it never
 * becomes U+FFFD.
 *
 * One BOM is dropped on every carrier: RFC 8259 section 8.1 forbids writing it and lets a reader ignore it.
 */
export function frameText(input: Uint8Array | string): string {
  if (typeof input !== 'string') return utf8.decode(input);
  return input.charCodeAt(0) === BOM ? input.slice(1) : input;
}
