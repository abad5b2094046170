import { describe, expect, it } from 'vitest';
import { readUserHeaders } from '../../../src/transport/http-client/user-headers.js';

describe('readUserHeaders', () => {
  it('keeps what is the user’s, in lower case', () => {
    const { headers, warning } = readUserHeaders({
      Authorization: 'Bearer x',
      'X-Key': '\tä',
      Host: 'other',
    });
    expect(headers).toEqual({ authorization: 'Bearer x', 'x-key': '\tä', host: 'other' });
    expect(warning).toBeUndefined();
  });

  it.each([
    'Accept',
    'content-type',
    'Content-Length',
    'MCP-Protocol-Version',
    'mcp-session-id',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Param-Region',
    'Last-Event-ID',
    'Accept-Encoding',
    'Transfer-Encoding',
    'Proxy-Authorization',
  ])('leaves %s out and says so, without the value', (name) => {
    const { headers, warning } = readUserHeaders({ [name]: 'secret', 'x-a': '1' });
    expect(headers).toEqual({ 'x-a': '1' });
    expect(warning?.message).toContain(name);
    expect(warning?.message).not.toContain('secret');
  });

  it.each([
    ['a space in the name', { 'a b': '' }],
    ['no name', { '': '' }],
    ['a line end in the value', { a: 'secret\r\nb: c' }],
    ['a NUL', { a: 'secret\0' }],
    ['what is no single byte', { a: 'secret€' }],
    ['no text', { a: 1 as unknown as string }],
  ])('refuses %s, without repeating the value', (_name, given) => {
    const read = (): unknown => readUserHeaders(given);
    expect(read).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    expect(read).not.toThrow(/secret/);
  });
});
