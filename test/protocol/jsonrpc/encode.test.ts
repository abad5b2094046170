import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject, Message } from '../../../src/protocol/index.js';
import {
  encodeBatch,
  encodeMessage,
  failure,
  isFault,
  limitsWith,
  notification,
  request,
  success,
} from '../../../src/protocol/index.js';
import { messages } from '../../support/message-arbitraries.js';

const faultOf = (action: () => unknown): unknown => {
  try {
    return action();
  } catch (thrown) {
    return thrown;
  }
};

describe('encodeMessage', () => {
  // requirement: messages-are-json-rpc, notification-has-no-id, response-has-result
  // requirement: error-has-code-and-message
  it.each<[string, Message, string]>([
    ['a request', request(0, 'ping'), '{"jsonrpc":"2.0","id":0,"method":"ping"}'],
    [
      'a request with params',
      request('', 'm', { a: 1 }),
      '{"jsonrpc":"2.0","id":"","method":"m","params":{"a":1}}',
    ],
    ['a notification', notification('n'), '{"jsonrpc":"2.0","method":"n"}'],
    ['a notification with params', notification('n', {}), '{"jsonrpc":"2.0","method":"n","params":{}}'],
    ['a result', success(1, {}), '{"jsonrpc":"2.0","id":1,"result":{}}'],
    [
      'an error',
      failure(1, { code: 5, message: 'm' }),
      '{"jsonrpc":"2.0","id":1,"error":{"code":5,"message":"m"}}',
    ],
    [
      'an error without id, and its HTTP status',
      failure(undefined, { code: -32700, message: 'm' }, 400),
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}',
    ],
    ['minus zero as id', request(-0, 'm'), '{"jsonrpc":"2.0","id":0,"method":"m"}'],
    ['a bigint as id', request(2n ** 64n, 'm'), '{"jsonrpc":"2.0","id":18446744073709551616,"method":"m"}'],
    [
      'bigints anywhere in params',
      notification('m', {
        progressToken: 2n ** 60n,
        list: [1n, { deep: -(2n ** 70n) }],
        s: 'x',
        u: undefined,
      }),
      '{"jsonrpc":"2.0","method":"m","params":{"progressToken":1152921504606846976,"list":[1,{"deep":-1180591620717411303424}],"s":"x"}}',
    ],
    [
      'quotes and line ends in a method',
      notification('a"\n\u2028'),
      '{"jsonrpc":"2.0","method":"a\\"\\n\\u2028"}',
    ],
    [
      'an undefined member',
      success(1, { a: undefined, b: null }),
      '{"jsonrpc":"2.0","id":1,"result":{"b":null}}',
    ],
  ])('writes %s', (_, message, line) => {
    expect(encodeMessage(message)).toBe(line);
  });

  // requirement: stdio-no-embedded-newline
  it('writes one line without LF, CR, U+2028 and U+2029', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(encodeMessage(message)).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
    );
  });
});

