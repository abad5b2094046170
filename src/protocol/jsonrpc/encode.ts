import { Fault } from '../fault.js';
import type { Limits } from '../limits.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { stringifyWithBigints } from './bigint-json.js';
import { canBeDeeperThan, isDeeperThan } from './json-depth.js';
import type { Message, RequestId } from './message.js';
import { isRequestId } from './request-id.js';

/**
 * Writes a message as one line without its terminator: no LF, CR, U+2028 or U+2029. Members that are `undefined` are
 * left out; `bigint` is written as its digits wherever it occurs; `httpStatus` is not written.
 *
 * @throws Fault `limit_exceeded` (`jsonDepth`), or `invalid_argument` for what JSON cannot hold: circular values,
 *   an id that is no id.
 */
export function encodeMessage(message: Message, limits: Limits = DEFAULT_LIMITS): string {
  switch (message.kind) {
    case 'request':
      return envelope(message.id, method(message.method) + member('params', message.params, limits));
    case 'notification':
      return `{"jsonrpc":"2.0"${method(message.method)}${member('params', message.params, limits)}}`;
    case 'success':
      return envelope(message.id, member('result', message.result, limits));
    case 'error':
      if (message.id === undefined) return `{"jsonrpc":"2.0"${member('error', message.error, limits)}}`;
      return envelope(message.id, member('error', message.error, limits));
  }
}

/** Writes a batch (2025-03-26 only) as one line. Throws as `encodeMessage` does, and for an empty or too long batch. */
export function encodeBatch(messages: readonly Message[], limits: Limits = DEFAULT_LIMITS): string {
  if (messages.length === 0) {
    throw new Fault(
      'invalid_argument',
      'A batch needs at least one message; leave it out when there is none.',
    );
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

function envelope(id: RequestId, rest: string): string {
  return `{"jsonrpc":"2.0","id":${idText(id)}${rest}}`;
}

function idText(id: RequestId): string {
  if (!isRequestId(id)) {
    throw new Fault('invalid_argument', 'A message id must be a string, a safe integer or a bigint.');
  }
  return typeof id === 'string' ? oneLine(JSON.stringify(id)) : `${id}`;
}

function method(name: string): string {
  return `,"method":${oneLine(JSON.stringify(name))}`;
}

function member(name: 'params' | 'result' | 'error', value: unknown, limits: Limits): string {
  if (value === undefined) return '';
  return `,"${name}":${oneLine(jsonText(value, limits.jsonDepth - 1))}`;
}

function jsonText(value: unknown, depth: number): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A bigint, a circular or too deep value, or a toJSON that throws: the slow writer tells them apart.
    text = stringifyWithBigints(value, depth);
  }
  if (canBeDeeperThan(text.length, depth) && isDeeperThan(value, depth)) throw tooDeep(depth);
  return text;
}

function tooDeep(depth: number): Fault {
  const text = `A message nests deeper than ${depth + 1} levels and was not sent. Raise the limit jsonDepth if it must.`;
  return new Fault('limit_exceeded', text, { limit: 'jsonDepth', origin: 'local' });
}

/** U+2028 and U+2029 end a line for some readers; inside JSON they can stand only in strings, where they may be escaped. */
function oneLine(text: string): string {
  if (!text.includes('\u2028') && !text.includes('\u2029')) return text;
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
