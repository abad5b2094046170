import { Fault } from '../fault.js';
import type { JsonObject, JsonValue } from '../json.js';
import { isJsonObject } from '../json.js';
import type { RequestId, RequestMessage } from '../jsonrpc/message.js';
import { isRequestId } from '../jsonrpc/request-id.js';
import { META } from '../meta-keys.js';
import type { Revision } from '../revision.js';
import { eraOf, isRevision } from '../revision.js';
import type { RpcError } from '../rpc-error.js';
import type { Implementation } from '../shapes/base.js';
import type { ClientCapabilities } from '../shapes/capabilities.js';
import type { LoggingLevel } from '../shapes/logging-level.js';
import { LOGGING_LEVELS } from '../shapes/logging-level.js';
import { invalidParams, malformedEnvelope, missingEnvelope } from '../wire-errors.js';

/** What a modern client says about itself on every request. */
export interface Envelope {
  readonly revision: Revision;
  /** Left out only by clients that do not want to be known. */
  readonly clientInfo?: Implementation;
  readonly clientCapabilities: ClientCapabilities;
  /** Without it the server sends no log messages for this request. */
  readonly logLevel?: LoggingLevel;
  readonly progressToken?: RequestId;
}

/**
 * What a server reads from the `_meta` of a request. `bare`: a request of the legacy era. `revision` is whatever
 * the client wrote; the caller answers one that it does not serve with `unsupportedVersion`.
 */
export type EnvelopeReading =
  | {
      readonly kind: 'modern';
      readonly revision: string;
      readonly clientInfo: Implementation | undefined;
      readonly clientCapabilities: ClientCapabilities;
      readonly logLevel: LoggingLevel | undefined;
    }
  | { readonly kind: 'bare' }
  | { readonly kind: 'malformed'; readonly error: RpcError };

const BARE: EnvelopeReading = { kind: 'bare' };

/**
 * The params of a modern request: the caller's own, with the envelope added to `_meta`. Other `_meta` keys stay.
 *
 * @throws Fault `invalid_argument` when the caller's `_meta` is not an object.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta (per-request protocol fields)
 */
export function withEnvelope(params: JsonObject | undefined, envelope: Envelope): JsonObject {
  const own = params?.['_meta'];
  if (own !== undefined && !isJsonObject(own)) {
    throw new Fault('invalid_argument', 'The `_meta` of a request must be an object.');
  }
  const meta: JsonObject = { ...own };
  meta[META.PROTOCOL_VERSION] = envelope.revision;
  if (envelope.clientInfo !== undefined) meta[META.CLIENT_INFO] = envelope.clientInfo as JsonObject;
  meta[META.CLIENT_CAPABILITIES] = envelope.clientCapabilities as JsonObject;
  if (envelope.logLevel !== undefined) meta[META.LOG_LEVEL] = envelope.logLevel;
  if (envelope.progressToken !== undefined) meta[META.PROGRESS_TOKEN] = envelope.progressToken;
  return { ...params, _meta: meta };
}

/**
 * Reads the envelope of a request. `malformed` carries the -32602 to answer: some of the envelope is there, but a
 * required field is missing or a field has the wrong type. Beyond its own version, an envelope is judged only when
 * it names a modern revision that we know: another one may have other rules, and gets `unsupportedVersion`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta (per-request protocol fields)
 */
export function readEnvelope(message: RequestMessage): EnvelopeReading {
  const meta = message.params?.['_meta'];
  if (!isJsonObject(meta)) return BARE;
  const revision = meta[META.PROTOCOL_VERSION];
  const clientCapabilities = meta[META.CLIENT_CAPABILITIES];
  const clientInfo = meta[META.CLIENT_INFO];
  if (revision === undefined) {
    if (clientCapabilities === undefined && clientInfo === undefined) return BARE;
    return malformed(missingEnvelope(META.PROTOCOL_VERSION));
  }
  if (typeof revision !== 'string') return malformed(wrongType(META.PROTOCOL_VERSION, 'a string'));
  if (!isRevision(revision) || eraOf(revision) !== 'modern') {
    return { kind: 'modern', revision, clientInfo: undefined, clientCapabilities: {}, logLevel: undefined };
  }
  const logLevel = meta[META.LOG_LEVEL];
  const error = judgeFields(clientCapabilities, clientInfo, logLevel);
  if (error !== undefined) return malformed(error);
  return {
    kind: 'modern',
    revision,
    clientInfo: clientInfo as Implementation | undefined,
    clientCapabilities: clientCapabilities as ClientCapabilities,
    logLevel: logLevel as LoggingLevel | undefined,
  };
}

/**
 * The token that the caller wants progress reported on, in either era; undefined when there is none, or none that
 * could be one.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#progress-flow
 */
export function progressTokenOf(params: JsonObject | undefined): RequestId | undefined {
  const meta = params?.['_meta'];
  const token = isJsonObject(meta) ? meta[META.PROGRESS_TOKEN] : undefined;
  return isRequestId(token) ? token : undefined;
}

function judgeFields(
  clientCapabilities: JsonValue | undefined,
  clientInfo: JsonValue | undefined,
  logLevel: JsonValue | undefined,
): RpcError | undefined {
  if (clientCapabilities === undefined) return missingEnvelope(META.CLIENT_CAPABILITIES);
  if (!isJsonObject(clientCapabilities)) return wrongType(META.CLIENT_CAPABILITIES, 'an object');
  if (clientInfo !== undefined && !isImplementation(clientInfo)) {
    return wrongType(META.CLIENT_INFO, 'an object with the strings `name` and `version`');
  }
  // 2026-07-28 server/utilities/logging#error-handling
  if (logLevel !== undefined && !(LOGGING_LEVELS as readonly unknown[]).includes(logLevel)) {
    return invalidParams(`Invalid params: '${META.LOG_LEVEL}' must be one of ${LOGGING_LEVELS.join(', ')}`);
  }
  return undefined;
}

function isImplementation(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

function malformed(error: RpcError): EnvelopeReading {
  return { kind: 'malformed', error };
}

function wrongType(field: string, expected: string): RpcError {
  return malformedEnvelope(`'${field}' in _meta must be ${expected}`);
}
