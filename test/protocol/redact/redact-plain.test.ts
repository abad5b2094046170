// What is hidden is in redact-text.test.ts. Here: quoting levels, and that nothing is quadratic.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactPlain } from '../../../src/protocol/redact/redact-plain.js';

describe('redactPlain', () => {
  it('finds the end of a value in JSON that is embedded any number of times', () => {
    const value = fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', ' ', ':', ',') });
    fc.assert(
      fc.property(value, fc.nat({ max: 3 }), (secret, level) => {
        const embed = (text: string, times: number): string =>
          times === 0 ? text : embed(JSON.stringify(text).slice(1, -1), times - 1);
        const text = embed(JSON.stringify({ token: `S3${secret}`, other: 'end' }), level);
        const hidden = embed(JSON.stringify({ token: '[redacted]', other: 'end' }), level);
        expect(redactPlain(text)).toBe(hidden);
      }),
    );
  });

  it.each([
    ['Basic arithmetic', 'Basic arithmetic'],
    ['Basic Usage.', 'Basic Usage.'],
    ['basic dXNlcjpwYXNz', 'basic [redacted]'],
    ['Basic YTpi', 'Basic [redacted]'],
    ['Basic abc123', 'Basic [redacted]'],
    ['Basic Basic abc123', 'Basic Basic [redacted]'],
    ['Bearer Bearer abc', 'Bearer Bearer [redacted]'],
    ['Bearer  abc, Bearer def', 'Bearer  [redacted], Bearer [redacted]'],
    ['Bearer realm="x"', 'Bearer realm="x"'],
    ['A bearer token is needed', 'A bearer token is needed'],
    ['Bearer authentication is required.', 'Bearer authentication is required.'],
    ['Send it (as Bearer token).', 'Send it (as Bearer token).'],
    ['The scheme is bearer or basic.', 'The scheme is bearer or basic.'],
    ['A DPoP proof is missing', 'A DPoP proof is missing'],
    // A token that looks like a word, holds one or goes on after one is a token.
    ['Bearer secret', 'Bearer [redacted]'],
    ['Bearer hunter', 'Bearer [redacted]'],
    ['Bearer correcthorsebatterystaple', 'Bearer [redacted]'],
    ['Bearer tokenize', 'Bearer [redacted]'],
    ['Bearer token1', 'Bearer [redacted]'],
    ['Bearer token.a.b', 'Bearer [redacted]'],
    ['Bearer is-secret', 'Bearer [redacted]'],
    ['DPoP eyJhbGciOi.x.y', 'DPoP [redacted]'],
    ['Bearer token: abc123', 'Bearer token: [redacted]'],
    ['authorization: Bearer token', 'authorization: [redacted]'],
    ['password: Bearer abc', 'password: [redacted]'],
    // The string that the JSON is embedded in ends before the value does.
    ['x "{\\"token\\":\\"abc" y', 'x "{\\"token\\":\\"[redacted]" y'],
  ])('%s', (text, redacted) => {
    expect(redactPlain(text)).toBe(redacted);
  });

  // A quadratic pattern takes minutes on these, not milliseconds.
  it.each([
    '"',
    '\\',
    '{"token":"',
    'token=',
    '://',
    'Bearer ',
    '[',
    '--token ',
    'authorization',
    'password:{',
    'token',
    'token ',
    '--',
    '"token":"\\"',
    "token'",
    'a:',
    '@',
    '://@',
  ])('takes a megabyte of %j', (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const redacted = redactPlain(text);
    expect(redacted.length).toBeGreaterThan(0);
  });
});
