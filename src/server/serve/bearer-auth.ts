import type { Authenticate, AuthInfo, AuthRefusal, AuthRequest } from '../../transport/index.js';
import { isPromise } from '../../transport/index.js';

export interface BearerAuthOptions {
  /**
   * Who the token belongs to; undefined for a token that is not good. Compare secrets in constant time. What it
   * throws is answered with HTTP 500 and logged.
   */
  readonly verify: (
    token: string,
    request: AuthRequest,
  ) => AuthInfo | undefined | Promise<AuthInfo | undefined>;
  /** Scopes that every request needs. */
  readonly requiredScopes?: readonly string[];
  /** URL of the protected resource metadata (RFC 9728), which 401 answers point to. */
  readonly resourceMetadataUrl?: string;
  /** Wall clock in milliseconds, for tests. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * A bearer check for the `authenticate` option of `serveHttp`, `fetchHandler` and `nodeHandler`: 401 without a good
 * token, 403 without the scopes, each with its challenge.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export function bearerAuth(options: BearerAuthOptions): Authenticate {
  return (request) => {
    if (request.token === undefined) return unauthorized(options, []);
    const auth = options.verify(request.token, request);
    // Waited for only where it has to be: most checks look something up, and are on the path of every request.
    return isPromise(auth) ? auth.then((found) => judged(found, options)) : judged(auth, options);
  };
}

function judged(auth: AuthInfo | undefined, options: BearerAuthOptions): AuthInfo | AuthRefusal {
  const now = options.now ?? Date.now;
  if (auth === undefined || (auth.expiresAtMs !== undefined && auth.expiresAtMs <= now())) {
    return unauthorized(options, ['error="invalid_token"']);
  }
  const isAllowed = (options.requiredScopes ?? []).every((scope) => auth.scopes?.includes(scope) === true);
  return isAllowed ? auth : insufficientScope(options);
}

// 2026-07-28 basic/authorization#token-handling; RFC 6750 section 3.1
function unauthorized(options: BearerAuthOptions, params: readonly string[]): AuthRefusal {
  return {
    status: 401,
    challenge: challenge([...params, ...scopeParam(options), ...metadataParam(options)]),
  };
}

// 2026-07-28 basic/authorization#scope-challenge-handling
function insufficientScope(options: BearerAuthOptions): AuthRefusal {
  const params = ['error="insufficient_scope"', ...scopeParam(options), ...metadataParam(options)];
  return { status: 403, challenge: challenge(params), message: 'The token lacks a scope' };
}

function challenge(params: readonly string[]): string {
  return params.length === 0 ? 'Bearer' : `Bearer ${params.join(', ')}`;
}

function scopeParam({ requiredScopes = [] }: BearerAuthOptions): string[] {
  return requiredScopes.length === 0 ? [] : [`scope="${requiredScopes.join(' ')}"`];
}

function metadataParam({ resourceMetadataUrl }: BearerAuthOptions): string[] {
  return resourceMetadataUrl === undefined ? [] : [`resource_metadata="${resourceMetadataUrl}"`];
}
