import type { FaultCode, FaultOrigin } from './fault-codes.js';
import { FAULT_CODES } from './fault-codes.js';
import { loggableMessage } from './redact/excerpt.js';

export interface FaultOptions {
  cause?: unknown;
  /** Overrides the origin that the code has in the table. */
  origin?: FaultOrigin;
  /** The limit that tripped, for `limit_exceeded`: a key of `Limits`. */
  limit?: string;
  /** Facts a program can use: HTTP status, exit code, challenge, supported versions… Text of a peer goes in redacted. */
  details?: { readonly [name: string]: unknown };
}

/**
 * A failure on this side of the wire. It has a stable string `code` (docs/errors.md lists them all), so that
 * it can never be mistaken for a JSON-RPC error that the peer sent, which is an `RpcError` with a number.
 * `message` says what happened, on which side, and what to do next. It ends up in logs, so secrets that a peer got into
 * it are hidden.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes (local errors have no wire code)
 */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly origin: FaultOrigin;
  readonly limit: string | undefined;
  readonly details: { readonly [name: string]: unknown };

  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(loggableMessage(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.origin = options.origin ?? FAULT_CODES[code].origin;
    this.limit = options.limit;
    this.details = options.details ?? {};
  }
}

/** True for a `Fault`, whichever copy of plainwire made it; with `code`, only for that code. */
export function isFault(value: unknown, code?: FaultCode): value is Fault {
  const isOurs = value instanceof Error && value.name === 'Fault' && 'origin' in value;
  return isOurs && (code === undefined || (value as Fault).code === code);
}

export type { FaultCode, FaultOrigin };
