import type { JsonObject } from '../json.js';

/**
 * Identifies a request. Opaque: `0`, `""`, `"7"` and `7` are four different ids. An integer beyond
 * ±(2^53 - 1) is a `bigint`, so that its digits survive the echo.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#requests
 */
export type RequestId = string | number | bigint;

/** The `error` member of an error response. `code` is an integer. */
export interface ErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

export interface RequestMessage {
  kind: 'request';
  id: RequestId;
  method: string;
  params?: JsonObject;
}

export interface NotificationMessage {
  kind: 'notification';
  method: string;
  params?: JsonObject;
}

/** A result response. */
export interface SuccessMessage {
  kind: 'success';
  id: RequestId;
  result: JsonObject;
}

/**
 * An error response. `id` is absent only where the request's own id could not be read.
 * `httpStatus` never goes on the wire: it is the HTTP status that the page defining this error
 * prescribes (default 200), for the carrier that answers over HTTP.
 */
export interface ErrorMessage {
  kind: 'error';
  id?: RequestId;
  error: ErrorObject;
  httpStatus?: number;
}

export type ResponseMessage = SuccessMessage | ErrorMessage;

/** Every message there is. The set is closed: switch on `kind`. */
export type Message = RequestMessage | NotificationMessage | ResponseMessage;

export function request(id: RequestId, method: string, params?: JsonObject): RequestMessage {
  return params === undefined ? { kind: 'request', id, method } : { kind: 'request', id, method, params };
}

export function notification(method: string, params?: JsonObject): NotificationMessage {
  return params === undefined ? { kind: 'notification', method } : { kind: 'notification', method, params };
}

export function success(id: RequestId, result: JsonObject): SuccessMessage {
  return { kind: 'success', id, result };
}

export function failure(id: RequestId | undefined, error: ErrorObject, httpStatus?: number): ErrorMessage {
  const message: ErrorMessage = { kind: 'error', error };
  if (id !== undefined) message.id = id;
  if (httpStatus !== undefined) message.httpStatus = httpStatus;
  return message;
}
