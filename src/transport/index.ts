export { type AbortAction, onAbort } from './abort-watch.js';
export {
  type Cancellable,
  type Cancellation,
  type CancellationListener,
  isCancelled,
  listenForCancellation,
} from './cancellation.js';
export * from './clock.js';
export * from './connection.js';
export * from './frame-channel.js';
export {
  type HttpCall,
  type HttpRequest,
  type HttpRequester,
  type HttpTarget,
  networkFault,
  openHttpConnection,
  openHttpRequester,
  type ResponseHeaders,
  type ResponseReceiver,
} from './http-client/index.js';
export {
  type Authenticate,
  type AuthRefusal,
  type AuthRequest,
  createFetchHandler,
  createNodeHandler,
  type FetchHandler,
  type HttpListener,
  type HttpServerOptions,
  type ListenOptions,
  listenHttp,
  type NodeHandler,
  type NodeRequest,
  type RequestExtra,
} from './http-server/index.js';
export * from './legacy-sse/index.js';
export * from './memory/index.js';
export * from './message-handler.js';
export * from './multiplexer/index.js';
export * from './node-builtin.js';
export * from './open-connection.js';
export { orAborted } from './or-aborted.js';
export * from './sse/index.js';
export * from './stdio/index.js';
export * from './targets.js';
export * from './websocket/index.js';
