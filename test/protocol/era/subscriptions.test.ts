import { describe, expect, it } from 'vitest';
import type { JsonObject, RequestId } from '../../../src/protocol/index.js';
import {
  completeResult,
  decodeMessage,
  encodeMessage,
  META,
  notification,
  subscriptionEnd,
  subscriptionIdOf,
  withSubscriptionId,
} from '../../../src/protocol/index.js';

const IDS: RequestId[] = [1, 0, '', '0', 'abc', -5, 9007199254740993n];

describe('withSubscriptionId', () => {
  it.each(IDS.map((id) => [id]))('marks with %s, type and digits kept over the wire', (id) => {
    const marked = withSubscriptionId(notification('notifications/tools/list_changed'), id);
    expect(subscriptionIdOf(marked)).toBe(id);
    const decoded = decodeMessage(encodeMessage(marked));
    expect(decoded.kind === 'notification' && subscriptionIdOf(decoded)).toBe(id);
  });

  it('keeps params and other `_meta` keys, and does not change the original', () => {
    const original = notification('notifications/resources/updated', { uri: 'a://b', _meta: { x: 1 } });
    const marked = withSubscriptionId(original, 4);
    expect(marked).toStrictEqual({
      kind: 'notification',
      method: 'notifications/resources/updated',
      params: { uri: 'a://b', _meta: { x: 1, [META.SUBSCRIPTION_ID]: 4 } },
    });
    expect(original.params).toEqual({ uri: 'a://b', _meta: { x: 1 } });
  });
});

describe('subscriptionIdOf', () => {
  it.each<[string, JsonObject | undefined]>([
    ['no params', undefined],
    ['no `_meta`', {}],
    ['no id', { _meta: {} }],
    ['null', { _meta: { [META.SUBSCRIPTION_ID]: null } }],
    ['a fraction', { _meta: { [META.SUBSCRIPTION_ID]: 1.5 } }],
    ['an object', { _meta: { [META.SUBSCRIPTION_ID]: {} } }],
  ])('undefined: %s', (_name, params) => {
    expect(subscriptionIdOf(notification('n', params))).toBeUndefined();
  });
});

describe('subscriptionEnd', () => {
  it('gives the result of the specification', () => {
    expect(completeResult('subscriptions/listen', subscriptionEnd(1))).toStrictEqual({
      resultType: 'complete',
      _meta: { [META.SUBSCRIPTION_ID]: 1 },
    });
  });
});
