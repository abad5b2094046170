import { REDACTED } from './redact-plain.js';
import { redactText } from './redact-text.js';
import { isSecretName } from './secret-names.js';

type HeaderValue = string | readonly string[] | undefined;

/** HTTP headers as Node's `req.headers`, a plain object, or an iterable of pairs (`Headers`, `Map`). */
export type HeadersLike =
  | { readonly [name: string]: HeaderValue }
  | Iterable<readonly [name: string, value: string]>;

/**
 * A copy of HTTP headers for logging: values of `Authorization`, `Cookie`, `Set-Cookie`, `Mcp-Session-Id`,
 * `X-Api-Key` and other secret names are `[redacted]`, all other values go through `redactText`. Names keep
 * their spelling; a name that occurs more than once has an array.
 */
export function redactHeaders(headers: HeadersLike): { [name: string]: string | string[] } {
  const redacted = new Map<string, string | string[]>();
  for (const [name, value] of entriesOf(headers)) {
    if (value === undefined) continue;
    const earlier = redacted.get(name);
    const hidden = typeof value === 'string' ? hide(name, value) : value.map((item) => hide(name, item));
    redacted.set(name, earlier === undefined ? hidden : [earlier, hidden].flat());
  }
  // Not by assignment: a header named __proto__ must stay a header.
  return Object.fromEntries(redacted);
}

function entriesOf(headers: HeadersLike): Iterable<readonly [string, HeaderValue]> {
  return isIterable(headers) ? headers : Object.entries(headers);
}

function isIterable(headers: HeadersLike): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}

function hide(name: string, value: string): string {
  return isSecretName(name) ? REDACTED : redactText(value);
}
