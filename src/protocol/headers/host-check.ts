import { Fault } from '../fault.js';

/** Whether a request may go on; `reason` is fit for the response body and names the setting to change. */
export type AccessDecision =
  | { readonly ok: true }
  /** To be answered with HTTP 403. 2026-07-28 basic/transports/streamable-http#security--endpoint */
  | { readonly ok: false; readonly reason: string };

/** The names under which a program on the same machine is reached. The default for a server bound to loopback. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Pages served from the same machine, at any port. The default for a server bound to loopback. */
export const LOOPBACK_ORIGINS: readonly string[] = /* @__PURE__ */ LOOPBACK_HOSTS.flatMap((host) => [
  `http://${host}:*`,
  `https://${host}:*`,
]);

const ALLOWED: AccessDecision = { ok: true };
const ANY = '*';
/** RFC 9110 section 7.2: uri-host [ ":" port ], here without percent-encoding. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{0,5}))?$/i;
/** As in a setting: also `:*` for any port, and names in any script. */
const AUTHORITY_ENTRY = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\%]+)(?::(\d{1,5}|\*))?$/i;
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/(.+)$/i;
const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['https', '443'],
]);

interface Authority {
  readonly host: string;
  readonly port: string | undefined;
}

interface Origin extends Authority {
  readonly scheme: string;
}

/** Settings are read once: the lists do not change while a server runs. */
const hostLists = new WeakMap<readonly string[], readonly Authority[]>();
const originLists = new WeakMap<readonly string[], readonly Origin[]>();

/**
 * Protects against DNS rebinding: the `Host` header must name a host that the server is meant to be reached under.
 * The port counts only where both the header and the entry have one, because a proxy may drop it.
 *
 * @param hostHeader as it came; for HTTP/2, the authority.
 * @param allowedHosts host names with or without a port: `example.com`, `127.0.0.1:9000`, `[::1]:*`; `*` allows all.
 * The list must not be changed afterwards.
 * @throws Fault `invalid_argument` for an entry that is none of these, on any call with that list.
 */
export function checkHost(hostHeader: string | undefined, allowedHosts: readonly string[]): AccessDecision {
  const entries = readList(hostLists, allowedHosts, 'allowedHosts', readHostEntry);
  if (allowedHosts.includes(ANY)) return ALLOWED;
  if (hostHeader === undefined)
    return refused('The request has no Host header. See the setting allowedHosts.');
  const asked = readAuthority(AUTHORITY, hostHeader);
  if (asked === undefined)
    return refused(`Host ${quote(hostHeader)} is malformed. See the setting allowedHosts.`);
  if (entries.some((entry) => matchesHost(asked, entry))) return ALLOWED;
  return refused(`Host ${quote(hostHeader)} is not allowed. Add it to the setting allowedHosts.`);
}

/**
 * Protects against pages that call a local server: an `Origin` must be one of those allowed, or the server's own. To be
 * called after `checkHost`, whose verdict makes the Host header trustworthy. No Origin means that no page is calling.
 *
 * @param allowedOrigins `scheme://host`, with a port or `:*` for any; `*` allows all but `null`. The list must not be
 * changed afterwards.
 * @throws Fault `invalid_argument` for an entry that is none of these, on any call with that list.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security--endpoint
 */
export function checkOrigin(
  originHeader: string | undefined,
  allowedOrigins: readonly string[],
  hostHeader: string | undefined,
): AccessDecision {
  const entries = readList(originLists, allowedOrigins, 'allowedOrigins', readOriginEntry);
  if (originHeader === undefined) return ALLOWED;
  // Any page can make its origin `null` by a sandboxed frame, so it says nothing and is never allowed.
  if (originHeader.trim().toLowerCase() === 'null') {
    return refused("Origin 'null' is not allowed, whatever the setting allowedOrigins says.");
  }
  if (allowedOrigins.includes(ANY)) return ALLOWED;
  const asked = readOrigin(AUTHORITY, originHeader);
  const own = hostHeader === undefined ? undefined : readAuthority(AUTHORITY, hostHeader);
  const isAllowed =
    asked !== undefined && (isSameHost(asked, own) || entries.some((entry) => matchesOrigin(asked, entry)));
  if (isAllowed) return ALLOWED;
  return refused(`Origin ${quote(originHeader)} is not allowed. Add it to the setting allowedOrigins.`);
}

function matchesHost(asked: Authority, entry: Authority): boolean {
  if (entry.host !== asked.host) return false;
  return (
    entry.port === undefined || entry.port === ANY || asked.port === undefined || entry.port === asked.port
  );
}

function matchesOrigin(asked: Origin, entry: Origin): boolean {
  if (entry.scheme !== asked.scheme || entry.host !== asked.host) return false;
  return entry.port === ANY || portOf(entry) === portOf(asked);
}

/** The page comes from the host that was asked. TLS may end before us, so a port left out fits the default one. */
function isSameHost(origin: Origin, host: Authority | undefined): boolean {
  if (host === undefined || host.host !== origin.host) return false;
  return host.port === origin.port || (host.port ?? DEFAULT_PORTS.get(origin.scheme)) === portOf(origin);
}

function portOf({ scheme, port }: Origin): string | undefined {
  return port ?? DEFAULT_PORTS.get(scheme);
}

function readList<Entry>(
  cache: WeakMap<readonly string[], readonly Entry[]>,
  list: readonly string[],
  setting: string,
  read: (text: string) => Entry | undefined,
): readonly Entry[] {
  const known = cache.get(list);
  if (known !== undefined) return known;
  const entries = list
    .filter((text) => text !== ANY)
    .map((text) => {
      const entry = read(text);
      if (entry === undefined)
        throw new Fault('invalid_argument', `${quote(text)} in ${setting} cannot be read.`);
      return entry;
    });
  cache.set(list, entries);
  return entries;
}

function readHostEntry(text: string): Authority | undefined {
  return readAuthority(AUTHORITY_ENTRY, text);
}

function readOriginEntry(text: string): Origin | undefined {
  return readOrigin(AUTHORITY_ENTRY, text);
}

function readOrigin(form: RegExp, text: string): Origin | undefined {
  const match = ORIGIN.exec(text.trim());
  const authority = match === null ? undefined : readAuthority(form, match[2] ?? '');
  if (match === null || authority === undefined) return undefined;
  return { ...authority, scheme: (match[1] ?? '').toLowerCase() };
}

function readAuthority(form: RegExp, text: string): Authority | undefined {
  const match = form.exec(text.trim());
  const host = match === null ? undefined : canonicalHost(match[1] ?? '');
  if (match === null || host === undefined) return undefined;
  return { host, port: canonicalPort(match[2]) };
}

function canonicalPort(port: string | undefined): string | undefined {
  if (port === undefined || port === '') return undefined;
  return port === ANY ? ANY : String(Number(port));
}

/** Lower case, one spelling for each address, no dot at the end. */
function canonicalHost(host: string): string | undefined {
  try {
    const { hostname } = new URL(`http://${host}`);
    return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  } catch {
    return undefined;
  }
}

const QUOTED_CHARS = 200;

function quote(text: string): string {
  return `'${text.slice(0, QUOTED_CHARS)}'`;
}

function refused(reason: string): AccessDecision {
  return { ok: false, reason };
}
