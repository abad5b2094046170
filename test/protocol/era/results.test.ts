import { describe, expect, it } from 'vitest';
import type { Era, JsonObject, ResultExtras } from '../../../src/protocol/index.js';
import { completeResult, legacyResult, META, METHODS, readResult } from '../../../src/protocol/index.js';

const serverInfo = { name: 's', version: '1' };
const named = { [META.SERVER_INFO]: serverInfo };

describe('completeResult', () => {
  // requirement: result-has-result-type, cache-hints-sent, meta-server-info-sent
  it.each<[string, string, JsonObject, ResultExtras | undefined, JsonObject]>([
    ['a plain result', 'tools/call', { content: [] }, undefined, { resultType: 'complete', content: [] }],
    ['the server’s name', 'tools/call', {}, { serverInfo }, { resultType: 'complete', _meta: named }],
    [
      'the name beside other keys',
      'tools/call',
      { _meta: { a: 1 } },
      { serverInfo },
      { resultType: 'complete', _meta: { a: 1, ...named } },
    ],
    [
      'a name that the handler gave',
      'tools/call',
      { _meta: { [META.SERVER_INFO]: { name: 'other', version: '2' } } },
      { serverInfo },
      { resultType: 'complete', _meta: { [META.SERVER_INFO]: { name: 'other', version: '2' } } },
    ],
    [
      'a type that is undefined',
      'tools/call',
      { resultType: undefined },
      undefined,
      { resultType: 'complete' },
    ],
    ['a type of an extension', 'tools/call', { resultType: 'task' }, undefined, { resultType: 'task' }],
    [
      'no hints where nothing is cached',
      'tools/call',
      {},
      { ttlMs: 5, cacheScope: 'public' },
      { resultType: 'complete' },
    ],
    [
      'hints are a MUST, the safe ones by default',
      'tools/list',
      { tools: [] },
      undefined,
      { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' },
    ],
    [
      'hints of the server',
      'resources/read',
      { contents: [] },
      { ttlMs: 5, cacheScope: 'public' },
      { resultType: 'complete', contents: [], ttlMs: 5, cacheScope: 'public' },
    ],
    [
      'hints of the handler',
      'resources/read',
      { ttlMs: 0, cacheScope: 'private' },
      { ttlMs: 5, cacheScope: 'public' },
      { resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
    ],
    [
      'a question has no hints',
      'resources/read',
      { resultType: 'input_required', requestState: 's' },
      { ttlMs: 5, cacheScope: 'public' },
      { resultType: 'input_required', requestState: 's' },
    ],
    ['a method of others', 'com.example/x', {}, { ttlMs: 5 }, { resultType: 'complete' }],
  ])('%s', (_name, method, result, extras, expected) => {
    expect(completeResult(method, result, extras)).toStrictEqual(expected);
  });

  // requirement: cache-ttl-not-negative
  it.each<[unknown, number]>([
    [-1, 0],
    [1.9, 1],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER],
    ['5', 0],
    [300_000, 300_000],
  ])('a ttlMs of %s goes out as %i', (ttlMs, expected) => {
    expect(completeResult('tools/list', { ttlMs } as JsonObject)['ttlMs']).toBe(expected);
    expect(completeResult('tools/list', {}, { ttlMs } as ResultExtras)['ttlMs']).toBe(expected);
  });

  it('does not change the handler’s object', () => {
    const result = Object.freeze({ content: Object.freeze([]), _meta: Object.freeze({ a: 1 }) });
    const out = completeResult('tools/list', result as unknown as JsonObject, { serverInfo, ttlMs: 5 });
    expect(result).toEqual({ content: [], _meta: { a: 1 } });
    expect(out['content']).toBe(result.content);
  });
});

describe('legacyResult', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a result type', { resultType: 'complete', content: [] }, { content: [] }],
    ['caching hints', { tools: [], ttlMs: 0, cacheScope: 'private' }, { tools: [] }],
    ['the server’s name', { _meta: { ...named, a: 1 } }, { _meta: { a: 1 } }],
    ['structured content that is no object', { content: [], structuredContent: [1] }, { content: [] }],
    ['null as structured content', { content: [], structuredContent: null }, { content: [] }],
    [
      'all at once, the rest untouched',
      { resultType: 'complete', structuredContent: { a: 1 }, isError: false, _meta: named, x: null },
      { structuredContent: { a: 1 }, isError: false, _meta: {}, x: null },
    ],
  ])('drops %s', (_name, result, expected) => {
    const before = structuredClone(result);
    expect(legacyResult(result)).toStrictEqual(expected);
    expect(result).toStrictEqual(before);
  });

  it.each<[string, JsonObject]>([
    ['an empty result', {}],
    ['structured content', { content: [], structuredContent: { a: 1 } }],
    ['other `_meta` keys', { _meta: { 'com.example/x': 1 } }],
  ])('hands on the same object: %s', (_name, result) => {
    expect(legacyResult(result)).toBe(result);
  });

  it('undoes completeResult', () => {
    const result = { tools: [], nextCursor: '' };
    expect(legacyResult(completeResult('tools/list', result, { ttlMs: 5 }))).toStrictEqual(result);
  });
});

