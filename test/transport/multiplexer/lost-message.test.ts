import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lostMessage } from '../../../src/transport/multiplexer/lost-message.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string): ReturnType<typeof lostMessage> {
  const bytes = bytesOf(text);
  return lostMessage({ head: bytes.subarray(0, 256), tail: bytes.subarray(Math.max(0, bytes.length - 256)) });
}

const LONG = 'x'.repeat(1000);

describe('lostMessage', () => {
  it.each([
    [`{"jsonrpc":"2.0","id":7,"result":{"t":"${LONG}"}}`, 'response', 7],
    [`{"jsonrpc":"2.0","id":"7","error":{"code":1,"message":"${LONG}"}}`, 'response', '7'],
    [` { "jsonrpc" : "2.0" , "id" : -3 , "method" : "a", "params":{"t":"${LONG}"}}`, 'request', -3],
    [`{"id":7,"jsonrpc":"2.0","result":{"t":"${LONG}"}}`, 'response', 7],
    [`{"result":{"t":"${LONG}"},"jsonrpc":"2.0","id":7}`, 'response', 7],
    [`{"result":{"t":"${LONG}"},"id":7,"jsonrpc":"2.0"}`, 'response', 7],
    [`{"method":"a","params":{"t":"${LONG}"},"jsonrpc":"2.0","id":"\\u0041"} `, 'request', 'A'],
    [`{"jsonrpc":"2.0","id":9007199254740993,"result":{"t":"${LONG}"}}`, 'response', 9007199254740993n],
    [`{"jsonrpc":"2.0","method":"a","params":{"t":"${LONG}"}}`, 'request', undefined],
    [`{"result":{"id":7,"t":"${LONG}","inner":{"id":8}}}`, 'response', undefined],
    [`{"jsonrpc":"2.0","method":"a","params":{"t":"${LONG}\\"id\\":5}"}}`, 'request', undefined],
    [`{"jsonrpc":"2.0","result":{"t":"${LONG}","a\\"id":5}}`, 'response', undefined],
    [LONG, 'unknown', undefined],
    ['', 'unknown', undefined],
  ])('reads %s as a %s with the id %s', (text, shape, id) => {
    expect(read(text)).toEqual({ shape, id });
  });

  it('knows nothing of a frame of which nothing is left', () => {
    expect(lostMessage(undefined)).toEqual({ shape: 'unknown', id: undefined });
  });

  it('never takes the id of something else for that of the message', () => {
    const message = fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string()),
      result: fc.dictionary(fc.constantFrom('id', 'result', 'a'), fc.jsonValue({ maxDepth: 3 })),
    });
    fc.assert(
      fc.property(
        message,
        fc.constantFrom([0, 1, 2], [2, 0, 1], [2, 1, 0], [1, 2, 0], [0, 2, 1]),
        (value, order) => {
          const entries = Object.entries(value);
          const text = JSON.stringify(Object.fromEntries(order.map((index) => entries[index] ?? [])));
          const { id } = read(text);
          if (id !== undefined) expect(id).toEqual(value.id === 0 ? 0 : value.id);
        },
      ),
    );
  });
});
