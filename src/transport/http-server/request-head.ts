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

/** The path of a request target: without query, and without origin where a proxy sends the absolute form. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  const withoutQuery = query === -1 ? target : target.slice(0, query);
  if (withoutQuery.startsWith('/')) return withoutQuery;
  // RFC 9112 section 3.2.2: absolute-form
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(withoutQuery);
  return origin === null ? withoutQuery : withoutQuery.slice(origin[0].length) || '/';
}

/** `/mcp` and `/mcp/` are the same endpoint: which one a user writes down is chance. */
export function isSamePath(asked: string, path: string): boolean {
  return asked === path || withoutSlash(asked) === withoutSlash(path);
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
