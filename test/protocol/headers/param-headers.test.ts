import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import { Fault, paramHeaders } from '../../../src/protocol/index.js';

const at = (...path: string[]) => [{ header: 'Value', path }];

describe('paramHeaders', () => {
  // requirement: http-param-header-omitted-for-null, http-param-header-omitted-when-absent
  it.each<[string, unknown, string | undefined]>([
    ['a string', 'us-west1', 'us-west1'],
    ['an empty string', '', ''],
    ['a string that is not safe', 'a\nb', '=?base64?YQpi?='],
    ['an integer', 42, '42'],
    ['a negative integer', -7, '-7'],
    ['zero', 0, '0'],
    ['minus zero', -0, '0'],
    ['the greatest safe integer', Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['the smallest safe integer', Number.MIN_SAFE_INTEGER, '-9007199254740991'],
    ['true', true, 'true'],
    ['false', false, 'false'],
    ['a fraction, for the server to refuse', 1.5, '1.5'],
    ['null', null, undefined],
    ['undefined', undefined, undefined],
    ['an object, for the server to refuse', { a: 1 }, undefined],
    ['an array, for the server to refuse', ['a'], undefined],
  ])('%s', (_name, value, expected) => {
    const headers = expected === undefined ? {} : { 'Mcp-Param-Value': expected };
    expect(paramHeaders(at('v'), { v: value } as JsonObject)).toStrictEqual(headers);
  });

  // requirement: x-mcp-header-safe-integers
  it.each([[2 ** 53], [-(2 ** 53)], [1e21], [9007199254740993n]])(
    'refuses %s, naming the argument',
    (value) => {
      const act = (): unknown => paramHeaders(at('deep', 'v'), { deep: { v: value } });
      expect(act).toThrow(Fault);
      expect(act).toThrow(/deep\.v/);
    },
  );

  it.each<[string, JsonObject | undefined, string[], string | undefined]>([
    ['an exact path', { a: { b: 'x' } }, ['a', 'b'], 'x'],
    ['no arguments', undefined, ['a'], undefined],
    ['a step that is missing', {}, ['a', 'b'], undefined],
    ['a step that is null', { a: null }, ['a', 'b'], undefined],
    ['a step that is a text', { a: 'text' }, ['a', 'length'], undefined],
    ['a step that is an array', { a: ['x'] }, ['a', '0'], undefined],
    ['a name that objects have by birth', {}, ['constructor', 'name'], undefined],
    ['a value that is only inherited', Object.create({ a: 'x' }) as JsonObject, ['a'], undefined],
    ['a name with a dot', { 'a.b': 'x' }, ['a.b'], 'x'],
  ])('%s', (_name, args, path, expected) => {
    expect(paramHeaders(at(...path), args)['Mcp-Param-Value']).toBe(expected);
  });

  // requirement: http-param-headers-mirrored
  it('gives one header per parameter', () => {
    const params = [
      { header: 'A', path: ['a'] },
      { header: 'B', path: ['b'] },
    ];
    expect(paramHeaders(params, { b: 1, a: 'x', c: 'not mirrored' })).toStrictEqual({
      'Mcp-Param-A': 'x',
      'Mcp-Param-B': '1',
    });
  });
});
