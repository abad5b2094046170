import type { JsonObject } from '../json.js';
import { isJsonObject } from '../json.js';
import type { RequestMessage } from '../jsonrpc/message.js';
import { eraOf, isRevision } from '../revision.js';
import type { RpcError } from '../rpc-error.js';
import { headerMismatch } from '../wire-errors.js';
import { decodeHeaderValue, isLegalHeader, trimHeader } from './header-value.js';
import type { MirroredPlace } from './param-headers.js';
import { paramHeaderName, valueAt } from './param-headers.js';
import {
  METHOD_HEADER,
  mirroredName,
  NAME_HEADER,
  nameMember,
  PROTOCOL_VERSION_HEADER,
} from './request-headers.js';

/** A modern POST, as far as its headers mirror its body. */
export interface HeaderCheck {
  readonly message: RequestMessage;
  /** `io.modelcontextprotocol/protocolVersion` of the body. */
  readonly envelopeRevision: string;
  /** Looks a header up; must not care about the case of the name. */
  readonly headers: (name: string) => string | undefined;
  /** Of the tool that is called; empty when it mirrors none. */
  readonly mirrored: readonly MirroredPlace[];
}

/**
 * Holds the headers of a modern request against its body; undefined when they agree. Checked in this order, the first
 * failure is the answer: `MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name`, `Mcp-Param-*` in the order of the schema.
 * Behind a revision that we do not know only the version is checked: `unsupportedVersion` is the caller's answer then.
 *
 * @returns -32020, HTTP 400.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export function checkRequestHeaders(check: HeaderCheck): RpcError | undefined {
  const { message, envelopeRevision, headers } = check;
  const version = checkPlain(PROTOCOL_VERSION_HEADER, headers, envelopeRevision);
  if (version !== undefined) return version;
  if (!isRevision(envelopeRevision) || eraOf(envelopeRevision) === 'legacy') return undefined;
  return checkPlain(METHOD_HEADER, headers, message.method) ?? checkName(check) ?? checkParams(check);
}

/** These two have no encoding: the text is the value. */
function checkPlain(name: string, headers: HeaderCheck['headers'], expected: string): RpcError | undefined {
  const text = headers(name);
  if (text === undefined) return missing(name, expected);
  const value = trimHeader(text);
  if (!isLegalHeader(value)) return malformed(name, value, 'holds characters that a header must not have');
  return value === expected ? undefined : mismatch(name, value, expected);
}

function checkName({ message, headers }: HeaderCheck): RpcError | undefined {
  if (nameMember(message.method) === undefined) return undefined;
  // A body without the name is wrong by itself; a header that claims one is a mismatch all the same.
  return checkEncoded(NAME_HEADER, headers, mirroredName(message));
}

function checkParams({ message, headers, mirrored }: HeaderCheck): RpcError | undefined {
  const args = argumentsOf(message);
  for (const { header, path } of mirrored) {
    const error = checkEncoded(paramHeaderName(header), headers, valueAt(args, path));
    if (error !== undefined) return error;
  }
  return undefined;
}

function checkEncoded(
  name: string,
  headers: HeaderCheck['headers'],
  expected: unknown,
): RpcError | undefined {
  const text = headers(name);
  if (!isPrimitive(expected)) {
    // 2026-07-28 basic/transports/streamable-http#server-behavior-for-custom-headers: null or absent has no header
    return text === undefined ? undefined : mismatch(name, trimHeader(text), expected);
  }
  if (text === undefined) return missing(name, expected);
  const read = decodeHeaderValue(text);
  if (!read.ok) return malformed(name, trimHeader(text), read.reason);
  return agrees(read.value, expected) ? undefined : mismatch(name, read.value, expected);
}

type Primitive = string | number | boolean;

function isPrimitive(value: unknown): value is Primitive {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function agrees(value: string, expected: Primitive): boolean {
  if (typeof expected !== 'number') return value === String(expected);
  // Numbers SHOULD be compared as numbers: 42.0 is 42. An integer that a double cannot hold agrees with nothing.
  const isExact = !Number.isInteger(expected) || Number.isSafeInteger(expected);
  return isExact && DECIMAL.test(value) && Number(value) === expected;
}

function argumentsOf({ params }: RequestMessage): JsonObject | undefined {
  const args = params?.['arguments'];
  return isJsonObject(args) ? args : undefined;
}

function missing(name: string, expected: unknown): RpcError {
  return headerMismatch(`${name} header is missing, body value is ${quote(expected)}`);
}

function malformed(name: string, value: string, reason: string): RpcError {
  return headerMismatch(`${name} header value ${quote(value)} ${reason}`);
}

function mismatch(name: string, value: string, expected: unknown): RpcError {
  const body = expected === undefined ? 'a body that has no such value' : `body value ${quote(expected)}`;
  return headerMismatch(`${name} header value ${quote(value)} does not match ${body}`);
}

const QUOTED_CHARS = 100;

/** Both values in quotes, shortened: the peer knows what it sent, but a log line should stay one. */
function quote(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `'${text.length > QUOTED_CHARS ? `${text.slice(0, QUOTED_CHARS)}…` : text}'`;
}
