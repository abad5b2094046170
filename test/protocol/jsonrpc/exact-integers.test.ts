import { describe, expect, it } from 'vitest';
import {
  restoreExactIntegers,
  restoreExactIntegersInBatch,
} from '../../../src/protocol/jsonrpc/exact-integers.js';

const restored = (text: string): unknown => {
  const value = JSON.parse(text);
  restoreExactIntegers(value, text);
  return value;
};

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

describe('restoreExactIntegers', () => {
  it.each<[string, string, unknown]>([
    ['an id', '{"id":9007199254740993}', { id: 9007199254740993n }],
    [
      'a token in params',
      '{"params":{"progressToken":9007199254740993}}',
      {
        params: { progressToken: 9007199254740993n },
      },
    ],
    [
      'a token in _meta',
      '{"params":{"_meta":{"progressToken":9007199254740993}}}',
      {
        params: { _meta: { progressToken: 9007199254740993n } },
      },
    ],
    [
      'a request id',
      '{"params":{"requestId":-9007199254740993}}',
      { params: { requestId: -9007199254740993n } },
    ],
    [
      'a subscription id',
      `{"params":{"_meta":{"${SUBSCRIPTION}":9007199254740993}}}`,
      {
        params: { _meta: { [SUBSCRIPTION]: 9007199254740993n } },
      },
    ],
    [
      'a subscription id in a result',
      `{"result":{"_meta":{"${SUBSCRIPTION}":9007199254740993}}}`,
      {
        result: { _meta: { [SUBSCRIPTION]: 9007199254740993n } },
      },
    ],
    [
      'several at once',
      '{"id":9007199254740993,"params":{"requestId":9007199254740995,"progressToken":7}}',
      {
        id: 9007199254740993n,
        params: { requestId: 9007199254740995n, progressToken: 7 },
      },
    ],
    [
      'nothing in other places',
      '{"id":1,"params":{"arguments":{"requestId":9007199254740993}}}',
      {
        id: 1,
        params: { arguments: { requestId: 9007199254740992 } },
      },
    ],
    [
      'nothing in a result that has a token of that name',
      '{"result":{"progressToken":9007199254740993}}',
      {
        result: { progressToken: 9007199254740992 },
      },
    ],
    [
      'a decoy in a longer path first',
      '{"params":{"params":{"requestId":1234567890123456789},"requestId":9007199254740993}}',
      {
        params: { params: { requestId: 1234567890123456800 }, requestId: 9007199254740993n },
      },
    ],
    [
      'an array index that looks like a name',
      '{"params":{"requestId":9007199254740993},"id":[9007199254740995]}',
      {
        params: { requestId: 9007199254740993n },
        id: [9007199254740996],
      },
    ],
    ['a fraction stays what it is', '{"id":9007199254740993.5}', { id: 9007199254740994 }],
    ['an exponent', '{"id":123e18}', { id: 123000000000000000000n }],
    [
      'a negative exponent that leaves an integer',
      '{"id":90071992547409930000e-4}',
      { id: 9007199254740993n },
    ],
    [
      'a negative exponent that does not',
      '{"id":900719925474099312345e-4}',
      { id: Number('900719925474099312345e-4') },
    ],
    ['a fraction with an exponent', '{"id":9.007199254740993e15}', { id: 9007199254740993n }],
    [
      'params that are no object',
      '{"id":9007199254740993,"params":[1]}',
      { id: 9007199254740993n, params: [1] },
    ],
  ])('%s', (_, text, value) => {
    expect(restored(text)).toEqual(value);
  });

  it.each(['null', '5', '"x"', '[]', 'true'])('leaves %s alone', (text) => {
    expect(restored(text)).toEqual(JSON.parse(text));
  });
});

describe('restoreExactIntegersInBatch', () => {
  it('finds each in its own member', () => {
    const text = '[{"id":1},{"id":9007199254740993},5,{"params":{"requestId":9007199254740995}}]';
    const members = JSON.parse(text);
    restoreExactIntegersInBatch(members, text);
    expect(members).toEqual([
      { id: 1 },
      { id: 9007199254740993n },
      5,
      { params: { requestId: 9007199254740995n } },
    ]);
  });
});
