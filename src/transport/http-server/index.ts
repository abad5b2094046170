export {
  type Authenticate,
  type AuthRefusal,
  type AuthRequest,
  authenticate,
} from './authenticate.js';
export { createFetchHandler, type FetchHandler } from './fetch-handler.js';
export type { RequestExtra } from './http-core.js';
export { type HttpListener, type ListenOptions, listenHttp } from './listen-http.js';
export { createNodeHandler, type NodeHandler, type NodeRequest } from './node-handler.js';
export type { HttpServerOptions } from './options.js';
