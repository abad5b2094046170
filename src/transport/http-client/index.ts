export type {
  HttpCall,
  HttpRequest,
  HttpRequester,
  ResponseHeaders,
  ResponseReceiver,
} from './http-requester.js';
export type { HttpTarget } from './http-target.js';
export { openHttpConnection, openHttpRequester } from './open-http-connection.js';
