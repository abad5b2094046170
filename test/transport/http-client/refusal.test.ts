import { describe, expect, it } from 'vitest';
import { limitsWith, type RequestId } from '../../../src/protocol/index.js';
import type { RefusalCode } from '../../../src/transport/http-client/classify-response.js';
import { errorAnswer, type Refusal, refusalFault } from '../../../src/transport/http-client/refusal.js';

const errorBody = (id: RequestId | null, code = -32000): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'Nope' } });

function refusal(code: RefusalCode, status: number, body: string, headers: Refusal['headers'] = {}): Refusal {
  return {
    code,
    status,
    headers,
    method: 'POST',
    url: new URL('https://mcp.test/mcp?key=secret'),
    body: new TextEncoder().encode(body),
    limits: limitsWith(undefined),
  };
}

describe('errorAnswer', () => {
  it.each<[RefusalCode, number, string, boolean]>([
    ['http_status', 400, errorBody(1), true],
    ['http_status', 400, errorBody(null), true],
    ['http_status', 400, errorBody('1'), false],
    ['http_status', 400, errorBody(2), false],
    ['http_status', 500, errorBody(1), true],
    ['http_status', 400, '', false],
    ['http_status', 400, '<html>', false],
    ['http_status', 400, '{"jsonrpc":"2.0","id":1,"result":{}}', false],
    ['http_status', 400, '{"error":{"code":1,"message":"x"}}', false],
    ['http_status', 302, errorBody(1), false],
    ['http_status', 204, errorBody(1), false],
    ['unexpected_content_type', 200, errorBody(1), false],
    ['unauthorized', 401, errorBody(1), false],
    ['forbidden', 403, errorBody(1), false],
    ['session_expired', 404, errorBody(1), false],
    ['session_expired', 404, errorBody(null), false],
    ['session_expired', 404, errorBody(null, -32601), false],
    ['session_expired', 404, errorBody(2, -32601), false],
    ['session_expired', 404, errorBody(1, -32601), true],
  ])('%s, HTTP %i, %s: %s', (code, status, body, isAnswer) => {
    const answer = errorAnswer(refusal(code, status, body), 1);
    expect(answer?.httpStatus).toBe(isAnswer ? status : undefined);
  });
});

describe('refusalFault', () => {
  it('names address, status and the start of the body, but not the query', () => {
    const fault = refusalFault(
      refusal('http_status', 502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' }),
    );
    expect(fault.message).toMatch(
      /https:\/\/mcp\.test\/mcp answered POST with HTTP 502 \(text\/html\).*Bad gateway/,
    );
    expect(fault.message).not.toContain('secret');
  });

  it('keeps a bounded, redacted piece of the body', () => {
    const fault = refusalFault(
      refusal('http_status', 500, `Authorization: Bearer abcdefghijk ${'x'.repeat(10_000)}`),
    );
    expect(String(fault.details['body']).length).toBeLessThan(2100);
    expect(JSON.stringify([fault.message, fault.details])).not.toContain('abcdefghijk');
  });

  it('hides credentials that the server repeats, wherever it does', () => {
    const echo = 'Bearer abcdefghijk';
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32000, message: `bad ${echo}`, data: { headers: { authorization: echo } } },
    });
    const fault = refusalFault(
      refusal('unauthorized', 401, body, {
        'content-type': `text/plain; authorization="${echo}"`,
        'content-encoding': echo,
        'retry-after': echo,
        'www-authenticate': `Bearer realm="${echo}", resource_metadata="https://mcp.test/m"`,
      }),
    );
    expect(JSON.stringify([fault.message, fault.details])).not.toContain('abcdefghijk');
    expect(fault.details['challenge']).toMatchObject([
      { params: { realm: 'Bearer [redacted]', resource_metadata: 'https://mcp.test/m' } },
    ]);
    expect(fault.details['error']).toMatchObject({ code: -32000 });
  });

  it('does not show what is compressed', () => {
    const headers = { 'content-encoding': 'br', 'content-type': 'application/json' };
    const fault = refusalFault(refusal('unsupported_encoding', 200, 'garbage', headers));
    expect(fault.message).toContain('br');
    expect(fault.details['body']).toBeUndefined();
  });

  it('parses challenges from several headers', () => {
    const headers = {
      'www-authenticate': ['Basic realm="a"', 'Bearer resource_metadata="https://mcp.test/m"'],
    };
    expect(refusalFault(refusal('unauthorized', 401, '', headers)).details['challenge']).toEqual([
      { scheme: 'Basic', params: { realm: 'a' } },
      { scheme: 'Bearer', params: { resource_metadata: 'https://mcp.test/m' } },
    ]);
  });

  it('takes an empty body without a type for an empty answer', () => {
    expect(refusalFault(refusal('unexpected_content_type', 200, '')).code).toBe('http_status');
    expect(refusalFault(refusal('unexpected_content_type', 200, 'x')).code).toBe('unexpected_content_type');
  });
});
