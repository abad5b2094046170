/** HTTP header fields of a request, names in lower case. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** A request without its body. */
export interface RequestHead {
  readonly method: string;
  /** The path of the target, without query. */
  readonly path: string;
  readonly fields: HeaderFields;
}

export const SESSION_FIELD = 'mcp-session-id';
export const VERSION_FIELD = 'mcp-protocol-version';
export const LAST_EVENT_FIELD = 'last-event-id';

// RFC 9112 section 3.2.2
const ABSOLUTE_FORM = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** The path of a request target: without query, and without origin where a proxy sends the absolute form. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  const withoutQuery = query === -1 ? target : target.slice(0, query);
  if (withoutQuery.startsWith('/')) return withoutQuery;
  const origin = ABSOLUTE_FORM.exec(withoutQuery);
  return origin === null ? withoutQuery : withoutQuery.slice(origin[0].length) || '/';
}

/**
 * What keeps a request from saying which host it is for; undefined when nothing does. Who looks at one of the names and
 * who looks at the other must not come to different hosts.
 *
 * @param rawHeaders name, value, name, value… as they came.
 * @param target as it came: a path, or the absolute form that proxies send. RFC 9112 section 3.2.2 has servers take that,
 * and clients send the same host in both places.
 * @see RFC 9112 section 3.2 (400 for more than one Host), RFC 9113 section 8.3.1 (`:authority` and Host are the same)
 */
export function hostConflict(rawHeaders: readonly string[], target: string): string | undefined {
  let host: string | undefined;
  let authority: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') {
      if (host !== undefined) return 'The request has more than one Host header';
      host = rawHeaders[index + 1];
    } else if (name === ':authority') {
      authority = rawHeaders[index + 1];
    }
  }
  if (!target.startsWith('/')) authority ??= ABSOLUTE_FORM.exec(target)?.[1];
  const isSame = authority === undefined || host === undefined || isSameName(authority, host);
  return isSame ? undefined : 'The Host header and the request target name different hosts';
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** `/mcp` and `/mcp/` are the same endpoint: which one a user writes down is chance. */
export function isSamePath(asked: string, path: string): boolean {
  return asked === path || withoutSlash(asked) === withoutSlash(path);
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
