export { classifyResponse } from './classify-response.js';
export { GET_HEADERS, POST_HEADERS } from './http-context.js';
export type {
  HttpCall,
  HttpRequest,
  HttpRequester,
  ResponseHeaders,
  ResponseReceiver,
} from './http-requester.js';
export { headerValue } from './http-requester.js';
export { displayUrl, type HttpTarget } from './http-target.js';
export { LegacySession } from './legacy-session.js';
export { networkFault } from './network-fault.js';
export { connectBudget, openHttpConnection, openHttpRequester, warner } from './open-http-connection.js';
export { refusalFault } from './refusal.js';
export { type AnswerReceiver, RequestSender, type SentCall } from './request-sender.js';
export { type ResponseHandler, type ResponseOutcome, ResponseReader } from './response-reader.js';
