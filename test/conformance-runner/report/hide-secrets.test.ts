import { describe, expect, it } from 'vitest';
import { secretHider, secretsIn } from '../../../src/conformance/report/hide-secrets.js';

describe('secretsIn', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['a header, with and without its scheme', { authorization: 'Bearer abcd' }, ['Bearer abcd', 'abcd']],
    ['a long value', { DATABASE: 'postgres-7' }, ['postgres-7']],
    ['a short one whose name says so', { API_KEY: 'k123' }, ['k123']],
    ['no short word', { MODE: 'object', DEBUG: '1', TOKEN: '' }, []],
  ])('finds %s', (_, given, secrets) => {
    expect(secretsIn(given)).toEqual(secrets);
  });
});

describe('secretHider', () => {
  const secret = 'sec"ret\\9 /+';
  const hide = secretHider([secret]);

  it.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify({ a: secret })],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ a: secret }))],
    ['in a query', new URLSearchParams({ a: secret }).toString()],
    ['in a path', encodeURIComponent(secret)],
  ])('hides it %s', (_, text) => {
    const hidden = hide(`<${text}>${text}`);
    expect(hidden.match(/\[redacted\]/g)).toHaveLength(2);
    expect(hidden).not.toContain('ret');
  });

  it('hides what is left of it at the end of an excerpt, from six characters on', () => {
    expect(secretHider(['abcdefghij'])(['x abcdef', 'x abcde', 'abcdefghij!'])).toEqual([
      'x [redacted]',
      'x abcde',
      '[redacted]!',
    ]);
  });

  it('goes through lists and objects, and leaves all else', () => {
    const value = { a: [`x${secret}`, 1, null, true], b: { c: 'sec' } };
    expect(hide(value)).toEqual({ a: ['x[redacted]', 1, null, true], b: { c: 'sec' } });
    expect(secretHider([])(value)).toBe(value);
  });
});
