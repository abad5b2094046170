import { describe, expect, it } from 'vitest';
import { compareActions } from '../../../src/conformance/replay/compare-actions.js';
import { IgnoredFields } from '../../../src/conformance/replay/ignored-fields.js';
import { OpaqueValues } from '../../../src/conformance/replay/opaque-values.js';
import { type ActionForm, actionOf, type Step } from '../../../src/conformance/replay/steps.js';
import type { TraceHttp } from '../../../src/protocol/index.js';

function differing(
  form: ActionForm,
  expected: {
    readonly frame?: string;
    readonly http?: TraceHttp;
    readonly isCut?: boolean;
    readonly exit?: Step['exit'];
  },
  actual: { readonly frame?: string; readonly http?: TraceHttp; readonly exit?: Step['exit'] },
  ignore: readonly string[] = [],
): string[] {
  const { isCut = false, ...rest } = expected;
  const step = {
    ...actionOf('server', form, rest.frame ?? '', rest),
    index: 0,
    line: 2,
    isCut,
    lane: undefined,
  };
  const context = {
    sender: 'server',
    ignored: new IgnoredFields(ignore),
    opaque: new OpaqueValues('client'),
  } as const;
  return compareActions(step, actionOf('server', form, actual.frame ?? '', actual), context).departures.map(
    ({ at }) => at,
  );
}

const result = (value: unknown, id: unknown = 1) => JSON.stringify({ jsonrpc: '2.0', id, result: value });

describe('compareActions', () => {
  it.each([
    [result({ a: 1 }), result({ a: 1 }), []],
    [result({ a: 1 }), '{"id":1,"result":{"a":1},"jsonrpc":"2.0"}', []],
    [result({ a: 1 }), result({ a: 2 }), ['/result/a']],
    [result({}), result({}, 2), ['/id']],
    [result({}), result({}, '1'), ['/id']],
    [result({}), '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}', ['/result', '/error']],
    ['no json', 'no json', []],
    ['no json', 'other', ['']],
    ['{"a":1}', '{"a":2}', ['/a']],
    [`[${result({})}]`, `[${result({})}]`, []],
    [`[${result({})}]`, result({}), []],
    [`[${result({})},${result({}, 2)}]`, `[${result({})}]`, ['/1']],
    [`[${result({ a: 1 })}]`, `[${result({ a: 2 })}]`, ['/result/a']],
  ])('of %s and %s: %j', (expected, actual, at) => {
    expect(differing('frame', { frame: expected }, { frame: actual })).toEqual(at);
  });

  it('compares nothing of a frame that was cut', () => {
    expect(differing('frame', { frame: '{"jso', isCut: true }, { frame: result({}) })).toEqual([]);
  });

  it.each<readonly [string, TraceHttp, TraceHttp, string[]]>([
    ['status', { status: 200 }, { status: 202 }, ['status']],
    ['path', { path: '/a' }, { path: '/b' }, ['path']],
    ['a path that nobody wrote down', {}, { path: '/b' }, []],
    ['a path with a secret', { path: '/a?token=[redacted]' }, { path: '/a?token=x' }, []],
    ['session', { session: 1 }, { session: 2 }, ['session']],
    ['a header', { headers: { allow: 'POST' } }, { headers: { allow: 'GET' } }, ['header:allow']],
    ['a header that is missing', { headers: { allow: 'POST' } }, {}, ['header:allow']],
    ['a header that is new', { headers: {} }, { headers: { allow: 'GET' } }, ['header:allow']],
    ['headers of a recording without any', {}, { headers: { allow: 'GET' } }, []],
    [
      'credentials',
      { headers: { authorization: '[redacted]' } },
      { headers: { authorization: 'Bearer x' } },
      [],
    ],
    [
      'no credentials',
      { headers: { authorization: '[redacted]' } },
      { headers: {} },
      ['header:authorization'],
    ],
    [
      'media types',
      { headers: { accept: 'application/json, text/event-stream' } },
      { headers: { accept: 'text/event-stream,Application/JSON' } },
      [],
    ],
    ['the type of an event', { event: {} }, { event: { type: 'x' } }, ['event:type']],
    ['an event without type', { event: {} }, { event: { type: 'message' } }, []],
    ['retry', { event: { retry: 1 } }, { event: {} }, ['event:retry']],
    ['the id of an event, which is theirs', { event: { id: 'a' } }, { event: { id: 'b' } }, []],
    ['an event without id', { event: { id: 'a' } }, { event: {} }, ['event:id']],
  ])('%s', (_, expected, actual, at) => {
    expect(differing('head', { http: expected }, { http: actual })).toEqual(at);
  });

  it('ignores the headers that it is told to', () => {
    const [before, now] = [{ headers: { allow: 'a' } }, { headers: { allow: 'b' } }];
    expect(differing('head', { http: before }, { http: now }, ['header:allow'])).toEqual([]);
  });

  it('does not compare the address that HTTP+SSE begins with', () => {
    const http = { event: { type: 'endpoint' } };
    expect(differing('frame', { frame: '/m?s=1', http }, { frame: '/m?s=2', http })).toEqual([]);
  });

  it.each([
    [{ code: 0, signal: null }, { code: 0, signal: null }, []],
    [{ code: 0, signal: null }, { code: 1, signal: null }, ['/exit/code']],
    [undefined, { code: 1, signal: null }, []],
    [{ code: 0, signal: null }, undefined, []],
  ])('exit %j and %j: %j', (expected, actual, at) => {
    expect(differing('end', { exit: expected }, { exit: actual })).toEqual(at);
  });
});
