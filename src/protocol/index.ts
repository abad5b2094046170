// The public surface of plainwire/protocol. Pure: no I/O, no clock, no dependency.
export * from './cache.js';
export * from './era/envelope.js';
export * from './era/results.js';
export * from './era/subscriptions.js';
export { ERROR_CODES, type ErrorCodeName } from './error-codes.js';
export * from './fault.js';
export { FAULT_CODES } from './fault-codes.js';
export * from './headers/check-request.js';
export { decodeHeaderValue, encodeHeaderValue, type HeaderValueReading } from './headers/header-value.js';
export * from './headers/host-check.js';
export * from './headers/mirrored-params.js';
export { type MirroredPlace, paramHeaderName, paramHeaders } from './headers/param-headers.js';
export {
  METHOD_HEADER,
  NAME_HEADER,
  PROTOCOL_VERSION_HEADER,
  requestHeaders,
} from './headers/request-headers.js';
export * from './json.js';
export { emitSchema } from './json-schema.js';
export type { BatchMessage, DecodeOptions } from './jsonrpc/decode.js';
export { decodeMessage } from './jsonrpc/decode.js';
export type { DecodeFault, FrameShape } from './jsonrpc/decode-fault.js';
export { encodeBatch, encodeMessage } from './jsonrpc/encode.js';
export * from './jsonrpc/message.js';
export { canonicalId, isRequestId, sameId } from './jsonrpc/request-id.js';
export type { UnsafeInteger } from './jsonrpc/unsafe-integers.js';
export { findUnsafeIntegers } from './jsonrpc/unsafe-integers.js';
export { faultResponse } from './jsonrpc/wire-fault.js';
export * from './limits.js';
export { lintMessage, lintParams } from './lint.js';
export * from './meta-keys.js';
export type { MethodRow, NeededCapability, NotificationRow, RequestRow, Side } from './method-row.js';
export * from './methods.js';
export { legacySseFallback } from './negotiation/legacy-sse.js';
export { isModernError } from './negotiation/modern-error.js';
export * from './negotiation/probe.js';
export { type ProbeOutcome, probeOutcome } from './negotiation/probe-outcome.js';
export { answerInitialize, chooseRevision } from './negotiation/versions.js';
export * from './redact.js';
export * from './revision.js';
export * from './rpc-error.js';
export { samplingProblem } from './sampling-rules.js';
export { checkItems, type ItemCheck, type QuarantinedItem } from './shape/items.js';
export { includes as rangeIncludes } from './shape/range.js';
export type { Infer, RevisionRange, Shape } from './shape/shape.js';
export type { Finding, LintRule } from './shape/strict.js';
export { checkTolerant, type TolerantCheck } from './shape/tolerant.js';
export * from './shapes/index.js';
export * from './tool-name.js';
export * from './trace.js';
export * from './uri-template.js';
export { VERSION } from './version.js';
export * from './wire-errors.js';
export * from './www-authenticate.js';
