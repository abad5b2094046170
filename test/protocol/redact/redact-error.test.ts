import { describe, expect, it } from 'vitest';
import { redactError } from '../../../src/protocol/index.js';

describe('redactError', () => {
  it('is the error itself when there is nothing to hide', () => {
    const error = { code: -32000, message: 'no', data: { supported: ['2026-07-28'] } };
    expect(redactError(error)).toBe(error);
  });

  it('hides what the peer repeats, wherever it stands', () => {
    const error = {
      code: -32000,
      message: 'bad Authorization: Bearer s3cret',
      data: { headers: { authorization: 's3cret' }, supported: ['2026-07-28'] },
    };
    expect(redactError(error)).toEqual({
      code: -32000,
      message: 'bad Authorization: [redacted]',
      data: { headers: { authorization: '[redacted]' }, supported: ['2026-07-28'] },
    });
  });
});
