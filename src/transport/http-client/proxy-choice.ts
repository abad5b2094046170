import { Fault } from '../../protocol/index.js';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL: the one configured for the server (`false` for none), else HTTP_PROXY or HTTPS_PROXY by the
 * scheme of `url` (lower-case names win), unless NO_PROXY names the host. Loopback addresses never take a proxy from
 * the environment: a proxy could not reach them.
 *
 * NO_PROXY: host names separated by commas or blanks, each with its subdomains, optionally with `:port`; a leading
 * `.` or `*.` is the same; `*` is every host.
 *
 * @throws Fault `invalid_argument` for a proxy that is no http or https URL.
 */
export function chooseProxy(
  url: URL,
  configured: string | false | undefined,
  environment: Environment,
): URL | undefined {
  if (configured === false) return undefined;
  if (configured !== undefined) return parseProxy(configured, 'The proxy of the server description');
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = environment[name.toLowerCase()] ?? environment[name];
  if (value === undefined || value === '' || isLoopback(url.hostname)) return undefined;
  if (isExempt(url, environment.no_proxy ?? environment.NO_PROXY ?? '')) return undefined;
  return parseProxy(value, name);
}

/** The value of a `Proxy-Authorization` header, when the proxy URL holds a user name or password. */
export function proxyAuthorization(proxy: URL): string | undefined {
  if (proxy.username === '' && proxy.password === '') return undefined;
  const pair = `${decoded(proxy.username)}:${decoded(proxy.password)}`;
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(pair)))}`;
}

/** A percent sign that was not meant as an escape stays what it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseProxy(text: string, source: string): URL {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new Fault('invalid_argument', `${source} must be an http: or https: URL.`);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\]$)/.test(hostname);
}

function isExempt(url: URL, noProxy: string): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || exempts(entry.toLowerCase(), url.hostname, port));
}

function exempts(entry: string, hostname: string, port: string): boolean {
  const [, host = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(withBrackets(entry)) ?? [];
  if (entryPort !== undefined && entryPort !== port) return false;
  const bare = host.replace(/^\*?\./, '');
  return hostname === bare || hostname.endsWith(`.${bare}`);
}

/** A bare IPv6 address has colons of its own, which are no port. */
function withBrackets(entry: string): string {
  return /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/.test(entry) ? `[${entry}]` : entry;
}
