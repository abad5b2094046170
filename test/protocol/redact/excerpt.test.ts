import { describe, expect, it } from 'vitest';
import { redactedExcerpt } from '../../../src/protocol/index.js';

describe('redactedExcerpt', () => {
  it.each([
    ['short', 'short'],
    ['x'.repeat(120), 'x'.repeat(120)],
    ['x'.repeat(121), `${'x'.repeat(120)}…`],
    [`${'x'.repeat(5000)} token=a`, `${'x'.repeat(120)}…`],
    ['', ''],
  ])('cuts after 120 characters', (text, excerpt) => {
    expect(redactedExcerpt(text)).toBe(excerpt);
  });

  it('cuts where it is told to', () => {
    expect(redactedExcerpt('abcdef', 3)).toBe('abc…');
  });

  it('redacts before it cuts, so that a secret whose end is cut off is hidden too', () => {
    expect(redactedExcerpt('see https://user:s3cret@host/', 18)).toBe('see https://[redac…');
    expect(redactedExcerpt(`token=${'s3cret'.repeat(1000)}`)).toBe('token=[redacted]…');
  });
});
