// The public surface of plainwire/protocol. Pure: no I/O, no clock, no dependency.
export * from './fault.js';
export { FAULT_CODES } from './fault-codes.js';
export * from './json.js';
export type { BatchMessage, DecodeOptions } from './jsonrpc/decode.js';
export { decodeMessage } from './jsonrpc/decode.js';
export { encodeBatch, encodeMessage } from './jsonrpc/encode.js';
export * from './jsonrpc/message.js';
export { canonicalId, isRequestId, sameId } from './jsonrpc/request-id.js';
export type { DecodeFault, FrameShape } from './jsonrpc/wire-fault.js';
export * from './limits.js';
export * from './revision.js';
export * from './rpc-error.js';
