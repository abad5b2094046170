// The string formats that the official schemas mark. Each is one regular expression without nested repetition, so
// that no input makes it slow.
import type { StringFormat } from './shape.js';

const PCT = '%[0-9A-Fa-f]{2}';
const UNRESERVED = "A-Za-z0-9\\-._~!$&'()*+,;=";

// RFC 3986 appendix A
const AUTHORITY = `(?:(?:[${UNRESERVED}:]|${PCT})*@)?(?:\\[([^\\]]*)\\]|(?:[${UNRESERVED}]|${PCT})*)(?::[0-9]*)?`;
const PCHAR = `(?:[${UNRESERVED}:@]|${PCT})`;
const HIER_PART = `(?://${AUTHORITY}(?:/${PCHAR}*)*|/(?:${PCHAR}+(?:/${PCHAR}*)*)?|${PCHAR}+(?:/${PCHAR}*)*|)`;
const TAIL = `(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?`;
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.\\-]*:${HIER_PART}${TAIL}$`);

const IP_FUTURE = new RegExp(`^[vV][0-9A-Fa-f]+\\.[${UNRESERVED}:]+$`);
const IPV4_OCTET = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

// RFC 6570 section 2
const VARNAME = `(?:[A-Za-z0-9_]|${PCT})(?:\\.?(?:[A-Za-z0-9_]|${PCT}))*`;
const VARSPEC = `${VARNAME}(?::[1-9][0-9]{0,3}|\\*)?`;
const LITERAL = `[^\\x00-\\x20"'<>%\\\\^\`{|}\\x7f]|${PCT}`;
const URI_TEMPLATE = new RegExp(`^(?:${LITERAL}|\\{[+#./;?&=,!@|]?${VARSPEC}(?:,${VARSPEC})*\\})*$`);

// RFC 4648 section 4, with padding
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** What a string of the format is called in a message. */
export const FORMAT_NAMES: { readonly [format in StringFormat]: string } = {
  uri: 'an absolute URI (RFC 3986)',
  'uri-template': 'a URI template (RFC 6570)',
  byte: 'Base64 with padding (RFC 4648)',
};

/** True when the text has the format. */
export function hasFormat(format: StringFormat, text: string): boolean {
  switch (format) {
    case 'uri':
      return isUri(text);
    case 'uri-template':
      return URI_TEMPLATE.test(text);
    case 'byte':
      return text.length % 4 === 0 && BASE64.test(text);
  }
}

function isUri(text: string): boolean {
  const match = URI.exec(text);
  if (match === null) return false;
  const literal = match[1];
  return literal === undefined || isIpv6(literal) || IP_FUTURE.test(literal);
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const [head = '', tail] = halves;
  const first = groupsOf(head, tail === undefined);
  const second = tail === undefined ? 0 : groupsOf(tail, true);
  if (first === undefined || second === undefined) return false;
  return tail === undefined ? first === 8 : first + second < 8;
}

/** How many 16-bit groups the text stands for; `undefined` if it is not groups. IPv4 may end it. */
function groupsOf(text: string, isEnd: boolean): number | undefined {
  if (text === '') return 0;
  const parts = text.split(':');
  const last = parts.at(-1) ?? '';
  const endsInIpv4 = isEnd && last.includes('.') && isIpv4(last);
  const hex = endsInIpv4 ? parts.slice(0, -1) : parts;
  if (!hex.every((part) => /^[0-9A-Fa-f]{1,4}$/.test(part))) return undefined;
  return hex.length + (endsInIpv4 ? 2 : 0);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => IPV4_OCTET.test(part));
}
