import { describe, expect, it } from 'vitest';
import { redactHeaders } from '../../../src/protocol/index.js';

describe('redactHeaders', () => {
  it.each([
    'Authorization',
    'authorization',
    'Proxy-Authorization',
    'Cookie',
    'Mcp-Session-Id',
    'X-API-Key',
    'x-goog-api-key',
    'X-Auth-Token',
    'Mcp-Param-Password',
  ])('hides the value of %s', (name) => {
    expect(redactHeaders({ [name]: 's3cret' })).toEqual({ [name]: '[redacted]' });
  });

  it.each([
    ['Content-Type', 'application/json'],
    ['MCP-Protocol-Version', '2026-07-28'],
    ['Mcp-Method', 'tools/call'],
    ['WWW-Authenticate', 'Bearer realm="r", resource_metadata="https://h/x"'],
    ['Host', 'localhost:80'],
  ])('leaves %s', (name, value) => {
    expect(redactHeaders({ [name]: value })).toEqual({ [name]: value });
  });

  it('hides secrets inside other values', () => {
    expect(redactHeaders({ Location: 'https://u:p@h/cb?code=abc&x=1' })).toEqual({
      Location: 'https://[redacted]@h/cb?code=[redacted]&x=1',
    });
  });

  it('takes the shapes headers come in: Node, Headers, pairs', () => {
    expect(redactHeaders({ 'set-cookie': ['a=1', 'b=2'], gone: undefined, x: ['1', '2'] })).toEqual({
      'set-cookie': ['[redacted]', '[redacted]'],
      x: ['1', '2'],
    });
    expect(redactHeaders(new Headers({ Authorization: 's', Accept: 'a' }))).toEqual({
      accept: 'a',
      authorization: '[redacted]',
    });
    expect(
      redactHeaders([
        ['X', '1'],
        ['Set-Cookie', 's'],
        ['Set-Cookie', 't'],
      ]),
    ).toEqual({
      X: '1',
      'Set-Cookie': ['[redacted]', '[redacted]'],
    });
  });

  it('keeps a header named __proto__ a header', () => {
    const redacted = redactHeaders([['__proto__', 'x']]);
    expect(Object.keys(redacted)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
  });

  it('leaves what it was given alone', () => {
    const headers = Object.freeze({ Authorization: 's' });
    redactHeaders(headers);
    expect(headers.Authorization).toBe('s');
  });
});