describe('readResult', () => {
  it.each<[string, Era, JsonObject]>([
    ['absent means complete', 'modern', { tools: [] }],
    ['a legacy server has no types', 'legacy', { tools: [] }],
    ['whatever a legacy server writes there', 'legacy', { resultType: 'input_required' }],
  ])('complete: %s (%s)', (_name, era, result) => {
    const reading = readResult(result, era, 'tools/list');
    expect(reading).toEqual({ kind: 'complete', result });
    expect(reading.kind === 'complete' && reading.result).toBe(result);
  });

  it('takes off what only the wire has, and nothing else', () => {
    const wire = JSON.parse('{"b":1,"resultType":"complete","__proto__":{"x":1},"_meta":{"a":1},"a":null}');
    const before = JSON.stringify(wire);
    const reading = readResult(wire, 'modern', 'tools/list');
    expect(reading.kind === 'complete' && JSON.stringify(reading.result)).toBe(
      '{"b":1,"__proto__":{"x":1},"_meta":{"a":1},"a":null}',
    );
    expect(JSON.stringify(wire)).toBe(before);
  });

  const question = { method: 'elicitation/create', params: { message: 'm' } };
  it.each<[string, JsonObject]>([
    ['questions', { inputRequests: { a: question } }],
    ['state', { requestState: 'opaque' }],
    ['empty state', { requestState: '' }],
    ['both', { inputRequests: { a: question, b: { method: 'roots/list' } }, requestState: 's' }],
    ['no question in the map', { inputRequests: {} }],
  ])('input required: %s', (_name, members) => {
    const result = { resultType: 'input_required', ...members };
    expect(readResult(result, 'modern', 'tools/call')).toStrictEqual({ kind: 'input_required', ...members });
  });

  it.each<[string, string | undefined, JsonObject, RegExp]>([
    ['neither questions nor state', 'tools/call', {}, /neither/],
    ['a number as state', 'tools/call', { requestState: 5 }, /requestState/],
    ['null as state', 'tools/call', { requestState: null }, /requestState/],
    ['a list of questions', 'tools/call', { inputRequests: [question] }, /inputRequests/],
    ['a question without a method', 'tools/call', { inputRequests: { a: {} } }, /"a"/],
    ['a question that is null', 'tools/call', { inputRequests: { a: question, b: null } }, /"b"/],
    ['params that are no object', 'tools/call', { inputRequests: { a: { method: 'x', params: [] } } }, /"a"/],
    ['a method that must not ask', 'tools/list', { requestState: 's' }, /tools\/list/],
  ])('invalid: %s', (_name, method, members, reason) => {
    const reading = readResult({ resultType: 'input_required', ...members }, 'modern', method);
    expect(reading).toEqual({ kind: 'invalid', reason: expect.stringMatching(reason) });
  });

  it.each([[5], [null], [{}]])('invalid: %j as type', (resultType) => {
    expect(readResult({ resultType } as JsonObject, 'modern')).toMatchObject({ kind: 'invalid' });
  });

  // requirement: result-type-unknown-invalid
  it.each([['task'], [''], ['Complete'], ['input-required']])('unrecognized: %j', (resultType) => {
    expect(readResult({ resultType }, 'modern')).toEqual({ kind: 'unrecognized', resultType });
  });

  // requirement: input-required-only-where-allowed
  it('lets exactly the methods of the specification ask', () => {
    const result = { resultType: 'input_required', requestState: 's' };
    const asking = Object.keys(METHODS).filter(
      (method) =>
        readResult(result, 'modern', method).kind === 'input_required' &&
        !method.startsWith('notifications/'),
    );
    expect(asking.sort()).toEqual(['prompts/get', 'resources/read', 'tools/call']);
  });
});
