import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import {
  Fault,
  METHODS,
  notification,
  request,
  requestHeaders,
  withEnvelope,
} from '../../../src/protocol/index.js';

const enveloped = (params?: JsonObject) =>
  withEnvelope(params, { revision: '2026-07-28', clientCapabilities: {} });
const version = { 'MCP-Protocol-Version': '2026-07-28' };

describe('requestHeaders', () => {
  // requirement: http-metadata-headers-sent, http-version-header-equals-meta, http-mcp-name-encoded
  it.each<[string, JsonObject | undefined, Record<string, string>]>([
    ['tools/list', undefined, {}],
    ['tools/call', { name: 'get_weather' }, { 'Mcp-Name': 'get_weather' }],
    ['prompts/get', { name: 'p' }, { 'Mcp-Name': 'p' }],
    ['resources/read', { uri: 'file:///a%20b' }, { 'Mcp-Name': 'file:///a%20b' }],
    ['resources/read', { name: 'n', uri: 'a:b' }, { 'Mcp-Name': 'a:b' }],
    ['tools/call', { name: 'größe' }, { 'Mcp-Name': '=?base64?Z3LDtsOfZQ==?=' }],
    ['tools/call', { name: '' }, { 'Mcp-Name': '' }],
    ['tools/call', { name: 5 }, {}],
    ['tools/call', undefined, {}],
    ['completion/complete', { name: 'x' }, {}],
    ['com.example/x', { name: 'x', uri: 'y' }, {}],
  ])('%s with %j', (method, params, expected) => {
    expect(requestHeaders(request(1, method, enveloped(params)))).toStrictEqual({
      ...version,
      'Mcp-Method': method,
      ...expected,
    });
  });

  it('leaves out a version that the body lacks', () => {
    expect(requestHeaders(request(1, 'ping'))).toStrictEqual({ 'Mcp-Method': 'ping' });
    expect(requestHeaders(request(1, 'ping', { _meta: null }))).toStrictEqual({ 'Mcp-Method': 'ping' });
  });

  it('serves notifications, too', () => {
    expect(requestHeaders(notification('notifications/x', enveloped()))).toStrictEqual({
      ...version,
      'Mcp-Method': 'notifications/x',
    });
  });

  it.each([['a\nb'], ['größe'], [' a'], ['a\t'], ['\0']])('refuses the method %j', (method) => {
    expect(() => requestHeaders(request(1, method))).toThrow(Fault);
  });

  it('gives a name to the three methods of the specification only', () => {
    const params = enveloped({ name: 'n', uri: 'u' });
    const named = Object.keys(METHODS).filter(
      (method) => 'Mcp-Name' in requestHeaders(request(1, method, params)),
    );
    expect(named.sort()).toEqual(['prompts/get', 'resources/read', 'tools/call']);
  });
});
