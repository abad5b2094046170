import type { Era, Revision } from './revision.js';
import { eraOf, REVISIONS } from './revision.js';

export interface ErrorCodeRow {
  readonly code: number;
  /** The revisions that give the code its meaning; nothing else may send it. */
  readonly revisions: readonly Revision[];
  /** HTTP status that a page prescribes for every use of the code, and the eras whose pages do. */
  readonly http?: { readonly status: number; readonly eras: readonly Era[] };
  readonly meaning: string;
}

const LEGACY: readonly Revision[] = /* @__PURE__ */ REVISIONS.filter(
  (revision) => eraOf(revision) === 'legacy',
);
const MODERN: readonly Revision[] = /* @__PURE__ */ REVISIONS.filter(
  (revision) => eraOf(revision) === 'modern',
);
const BAD_REQUEST = { status: 400, eras: ['modern'] } as const;
/** A body that cannot be accepted gets an HTTP error status in every revision that has streamable HTTP. */
const UNREADABLE = { status: 400, eras: ['legacy', 'modern'] } as const;

/**
 * Every JSON-RPC error code that a revision defines.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export const ERROR_CODES = {
  PARSE_ERROR: { code: -32700, revisions: REVISIONS, http: UNREADABLE, meaning: 'The body is not JSON.' },
  INVALID_REQUEST: {
    code: -32600,
    revisions: REVISIONS,
    http: UNREADABLE,
    meaning: 'The JSON is not a JSON-RPC message, or a batch where the revision has none.',
  },
  METHOD_NOT_FOUND: {
    code: -32601,
    revisions: REVISIONS,
    // 2026-07-28 basic/transports/streamable-http#protocol-version-header. In a legacy session 404 would
    // mean that the session is gone (2025-11-25 basic/transports#session-management).
    http: { status: 404, eras: ['modern'] },
    meaning: 'The receiver does not have the method, or not without a capability that it did not declare.',
  },
  INVALID_PARAMS: {
    code: -32602,
    revisions: REVISIONS,
    meaning: 'The params are wrong: an unknown tool or prompt, a bad cursor, a missing `_meta` field…',
  },
  INTERNAL_ERROR: { code: -32603, revisions: REVISIONS, meaning: 'The receiver failed.' },
  RESOURCE_NOT_FOUND: {
    code: -32002,
    revisions: LEGACY,
    meaning: 'There is no such resource. Since 2026-07-28 this is -32602; clients accept both.',
  },
  URL_ELICITATION_REQUIRED: {
    code: -32042,
    revisions: ['2025-11-25'],
    meaning: 'The user has to visit a URL first. Since 2026-07-28 this is an input-required result.',
  },
  HEADER_MISMATCH: {
    code: -32020,
    revisions: MODERN,
    http: BAD_REQUEST,
    meaning: 'An HTTP header is missing, malformed or differs from the body.',
  },
  MISSING_REQUIRED_CLIENT_CAPABILITY: {
    code: -32021,
    revisions: MODERN,
    http: BAD_REQUEST,
    meaning: 'The request needs a client capability that it does not declare.',
  },
  UNSUPPORTED_PROTOCOL_VERSION: {
    code: -32022,
    revisions: MODERN,
    http: BAD_REQUEST,
    meaning: 'The server does not speak the protocol version of the request.',
  },
} as const satisfies { readonly [name: string]: ErrorCodeRow };

export type ErrorCodeName = keyof typeof ERROR_CODES;
