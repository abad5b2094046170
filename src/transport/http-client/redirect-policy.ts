import type { HttpRequest } from './http-requester.js';

export interface RedirectFacts {
  readonly method: HttpRequest['method'];
  /** 301, 302, 303, 307 or 308. */
  readonly status: number;
  readonly from: URL;
  readonly location: string | undefined;
  /** Headers that the user gave, or a session id, went with the request. */
  readonly carriesCredentials: boolean;
  /** Redirects already followed for this request. */
  readonly followed: number;
  /** Limit `redirects`. */
  readonly limit: number;
}

export type RedirectDecision =
  /** Send the same method and body to `url`. `remember`: and everything that follows, too. */
  | { readonly kind: 'follow'; readonly url: URL; readonly remember: boolean }
  | { readonly kind: 'refuse'; readonly reason: string; readonly to?: URL }
  | { readonly kind: 'too-many' };

/**
 * What becomes of a redirect:
 *
 * | to                                   | GET                 | POST, DELETE                            |
 * |--------------------------------------|---------------------|-----------------------------------------|
 * | same origin, 307 or 308              | followed            | followed, with the body                 |
 * | same origin, 301 or 302              | followed            | followed when only a trailing slash differs |
 * | same origin, 303                     | followed            | refused: it asks for a GET              |
 * | https instead of http, same host     | as the same origin, but only when the request carries no credentials |
 * | anywhere else                        | refused             | refused                                 |
 *
 * 301 and 302 turn a POST into a GET in browsers (RFC 9110 section 15.4), which would lose the message; servers send
 * them for a missing slash and mean the same resource. Credentials never go to another origin, and neither does a
 * message that was not meant for it. A permanent redirect (301, 308) and one to https are kept for later requests.
 */
export function decideRedirect(facts: RedirectFacts): RedirectDecision {
  if (facts.followed >= facts.limit) return { kind: 'too-many' };
  const { location, from } = facts;
  if (location === undefined || !URL.canParse(location, from.href)) {
    return { kind: 'refuse', reason: 'it names no valid Location' };
  }
  const url = new URL(location, from.href);
  url.hash = '';
  if (url.username !== '' || url.password !== '') return { kind: 'refuse', reason: 'it holds credentials' };
  const isUpgrade = isTlsUpgrade(from, url);
  if (url.origin !== from.origin && !isUpgrade)
    return { kind: 'refuse', reason: 'it leads to another origin', to: url };
  if (isUpgrade && facts.carriesCredentials) {
    return { kind: 'refuse', reason: 'credentials are not sent on to another origin', to: url };
  }
  const reason = lostMessage(facts, url);
  if (reason !== undefined) return { kind: 'refuse', reason, to: url };
  return { kind: 'follow', url, remember: isUpgrade || facts.status === 301 || facts.status === 308 };
}

function isTlsUpgrade(from: URL, to: URL): boolean {
  const isDefaultPort = from.port === '' && to.port === '';
  return (
    from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && isDefaultPort
  );
}

/** Why following would not carry the message on, if so. */
function lostMessage({ method, status, from }: RedirectFacts, to: URL): string | undefined {
  if (method === 'GET' || status === 307 || status === 308) return undefined;
  if (status === 303) return 'status 303 would turn the message into a GET';
  return isSameButForSlash(from, to) ? undefined : `status ${status} would turn the message into a GET`;
}

function isSameButForSlash(from: URL, to: URL): boolean {
  const bare = (url: URL): string => url.pathname.replace(/\/$/, '') + url.search;
  return bare(from) === bare(to);
}
