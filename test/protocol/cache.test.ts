import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/protocol/index.js';
import {
  cacheKey,
  cachePartition,
  freshUntil,
  isCacheableExchange,
  METHODS,
  readablePartitions,
} from '../../src/protocol/index.js';

describe('cacheKey', () => {
  it.each<[string, JsonObject | undefined, JsonObject | undefined, boolean]>([
    ['absent and empty params are one', undefined, {}, true],
    ['`_meta` does not matter', { _meta: { progressToken: 1 }, uri: 'a' }, { uri: 'a', _meta: {} }, true],
    ['the order of keys does not matter', { a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 }, true],
    ['an undefined member is absent', { cursor: undefined }, {}, true],
    ['an empty cursor is a cursor', { cursor: '' }, {}, false],
    ['a number is no string', { uri: 1 }, { uri: '1' }, false],
    ['null is not absent', { cursor: null }, {}, false],
    ['another URI', { uri: 'a' }, { uri: 'b' }, false],
    ['order in arrays matters', { a: [1, 2] }, { a: [2, 1] }, false],
    ['an array is no object', { a: ['x'] }, { a: { 0: 'x' } }, false],
    ['a nested `_meta` is not the envelope', { a: { _meta: 1 } }, { a: { _meta: 2 } }, false],
  ])('%s', (_name, left, right, same) => {
    expect(cacheKey('m', left) === cacheKey('m', right)).toBe(same);
  });

  // requirement: cache-key-method-and-params
  it('keeps methods apart', () => {
    expect(cacheKey('tools/list', {})).not.toBe(cacheKey('prompts/list', {}));
  });

  it('does not change the params', () => {
    const params = Object.freeze({ _meta: {}, b: 1, a: 2 });
    expect(cacheKey('m', params)).toBe('m {"a":2,"b":1}');
  });

  // requirement: cache-key-method-and-params
  it('is one for equal params and another for different ones', () => {
    fc.assert(
      fc.property(
        fc.object({ values: [fc.string(), fc.integer(), fc.boolean()] }),
        fc.string(),
        (params, extra) => {
          const copy = JSON.parse(JSON.stringify(params)) as JsonObject;
          const key = cacheKey('m', params as JsonObject);
          expect(cacheKey('m', copy)).toBe(key);
          expect(cacheKey('m', { ...copy, [`${extra}+`]: { new: true } })).not.toBe(key);
        },
      ),
    );
  });
});

describe('freshUntil', () => {
  // requirement: cache-ttl-zero-stale, cache-ttl-positive-fresh, cache-ttl-negative-zero
  // requirement: cache-ttl-absent-zero
  it.each<[string, unknown, number]>([
    ['the server’s word', 5000, 6000],
    ['0 is stale at once', 0, 1000],
    ['negative is 0', -1, 1000],
    ['absent: the fallback', undefined, 1030],
    ['no number counts as absent', '5000', 1030],
    ['null counts as absent', null, 1030],
    ['NaN counts as absent', Number.NaN, 1030],
    ['for ever', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('%s', (_name, ttlMs, expected) => {
    expect(freshUntil({ receivedAtMs: 1000, ttlMs, fallbackMs: 30 })).toBe(expected);
  });
});

describe('isCacheableExchange', () => {
  const complete = { resultType: 'complete', ttlMs: 1000 };

  it('knows the methods of the specification', () => {
    const cacheable = Object.keys(METHODS).filter((method) => isCacheableExchange(method, {}, complete));
    expect(cacheable.sort()).toEqual([
      'prompts/list',
      'resources/list',
      'resources/read',
      'resources/templates/list',
      'server/discover',
      'tools/list',
    ]);
  });

  // requirement: cache-not-after-input
  it.each<[string, JsonObject | undefined, JsonObject | undefined, boolean]>([
    ['a complete result', { uri: 'a' }, complete, true],
    ['a legacy result without a type', undefined, {}, true],
    ['an error', {}, undefined, false],
    ['a question', {}, { resultType: 'input_required' }, false],
    ['a type that nobody knows', {}, { resultType: 'task' }, false],
    ['a retry with answers', { inputResponses: {} }, complete, false],
    ['a retry with state only', { requestState: '' }, complete, false],
  ])('resources/read: %s', (_name, params, result, expected) => {
    expect(isCacheableExchange('resources/read', params, result)).toBe(expected);
  });

  it('knows nothing of other methods', () => {
    expect(isCacheableExchange('com.example/list', {}, complete)).toBe(false);
  });
});

describe('cachePartition', () => {
  // requirement: cache-private-not-shared
  it.each<[string, JsonObject, boolean]>([
    ['public', { cacheScope: 'public' }, true],
    ['private', { cacheScope: 'private' }, false],
    ['absent', {}, false],
    ['a scope that nobody knows', { cacheScope: 'shared' }, false],
  ])('%s: readable with other credentials %s', (_name, result, isShared) => {
    const partition = cachePartition(result, 'alice');
    expect(readablePartitions('alice')).toContain(partition);
    expect(readablePartitions('bob').includes(partition)).toBe(isShared);
  });

  it('cannot be reached by a context that is named like the shared one', () => {
    expect(cachePartition({}, 'public')).not.toBe(cachePartition({ cacheScope: 'public' }, 'x'));
    expect(cachePartition({}, '')).not.toBe(cachePartition({ cacheScope: 'public' }, ''));
  });
});
