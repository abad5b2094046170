import { describe, expect, it } from 'vitest';
import { NO_NAMES, recordedHeaders } from '../../../src/conformance/record/recorded-headers.js';

const OWN = { authorities: ['127.0.0.1:7'], origin: 'https://mcp.example.com' };

describe('recordedHeaders', () => {
  it.each([
    [['Content-Type', 'application/json'], { 'content-type': 'application/json' }],
    [
      ['MCP-Protocol-Version', '2026-07-28', 'Mcp-Param-Region', 'eu'],
      { 'mcp-protocol-version': '2026-07-28', 'mcp-param-region': 'eu' },
    ],
    [['Accept', 'a/b', 'accept', 'c/d'], { accept: ['a/b', 'c/d'] }],
    [['User-Agent', 'x', 'Date', 'x', 'X-Api-Key', 'x', 'Cookie', 'x', 'Set-Cookie', 'x'], {}],
    [['Host', '127.0.0.1:7'], {}],
    [['Host', 'evil.example.com'], { host: 'evil.example.com' }],
    [['Origin', 'http://127.0.0.1:7'], { origin: 'https://mcp.example.com' }],
    [['Origin', 'http://evil.example.com'], { origin: 'http://evil.example.com' }],
    [['Access-Control-Allow-Origin', '*'], { 'access-control-allow-origin': '*' }],
  ])('%j is recorded as %j', (raw, recorded) => {
    expect(recordedHeaders(raw, OWN)).toEqual(recorded);
  });

  it('takes every host for foreign when it has no name of its own', () => {
    expect(recordedHeaders(['Host', '127.0.0.1:7'], NO_NAMES)).toEqual({ host: '127.0.0.1:7' });
  });
});
