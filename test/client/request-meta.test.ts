import { describe, expect, it } from 'vitest';
import { resolveOptions } from '../../src/client/options.js';
import { RequestMeta } from '../../src/client/request-meta.js';
import type { Session } from '../../src/client/session.js';
import type { Era, JsonObject } from '../../src/protocol/index.js';
import { META, VERSION } from '../../src/protocol/index.js';
import { customServer } from '../../src/transport/index.js';

const TARGET = customServer({ name: 'x', open: () => Promise.reject(new Error('not opened')) });
const ENVELOPE: JsonObject = {
  [META.PROTOCOL_VERSION]: '2026-07-28',
  [META.CLIENT_INFO]: { name: 'plainwire', version: VERSION },
  [META.CLIENT_CAPABILITIES]: {},
};

const session = (era: Era): Session =>
  ({ era, revision: era === 'modern' ? '2026-07-28' : '2025-11-25' }) as Session;

const writer = (): RequestMeta => new RequestMeta(resolveOptions(TARGET, {}));

describe('the _meta of a request', () => {
  it.each<{
    era: Era;
    params?: JsonObject;
    extras?: { token?: number; meta?: JsonObject };
    sent?: JsonObject;
  }>([
    { era: 'modern', sent: { _meta: ENVELOPE } },
    { era: 'modern', params: { a: 1 }, sent: { a: 1, _meta: ENVELOPE } },
    {
      era: 'modern',
      params: { a: 1 },
      extras: { token: 0 },
      sent: { a: 1, _meta: { ...ENVELOPE, progressToken: 0 } },
    },
    {
      era: 'modern',
      params: { _meta: { traceparent: 't', progressToken: 'own' } },
      sent: { _meta: { ...ENVELOPE, traceparent: 't', progressToken: 'own' } },
    },
    {
      era: 'modern',
      params: { _meta: { a: 1, b: 1 } },
      extras: { token: 5, meta: { b: 2, progressToken: 'own', [META.PROTOCOL_VERSION]: 'own' } },
      sent: { _meta: { ...ENVELOPE, a: 1, b: 2, progressToken: 5 } },
    },
    { era: 'legacy' },
    { era: 'legacy', params: { a: 1 }, sent: { a: 1 } },
    { era: 'legacy', params: { a: 1 }, extras: { token: 0 }, sent: { a: 1, _meta: { progressToken: 0 } } },
    {
      era: 'legacy',
      params: { _meta: { a: 1 } },
      extras: { meta: { b: 2 } },
      sent: { _meta: { a: 1, b: 2 } },
    },
  ])('$era $params $extras', ({ era, params, extras, sent }) => {
    const before = structuredClone(params);
    expect(writer().write(session(era), params, extras)).toEqual(sent);
    expect(params).toEqual(before);
  });

  it('that is no object is refused', () => {
    expect(() => writer().write(session('modern'), { _meta: 7 })).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });

  it('carries the log level that was set last', () => {
    const meta = writer();
    for (const level of ['debug', 'error'] as const) {
      meta.logLevel = level;
      expect(meta.write(session('modern'), undefined)).toEqual({
        _meta: { ...ENVELOPE, [META.LOG_LEVEL]: level },
      });
    }
  });
});
