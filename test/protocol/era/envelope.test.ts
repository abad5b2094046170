import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope, JsonObject } from '../../../src/protocol/index.js';
import {
  decodeMessage,
  encodeMessage,
  Fault,
  META,
  progressTokenOf,
  readEnvelope,
  request,
  withEnvelope,
} from '../../../src/protocol/index.js';

const clientInfo = { name: 'c', version: '1' };
const envelope: Envelope = { revision: '2026-07-28', clientInfo, clientCapabilities: { roots: {} } };
const good = {
  [META.PROTOCOL_VERSION]: '2026-07-28',
  [META.CLIENT_INFO]: clientInfo,
  [META.CLIENT_CAPABILITIES]: { roots: {} },
};

const read = (meta: unknown) => readEnvelope(request(1, 'tools/list', { _meta: meta } as JsonObject));

describe('withEnvelope', () => {
  // requirement: meta-required-fields-sent
  it.each<[string, JsonObject | undefined, Envelope, JsonObject]>([
    ['no params', undefined, envelope, { _meta: good }],
    ['other params stay', { name: 'x', arguments: {} }, envelope, { name: 'x', arguments: {}, _meta: good }],
    [
      'other `_meta` keys stay',
      { _meta: { 'com.example/a': [1], traceparent: 't' } },
      envelope,
      { _meta: { 'com.example/a': [1], traceparent: 't', ...good } },
    ],
    [
      'the envelope wins over keys that it owns',
      { _meta: { [META.PROTOCOL_VERSION]: '2025-11-25', [META.CLIENT_CAPABILITIES]: { x: 1 } } },
      envelope,
      { _meta: good },
    ],
    [
      'a log level and a token',
      undefined,
      { ...envelope, logLevel: 'debug', progressToken: 0 },
      { _meta: { ...good, [META.LOG_LEVEL]: 'debug', progressToken: 0 } },
    ],
    [
      'an empty token is a token',
      { _meta: { progressToken: 'old' } },
      { ...envelope, progressToken: '' },
      { _meta: { ...good, progressToken: '' } },
    ],
    [
      'a client that does not want to be known',
      undefined,
      { revision: '2026-07-28', clientCapabilities: {} },
      { _meta: { [META.PROTOCOL_VERSION]: '2026-07-28', [META.CLIENT_CAPABILITIES]: {} } },
    ],
  ])('%s', (_name, params, given, expected) => {
    expect(withEnvelope(params, given)).toStrictEqual(expected);
  });

  it('does not change what it was given', () => {
    const params = Object.freeze({ name: 'x', _meta: Object.freeze({ a: 1 }) });
    withEnvelope(params, Object.freeze({ ...envelope }));
    expect(params).toEqual({ name: 'x', _meta: { a: 1 } });
  });

  it('carries a `__proto__` key as data', () => {
    const params = JSON.parse('{"_meta":{"__proto__":{"polluted":true}}}') as JsonObject;
    const meta = withEnvelope(params, envelope)['_meta'] as JsonObject;
    expect(Object.keys(meta)).toContain('__proto__');
    expect(Object.getPrototypeOf(meta)).toBe(Object.prototype);
  });

  it.each([[5], ['x'], [null], [[]]])('refuses %j as `_meta`', (meta) => {
    expect(() => withEnvelope({ _meta: meta }, envelope)).toThrow(Fault);
  });
});