describe('what cannot be written', () => {
  const cycle: JsonObject = { a: {} };
  cycle.a = [cycle];
  const throwing = Object.defineProperty({}, 'x', {
    enumerable: true,
    get: () => {
      throw new Error('s3cret');
    },
  });
  const untyped = (message: object): Message => message as Message;

  it.each<[string, Message]>([
    ['a fractional id', request(1.5, 'm')],
    ['an unsafe integer that is no bigint', request(2 ** 53, 'm')],
    ['NaN as id', request(Number.NaN, 'm')],
    ['null as id', untyped({ kind: 'request', id: null, method: 'm' })],
    ['a missing id', untyped({ kind: 'success', result: {} })],
    ['a missing method', untyped({ kind: 'request', id: 1 })],
    ['an array as params', untyped({ kind: 'request', id: 1, method: 'm', params: [] })],
    ['null as params', untyped({ kind: 'notification', method: 'm', params: null })],
    ['a missing result', untyped({ kind: 'success', id: 1 })],
    ['a fractional error code', failure(1, { code: 1.5, message: 'm' })],
    ['an error without message', untyped({ kind: 'error', id: 1, error: { code: 1 } })],
    ['a circular value', notification('m', cycle)],
    ['a circular value with a bigint', notification('m', { a: 1n, cycle })],
    ['a getter that throws', notification('m', throwing)],
    ['params that vanish', notification('m', { toJSON: () => undefined } as unknown as JsonObject)],
  ])('is refused by name: %s', (_, message) => {
    expect(faultOf(() => encodeMessage(message))).toMatchObject({ name: 'Fault', code: 'invalid_argument' });
  });

  it('is refused only by faults, whatever it is', () => {
    const anything = fc.record({
      kind: fc.constantFrom('request', 'notification', 'success', 'error'),
      id: fc.anything(),
      method: fc.anything(),
      params: fc.anything({ withBigInt: true }),
      result: fc.anything({ withBigInt: true }),
      error: fc.anything(),
    });
    fc.assert(
      fc.property(anything, (message) => {
        const outcome = faultOf(() => encodeMessage(message as unknown as Message));
        expect(typeof outcome === 'string' || isFault(outcome)).toBe(true);
      }),
    );
  });
});

describe('jsonDepth', () => {
  const nested = (levels: number, leaf: unknown): JsonObject => {
    // The envelope and this object are two of the levels.
    let value = leaf;
    for (let level = 2; level < levels; level++) value = [value];
    return { value } as JsonObject;
  };
  const limits = limitsWith({ jsonDepth: 10 });

  it.each([
    ['plain', 'x'.repeat(30)],
    ['with a bigint', 1n],
  ])('is counted from the envelope: %s', (_, leaf) => {
    expect(encodeMessage(notification('m', nested(9, leaf)), limits)).toContain('[');
    expect(encodeMessage(notification('m', nested(10, leaf)), limits)).toContain('[');
    expect(faultOf(() => encodeMessage(notification('m', nested(11, leaf)), limits))).toMatchObject({
      code: 'limit_exceeded',
      limit: 'jsonDepth',
      origin: 'local',
    });
  });

  it.each([
    ['results', (value: JsonObject) => success(1, value)],
    ['errors', (value: JsonObject) => failure(1, { code: 1, message: 'm', data: value })],
    ['notifications', (value: JsonObject) => notification('m', value)],
  ])('never ends in a RangeError: %s', (_, messageOf) => {
    const fault = faultOf(() => encodeMessage(messageOf(nested(1_000_000, 1))));
    expect(fault).toMatchObject({ code: 'limit_exceeded', limit: 'jsonDepth' });
    expect((fault as Error).message).toContain('jsonDepth (128)');
  });
});

describe('a program that gives BigInt a toJSON', () => {
  const prototype = BigInt.prototype as { toJSON?: () => string };
  afterEach(() => {
    delete prototype.toJSON;
  });

  it('does not change what goes over the wire', () => {
    prototype.toJSON = function (this: bigint) {
      return this.toString();
    };
    expect(encodeMessage(notification('m', { progressToken: 2n ** 60n }))).toBe(
      '{"jsonrpc":"2.0","method":"m","params":{"progressToken":1152921504606846976}}',
    );
  });
});

describe('encodeBatch', () => {
  it('writes one line', () => {
    expect(encodeBatch([request(1, 'a'), notification('b')])).toBe(
      '[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"b"}]',
    );
  });

  it('refuses an empty batch', () => {
    expect(faultOf(() => encodeBatch([]))).toMatchObject({ code: 'invalid_argument' });
  });

  it.each([
    [2, 'string'],
    [3, 'string'],
    [4, 'object'],
  ])('batchMembers of 3: %i members give a %s', (count, type) => {
    const outcome = faultOf(() =>
      encodeBatch(Array(count).fill(notification('n')), limitsWith({ batchMembers: 3 })),
    );
    expect(typeof outcome).toBe(type);
    if (type === 'object') expect(outcome).toMatchObject({ code: 'limit_exceeded', limit: 'batchMembers' });
  });
});
