// The public surface of plainwire/protocol. Pure: no I/O, no clock, no dependency.
export * from './fault.js';
export { FAULT_CODES } from './fault-codes.js';
export * from './json.js';
export * from './jsonrpc/message.js';
export * from './limits.js';
export * from './revision.js';
export * from './rpc-error.js';
