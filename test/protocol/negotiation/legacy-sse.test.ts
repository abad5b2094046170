import { describe, expect, it } from 'vitest';
import type { ErrorObject } from '../../../src/protocol/index.js';
import { legacySseFallback } from '../../../src/protocol/index.js';

const error = (code: number) => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message: 'm' } });

describe('legacySseFallback', () => {
  it.each<[number, string | ErrorObject | undefined, boolean, string]>([
    [400, undefined, true, 'an old server that knows no POST here'],
    [404, '', true, 'likewise'],
    [405, 'Method Not Allowed', true, 'an SSE endpoint takes only GET'],
    [404, '<html>Cannot POST /sse</html>', true, 'a page is no JSON-RPC error'],
    [404, '{"error":"not found"}', true, 'JSON, but not JSON-RPC'],
    [404, '[]', true, 'JSON, but no object'],
    [400, error(-32000), true, 'no code of the modern era'],
    [400, error(-32602), true, 'no code of the modern era'],
    [404, error(-32601), false, 'a modern server answers an unknown method so'],
    [400, error(-32020), false, 'modern'],
    [400, error(-32021), false, 'modern'],
    [400, error(-32022), false, 'modern'],
    [400, { code: -32022, message: 'm' }, false, 'modern, already read'],
    [400, { code: -32600, message: 'm' }, true, 'not modern, already read'],
    [401, undefined, false, 'credentials'],
    [403, undefined, false, 'credentials'],
    [406, undefined, false, 'not among the three statuses'],
    [500, undefined, false, 'not among the three statuses'],
    [200, undefined, false, 'it worked'],
  ])('%i with %j: %s (%s)', (status, body, expected) => {
    expect(legacySseFallback(status, body)).toBe(expected);
  });
});
