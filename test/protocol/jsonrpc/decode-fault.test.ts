import { describe, expect, it } from 'vitest';
import { decodeFault } from '../../../src/protocol/jsonrpc/decode-fault.js';

describe('decodeFault', () => {
  it('says what is wrong, how the frame begins and what to do', () => {
    const { fault, shape, response } = decodeFault('invalid_json', 'it is not JSON', {
      shape: 'unknown',
      text: 'token=s3cret\n',
    });
    expect(fault.message).toBe(
      'The other side sent a frame that cannot be used: it is not JSON. It begins: "token=[redacted]". ' +
        'A log line on stdout or an HTML page is the usual cause.',
    );
    expect(fault.details).toEqual({ reason: 'it is not JSON', excerpt: 'token=[redacted]\n' });
    expect(shape).toBe('unknown');
    expect(response.error.code).toBe(-32700);
  });

  it('quotes at most 120 characters', () => {
    const { fault } = decodeFault('invalid_json', 'it is not JSON', {
      shape: 'unknown',
      text: 'x'.repeat(100_000),
    });
    expect(fault.details.excerpt).toBe(`${'x'.repeat(120)}…`);
  });

  it('quotes nothing where there is no text', () => {
    const { fault } = decodeFault('invalid_utf8', 'it is not valid UTF-8', { shape: 'unknown' });
    expect(fault.details).toEqual({ reason: 'it is not valid UTF-8' });
  });

  it('carries the id and the limit', () => {
    const decoded = decodeFault(
      'limit_exceeded',
      'it is too deep',
      { shape: 'request', id: 0 },
      { limit: 'jsonDepth' },
    );
    expect(decoded.response).toMatchObject({ id: 0, error: { code: -32600 } });
    expect(decoded.fault.limit).toBe('jsonDepth');
  });
});
