import type { ErrorMessage, RequestId, RpcError } from '../../protocol/index.js';
import { encodeMessage, failure, invalidRequest } from '../../protocol/index.js';
import type { ResponseSink } from './response-sink.js';

/** A request that is answered with an HTTP error, and no handler hears of it. */
export interface Refusal {
  readonly kind: 'refuse';
  readonly status: number;
  /** The body. Has an id only when the request had one that could be read. */
  readonly body: ErrorMessage;
  /** Name, value, name, value… */
  readonly headers: readonly string[];
}

export const JSON_HEADERS: readonly string[] = ['Content-Type', 'application/json'];

const NO_HEADERS: readonly string[] = [];

/** Refuses on the level of HTTP. The body is a JSON-RPC error without id, so that clients can show its text. */
export function refuse(status: number, message: string, headers: readonly string[] = NO_HEADERS): Refusal {
  return {
    kind: 'refuse',
    status,
    body: failure(undefined, invalidRequest(message).toErrorObject()),
    headers,
  };
}

/** Refuses one message. */
export function refuseMessage(status: number, error: RpcError, id: RequestId | undefined): Refusal {
  return { kind: 'refuse', status, body: failure(id, error.toErrorObject()), headers: NO_HEADERS };
}

/** Refuses with an answer that is there already. */
export function refuseWith(body: ErrorMessage): Refusal {
  return { kind: 'refuse', status: body.httpStatus ?? 400, body, headers: NO_HEADERS };
}

/** Sends a refusal. */
export function answerRefusal(sink: ResponseSink, { status, headers, body }: Refusal): void {
  sink.respond(status, [...JSON_HEADERS, ...headers], encodeMessage(body));
}
