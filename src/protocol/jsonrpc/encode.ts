import { Fault } from '../fault.js';
import { isJsonObject } from '../json.js';
import { jsonOnOneLine } from '../json-text.js';
import type { Limits } from '../limits.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { deeperThan, stringifyWithBigints } from './bigint-json.js';
import { canBeDeeperThan, isDeeperThan } from './json-depth.js';
import type { ErrorObject, Message, RequestId } from './message.js';
import { isRequestId } from './request-id.js';

/**
 * Writes a message as one line without its terminator: no LF, CR, U+2028 or U+2029. Members that are
 * `undefined` are left out; `bigint` is written as its digits wherever it occurs; `httpStatus` is not
 * written.
 *
 * What comes out is always a message that `decodeMessage` reads, as long as no member has a `toJSON` that
 * gives something else. NaN and infinities become null, as in `JSON.stringify`.
 *
 * @throws Fault `limit_exceeded` (`jsonDepth`), or `invalid_argument` for what JSON or JSON-RPC cannot hold: circular
 *   values, an id or error code that is none, params that are no object.
 */
export function encodeMessage(message: Message, limits: Limits = DEFAULT_LIMITS): string {
  switch (message.kind) {
    case 'request':
      return `{"jsonrpc":"2.0","id":${idText(message.id)}${callMembers(message.method, message.params, limits)}}`;
    case 'notification':
      return `{"jsonrpc":"2.0"${callMembers(message.method, message.params, limits)}}`;
    case 'success':
      return `{"jsonrpc":"2.0","id":${idText(message.id)},"result":${objectText('result', message.result, limits)}}`;
    case 'error': {
      // 2026-07-28 basic#error-responses: an unknown id is left out; it is never null
      const id = message.id === undefined ? '' : `,"id":${idText(message.id)}`;
      return `{"jsonrpc":"2.0"${id},"error":${errorText(message.error, limits)}}`;
    }
  }
}

/**
 * Writes a batch (2025-03-26 only) as one line. Throws as `encodeMessage` does, and for an empty or too long
 * batch.
 */
export function encodeBatch(messages: readonly Message[], limits: Limits = DEFAULT_LIMITS): string {
  if (messages.length === 0) {
    throw new Fault('invalid_argument', 'A batch needs a message; send nothing when there is none.');
  }
  if (messages.length > limits.batchMembers) {
    const text = `A batch of ${messages.length} messages is over the limit batchMembers (${limits.batchMembers}).`;
    throw new Fault('limit_exceeded', `${text} Send several batches.`, {
      limit: 'batchMembers',
      origin: 'local',
    });
  }
  return `[${messages.map((message) => encodeMessage(message, limits)).join(',')}]`;
}

function idText(id: RequestId): string {
  if (!isRequestId(id)) throw unwritable('its id is not a string, a safe integer or a bigint');
  return typeof id === 'string' ? stringText(id) : `${id}`;
}

function callMembers(method: string, params: unknown, limits: Limits): string {
  if (typeof method !== 'string') throw unwritable('its method is not a string');
  const name = `,"method":${stringText(method)}`;
  return params === undefined ? name : `${name},"params":${objectText('params', params, limits)}`;
}

/** 2026-07-28 basic#error-responses: error codes MUST be integers */
function errorText(error: ErrorObject, limits: Limits): string {
  if (!isJsonObject(error)) throw unwritable('its error is not an object');
  if (!Number.isInteger(error.code) || typeof error.message !== 'string') {
    throw unwritable('its error has no integer code or no string message');
  }
  return objectText('error', error, limits);
}

/** The text of params, result or error. The envelope around it is the first level of nesting. */
function objectText(name: string, value: unknown, limits: Limits): string {
  if (!isJsonObject(value)) throw unwritable(`its ${name} is not an object`);
  const depth = limits.jsonDepth - 1;
  const text = jsonText(value, depth);
  if (canBeDeeperThan(text.length, depth) && isDeeperThan(value, depth)) throw deeperThan(depth);
  // Here rather than around the whole message, whose parts would be joined, which is a copy, only to be searched.
  return jsonOnOneLine(text);
}

/** Names of methods and most ids: what needs no escape. To ask this first costs a third of `JSON.stringify`. */
const PLAIN = /^[\w./:+ -]*$/;

function stringText(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : jsonOnOneLine(JSON.stringify(text));
}

function jsonText(value: unknown, depth: number): string {
  // Programs that give BigInt a toJSON would have the digits of an id written as a string.
  if (!('toJSON' in BigInt.prototype)) {
    try {
      const text: string | undefined = JSON.stringify(value);
      if (text !== undefined) return text;
    } catch {
      // A bigint, a circular or too deep value, or a member that throws: the slow writer tells them apart.
    }
  }
  return stringifyWithBigints(value, depth);
}

function unwritable(reason: string): Fault {
  return new Fault('invalid_argument', `A message cannot be sent: ${reason}.`);
}
