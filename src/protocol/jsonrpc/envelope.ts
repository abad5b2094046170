import { isJsonObject } from '../json.js';
import type { FrameShape } from './decode-fault.js';
import type { ErrorObject, Message, RequestId } from './message.js';
import { isRequestId } from './request-id.js';

/** Why a JSON value is no message: the reason, what it seems to be, and its id when that could be read. */
export interface EnvelopeRefusal {
  kind: 'refusal';
  reason: string;
  shape: FrameShape;
  id?: RequestId;
}

type Envelope = { [member: string]: unknown };

/**
 * Reads a parsed JSON value as a message. Only the envelope is rebuilt: params, result and error are the
 * parsed objects themselves. Members that JSON-RPC does not know are left out of the envelope.
 */
export function readEnvelope(value: unknown): Message | EnvelopeRefusal {
  if (!isJsonObject(value)) return { kind: 'refusal', reason: 'it is not a JSON object', shape: 'unknown' };
  const envelope: Envelope = value;
  if (envelope.jsonrpc !== '2.0') return refuse(envelope, 'jsonrpc must be "2.0"');
  if (envelope.method !== undefined) return readCall(envelope);
  return envelope.error === undefined ? readSuccess(envelope) : readFailure(envelope);
}

function readCall(envelope: Envelope): Message | EnvelopeRefusal {
  const { id, method, params } = envelope;
  if (typeof method !== 'string') return refuse(envelope, 'method must be a string');
  if (envelope.result !== undefined || envelope.error !== undefined) {
    return refuse(envelope, 'it has both a method and a result or error');
  }
  // 2026-07-28 basic#requests: params is an object where there is one
  if (params !== undefined && !isJsonObject(params)) return refuse(envelope, 'params must be an object');
  if (id === undefined) {
    return params === undefined ? { kind: 'notification', method } : { kind: 'notification', method, params };
  }
  // 2026-07-28 basic#requests: a string or an integer, never null
  if (!isRequestId(id)) return refuse(envelope, 'id must be a string or an integer');
  const canonical = id === 0 ? 0 : id;
  return params === undefined
    ? { kind: 'request', id: canonical, method }
    : { kind: 'request', id: canonical, method, params };
}

function readSuccess(envelope: Envelope): Message | EnvelopeRefusal {
  const { id, result } = envelope;
  if (result === undefined) return refuse(envelope, 'it has no method, no result and no error');
  if (!isRequestId(id)) return refuse(envelope, 'a result must have the id of its request');
  // 2026-07-28 basic#result-responses: a result is an object
  if (!isJsonObject(result)) return refuse(envelope, 'result must be an object');
  return { kind: 'success', id: id === 0 ? 0 : id, result };
}

function readFailure(envelope: Envelope): Message | EnvelopeRefusal {
  const { id, error } = envelope;
  if (envelope.result !== undefined) return refuse(envelope, 'it has both a result and an error');
  if (!isErrorObject(error)) return refuse(envelope, 'error must have an integer code and a string message');
  // JSON-RPC 2.0 writes id null where the id of the request could not be read; MCP leaves it out
  if (id === undefined || id === null) return { kind: 'error', error };
  if (!isRequestId(id)) return refuse(envelope, 'id must be a string or an integer');
  return { kind: 'error', id: id === 0 ? 0 : id, error };
}

/** 2026-07-28 basic#error-responses: code and message are required, code is an integer */
function isErrorObject(value: unknown): value is ErrorObject {
  return isJsonObject(value) && Number.isInteger(value.code) && typeof value.message === 'string';
}

function refuse(envelope: Envelope, reason: string): EnvelopeRefusal {
  const { id } = envelope;
  const refusal: EnvelopeRefusal = { kind: 'refusal', reason, shape: shapeOf(envelope) };
  if (isRequestId(id)) refusal.id = id === 0 ? 0 : id;
  return refusal;
}

function shapeOf(envelope: Envelope): FrameShape {
  const isCall = envelope.method !== undefined;
  const isResponse = envelope.result !== undefined || envelope.error !== undefined;
  if (isCall === isResponse) return 'unknown';
  if (isResponse) return 'response';
  return envelope.id === undefined ? 'notification' : 'request';
}
