// The root of the package: what most programs need. The codec alone is `plainwire/protocol`.
export * from './adapters/index.js';
export * from './client/index.js';
export type { ErrorObject, FaultCode, FaultOrigin, Limits, Revision } from './protocol/index.js';
export { Fault, isFault, isRpcError, RpcError, VERSION } from './protocol/index.js';
export * from './server/index.js';
