// RFC 3986 section 2: percent-encoding of UTF-8 bytes.
const encoder = /* @__PURE__ */ new TextEncoder();
const UNRESERVED = /^[A-Za-z0-9._~-]$/;
const RESERVED = /^[:/?#[\]@!$&'()*+,;=]$/;
const TRIPLET = /%[0-9A-Fa-f]{2}/g;
const ONLY_UNRESERVED = /^[A-Za-z0-9._~-]*$/;
const ONLY_URI = /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]*$/;

/** Everything but unreserved characters encoded. RFC 6570 section 3.2.2 */
export function encodeUnreserved(text: string): string {
  if (ONLY_UNRESERVED.test(text)) return text;
  return encodeWhere(text, (character) => UNRESERVED.test(character));
}

/** Reserved characters and percent triplets stay as they are. RFC 6570 section 3.2.3 */
export function encodeReserved(text: string): string {
  if (ONLY_URI.test(text)) return text;
  let encoded = '';
  let end = 0;
  for (const { 0: triplet, index } of text.matchAll(TRIPLET)) {
    encoded += encodeLoose(text.slice(end, index)) + triplet;
    end = index + triplet.length;
  }
  return encoded + encodeLoose(text.slice(end));
}

/** One spelling for comparing: what is no URI character is encoded, hexadecimal digits are in upper case. */
export function normalizeUri(text: string): string {
  return encodeReserved(text).replace(TRIPLET, (triplet) => triplet.toUpperCase());
}

/** The text that was encoded; undefined when the triplets are no UTF-8, or a percent sign stands alone. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function encodeLoose(text: string): string {
  return encodeWhere(text, (character) => UNRESERVED.test(character) || RESERVED.test(character));
}

function encodeWhere(text: string, isKept: (character: string) => boolean): string {
  let encoded = '';
  for (const character of text) encoded += isKept(character) ? character : encodeCharacter(character);
  return encoded;
}

function encodeCharacter(character: string): string {
  let encoded = '';
  for (const byte of encoder.encode(character)) {
    encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}
