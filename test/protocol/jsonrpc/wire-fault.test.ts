import { describe, expect, it } from 'vitest';
import type { FaultCode } from '../../../src/protocol/index.js';
import { FAULT_CODES, Fault, faultResponse } from '../../../src/protocol/index.js';

const PARSE_ERROR = { code: -32700, message: 'Parse error' };
const INTERNAL_ERROR = { code: -32603, message: 'Internal error' };

const ANSWERS: { [code in FaultCode]?: { code: number; message: string } } = {
  invalid_utf8: PARSE_ERROR,
  invalid_json: PARSE_ERROR,
  invalid_message: { code: -32600, message: 'Invalid Request: of our making' },
  limit_exceeded: { code: -32600, message: 'Invalid Request: of our making' },
};

describe('faultResponse', () => {
  it.each(Object.keys(FAULT_CODES) as FaultCode[])('%s', (code) => {
    const fault = new Fault(code, 'detail that stays here', { details: { reason: 'of our making' } });
    const response = faultResponse(fault, 7);
    expect(response).toMatchObject({ kind: 'error', id: 7, error: ANSWERS[code] ?? INTERNAL_ERROR });
    expect(response.httpStatus).toBe(code in ANSWERS ? 400 : undefined);
    expect(JSON.stringify(response)).not.toContain('stays here');
  });

  it('names a limit that tripped below the codec', () => {
    const fault = new Fault('limit_exceeded', 'A line was too long.', { limit: 'lineBytes' });
    expect(faultResponse(fault).error.message).toBe('Invalid Request: over the limit lineBytes');
  });

  it('has no id where none is known, and keeps 0 and the empty string', () => {
    const fault = new Fault('invalid_json', 'text');
    expect('id' in faultResponse(fault)).toBe(false);
    expect(faultResponse(fault, 0).id).toBe(0);
    expect(faultResponse(fault, '').id).toBe('');
  });
});
