import { Fault, failure, internalError } from '../../protocol/index.js';
import type { AuthInfo } from '../message-handler.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';
import type { HeaderFields } from './request-head.js';

/** What a bearer check gets to see. */
export interface AuthRequest {
  /** The token of `Authorization: Bearer …`; undefined when there is none. Never logged. */
  readonly token: string | undefined;
  /** Names in lower case. */
  readonly headers: HeaderFields;
  readonly method: string;
  /** Address of the caller, where the platform tells. */
  readonly remote: string | undefined;
}

/** 401: no token, or one that is not (or no longer) good. 403: a good one that does not allow this. */
export interface AuthRefusal {
  readonly status: 401 | 403;
  /** Value of `WWW-Authenticate`. Default: a bare Bearer challenge, with `error="invalid_token"` for a bad token. */
  readonly challenge?: string;
  /** Goes to the client. */
  readonly message?: string;
}

/**
 * Decides who is calling. Runs on every request but preflights, before the body is read; on WebSocket once, in the
 * handshake. When it compares secrets
 * itself it should do so in constant time. A throw is answered with HTTP 500 and told to `onWarning`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export type Authenticate = (request: AuthRequest) => AuthInfo | AuthRefusal | Promise<AuthInfo | AuthRefusal>;

export type AuthVerdict = { readonly kind: 'accept'; readonly auth: AuthInfo | undefined } | Refusal;

// RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1)
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
// RFC 9110 section 5.5: no control characters
const ILLEGAL_IN_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

const NOBODY: AuthVerdict = { kind: 'accept', auth: undefined };

/** Asks the hook. Answers at once when the hook does. Never throws or rejects. */
export function authenticate(
  hook: Authenticate | undefined,
  fields: HeaderFields,
  method: string,
  remote: string | undefined,
  warn: (fault: Fault) => void,
): AuthVerdict | Promise<AuthVerdict> {
  if (hook === undefined) return NOBODY;
  const token = bearerToken(fields['authorization']);
  try {
    const outcome = hook({ token, headers: fields, method, remote });
    if (!('then' in outcome)) return verdictOf(outcome, token, warn);
    return outcome.then((settled) => verdictOf(settled, token, warn)).catch((cause) => failed(cause, warn));
  } catch (cause) {
    return failed(cause, warn);
  }
}

/** The token of a Bearer credential; undefined for anything else. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}

function verdictOf(
  outcome: AuthInfo | AuthRefusal,
  token: string | undefined,
  warn: (fault: Fault) => void,
): AuthVerdict {
  if (!('status' in outcome)) {
    // A hook in plain JavaScript that forgets to answer must not let everybody in as the same nobody.
    if (typeof outcome.principal !== 'string') throw new TypeError('The principal is not a string.');
    return { kind: 'accept', auth: outcome };
  }
  const { status, message } = outcome;
  const challenge = outcome.challenge ?? defaultChallenge(status, token);
  if (challenge === undefined) return refuse(status, message ?? 'Forbidden');
  if (ILLEGAL_IN_HEADER.test(challenge)) {
    return failed(new TypeError('The challenge holds characters that a header must not have.'), warn);
  }
  return refuse(status, message ?? (status === 401 ? 'A bearer token is needed' : 'Forbidden'), [
    'WWW-Authenticate',
    challenge,
  ]);
}

// RFC 6750 section 3: without a token the challenge says nothing of an error
function defaultChallenge(status: 401 | 403, token: string | undefined): string | undefined {
  if (status === 403) return undefined;
  return token === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
}

function failed(cause: unknown, warn: (fault: Fault) => void): AuthVerdict {
  warn(new Fault('handler_failed', 'The authenticate hook of the server failed.', { cause }));
  const body = failure(undefined, internalError().toErrorObject());
  return { kind: 'refuse', status: 500, body, headers: [] };
}
