/**
 * Where a JSON string ends: the index after the closing quote of the one that opens at `open`, or the end of
 * the text when it is not closed. Linear, however many quotes are escaped.
 */
export function jsonStringEnd(text: string, open: number): number {
  let quote = text.indexOf('"', open + 1);
  while (quote !== -1 && backslashesBefore(text, quote) % 2 === 1) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

/** How many backslashes stand directly before `index`. */
export function backslashesBefore(text: string, index: number): number {
  let first = index;
  while (first > 0 && text.charCodeAt(first - 1) === 0x5c) first--;
  return index - first;
}

/** The value of a JSON string with its quotes; text that is none, quotes removed, when it cannot be read. */
export function jsonStringValue(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}

/**
 * JSON text without U+2028 and U+2029, which end a line for some readers: inside JSON they can stand only in
 * strings, where they may be escaped. JSON text from `JSON.stringify` has no LF or CR anyway.
 */
export function jsonOnOneLine(text: string): string {
  if (!text.includes('\u2028') && !text.includes('\u2029')) return text;
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