describe('readEnvelope', () => {
  it.each<[string, unknown]>([
    ['no params', undefined],
    ['no `_meta`', {}],
    ['an empty `_meta`', { _meta: {} }],
    ['a progress token', { _meta: { progressToken: 1 } }],
    ['keys of others', { _meta: { 'claudecode/toolUseId': 'x', traceparent: 'y' } }],
    ['a log level alone', { _meta: { [META.LOG_LEVEL]: 'debug' } }],
    ['a `_meta` that is no object', { _meta: 5 }],
    ['a null `_meta`', { _meta: null }],
  ])('bare: %s', (_name, params) => {
    expect(readEnvelope(request(1, 'tools/list', params as JsonObject))).toEqual({ kind: 'bare' });
  });

  it.each<[string, unknown, JsonObject]>([
    ['everything', { ...good, [META.LOG_LEVEL]: 'error' }, { clientInfo, logLevel: 'error' }],
    ['no log level', good, { clientInfo }],
    ['no name', { ...good, [META.CLIENT_INFO]: undefined }, {}],
    ['unknown keys', { ...good, 'io.modelcontextprotocol/other': 1 }, { clientInfo }],
  ])('modern: %s', (_name, meta, expected) => {
    expect(read(meta)).toEqual({
      kind: 'modern',
      revision: '2026-07-28',
      clientCapabilities: { roots: {} },
      ...expected,
    });
  });

  it.each<[string, unknown, string]>([
    ['a later version', { ...good, [META.PROTOCOL_VERSION]: '2099-01-01' }, '2099-01-01'],
    ['a version without meaning', { [META.PROTOCOL_VERSION]: 'v999.0.0' }, 'v999.0.0'],
    ['a legacy version', { ...good, [META.PROTOCOL_VERSION]: '2025-11-25' }, '2025-11-25'],
    ['an empty version', { [META.PROTOCOL_VERSION]: '' }, ''],
    [
      'other rules in it',
      { [META.PROTOCOL_VERSION]: '2099-01-01', [META.CLIENT_CAPABILITIES]: 'all' },
      '2099-01-01',
    ],
  ])('not judged, because the version has to be answered first: %s', (_name, meta, revision) => {
    expect(read(meta)).toEqual({ kind: 'modern', revision, clientCapabilities: {} });
  });

  // requirement: meta-missing-field-rejected
  it.each<[string, unknown, string, number | undefined]>([
    ['capabilities without a version', { [META.CLIENT_CAPABILITIES]: {} }, META.PROTOCOL_VERSION, 400],
    ['a name without a version', { [META.CLIENT_INFO]: clientInfo }, META.PROTOCOL_VERSION, 400],
    [
      'a version without capabilities',
      { [META.PROTOCOL_VERSION]: '2026-07-28' },
      META.CLIENT_CAPABILITIES,
      400,
    ],
    ['a number as version', { ...good, [META.PROTOCOL_VERSION]: 2026 }, META.PROTOCOL_VERSION, 400],
    ['null as version', { ...good, [META.PROTOCOL_VERSION]: null }, META.PROTOCOL_VERSION, 400],
    ['null as capabilities', { ...good, [META.CLIENT_CAPABILITIES]: null }, META.CLIENT_CAPABILITIES, 400],
    ['a list of capabilities', { ...good, [META.CLIENT_CAPABILITIES]: [] }, META.CLIENT_CAPABILITIES, 400],
    ['a text as name', { ...good, [META.CLIENT_INFO]: 'me' }, META.CLIENT_INFO, 400],
    ['a name without its version', { ...good, [META.CLIENT_INFO]: { name: 'c' } }, META.CLIENT_INFO, 400],
    ['an unknown log level', { ...good, [META.LOG_LEVEL]: 'bogus' }, META.LOG_LEVEL, undefined],
    ['a log level in capitals', { ...good, [META.LOG_LEVEL]: 'DEBUG' }, META.LOG_LEVEL, undefined],
    ['null as log level', { ...good, [META.LOG_LEVEL]: null }, META.LOG_LEVEL, undefined],
  ])('malformed: %s', (_name, meta, field, status) => {
    const reading = read(meta);
    expect(reading).toMatchObject({ kind: 'malformed', error: { code: -32602, httpStatus: status } });
    expect(reading.kind === 'malformed' ? reading.error.message : '').toContain(`'${field}'`);
  });

  // requirement: meta-reserved-keys-opaque
  it('reads what withEnvelope wrote, after the wire, whatever else is in `_meta`', () => {
    const level = fc.constantFrom('debug', 'info', 'emergency');
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.option(level, { nil: undefined }),
        (own, logLevel) => {
          const given = { ...envelope, ...(logLevel === undefined ? {} : { logLevel }) } as Envelope;
          const params = withEnvelope({ _meta: own as JsonObject }, given);
          const decoded = decodeMessage(encodeMessage(request(1, 'tools/list', params)));
          expect(decoded.kind).toBe('request');
          expect(readEnvelope(decoded as ReturnType<typeof request>)).toEqual({
            kind: 'modern',
            ...given,
          });
        },
      ),
    );
  });
});

describe('progressTokenOf', () => {
  it.each<[string, unknown, unknown]>([
    ['a text', 'abc', 'abc'],
    ['an empty text', '', ''],
    ['zero', 0, 0],
    ['many digits', 9007199254740993n, 9007199254740993n],
    ['a fraction', 1.5, undefined],
    ['null', null, undefined],
    ['an object', {}, undefined],
    ['nothing', undefined, undefined],
  ])('%s', (_name, progressToken, expected) => {
    expect(progressTokenOf({ _meta: { progressToken } } as JsonObject)).toBe(expected);
  });

  it('lives without `_meta` and params', () => {
    expect([progressTokenOf(undefined), progressTokenOf({}), progressTokenOf({ _meta: null })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
