import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Challenge } from '../../src/protocol/index.js';
import { parseChallenges } from '../../src/protocol/index.js';

const bearer = (params: Record<string, string>): Challenge => ({ scheme: 'Bearer', params });

describe('parseChallenges', () => {
  it.each<[string, string, Challenge[]]>([
    ['nothing', '', []],
    ['a scheme alone', 'Bearer', [bearer({})]],
    [
      'the challenge of an MCP server',
      'Bearer resource_metadata="https://h/.well-known/oauth-protected-resource", scope="a b"',
      [bearer({ resource_metadata: 'https://h/.well-known/oauth-protected-resource', scope: 'a b' })],
    ],
    ['a token as value', 'Bearer error=invalid_token', [bearer({ error: 'invalid_token' })]],
    ['blanks around =', 'Bearer a = "1" ,\tb\t=\t2', [bearer({ a: '1', b: '2' })]],
    ['names in any case', 'Bearer ERROR="x"', [bearer({ error: 'x' })]],
    ['an empty value', 'Bearer realm=""', [bearer({ realm: '' })]],
    ['escapes in quotes', 'Bearer realm="a\\"b\\\\c"', [bearer({ realm: 'a"b\\c' })]],
    [
      'commas and equals in quotes',
      'Bearer realm="a, Basic b=c", x=1',
      [bearer({ realm: 'a, Basic b=c', x: '1' })],
    ],
    ['the first of two', 'Bearer a=1, a=2', [bearer({ a: '1' })]],
    ['empty elements', ', Bearer a=1,, ,b=2,', [bearer({ a: '1', b: '2' })]],
    [
      'several challenges',
      'Basic realm="r", charset="UTF-8", Bearer scope="s", Negotiate',
      [
        { scheme: 'Basic', params: { realm: 'r', charset: 'UTF-8' } },
        bearer({ scope: 's' }),
        { scheme: 'Negotiate', params: {} },
      ],
    ],
    ['a comma after the scheme', 'Bearer, realm="x"', [bearer({ realm: 'x' })]],
    ['token68', 'Negotiate YWJj==', [{ scheme: 'Negotiate', params: {}, token68: 'YWJj==' }]],
    ['token68 with one =', 'Negotiate abc=', [{ scheme: 'Negotiate', params: {}, token68: 'abc=' }]],
    [
      'token68, then another challenge',
      'Negotiate abc, Bearer a=1',
      [{ scheme: 'Negotiate', params: {}, token68: 'abc' }, bearer({ a: '1' })],
    ],
    [
      'DPoP with algorithms',
      'DPoP algs="ES256 PS256"',
      [{ scheme: 'DPoP', params: { algs: 'ES256 PS256' } }],
    ],
    // Beyond the grammar.
    ['an unquoted URL', 'Bearer a=https://h:8/x?y=z, b=1', [bearer({ a: 'https://h:8/x?y=z', b: '1' })]],
    ['a quote that never ends', 'Bearer a="x, b=1', [bearer({ a: 'x, b=1' })]],
    ['a backslash at the end', 'Bearer a="x\\', [bearer({ a: 'x' })]],
    ['words after a value', 'Bearer a=The token expired, b=1', [bearer({ a: 'The', b: '1' })]],
    ['a parameter before any scheme', 'a=1, Bearer b=2', [bearer({ b: '2' })]],
    ['garbage', '@@@, "x", Bearer b=2', [bearer({ b: '2' })]],
  ])('%s', (_name, header, expected) => {
    expect(parseChallenges(header)).toEqual(expected);
  });

  it('keeps names that objects have by birth', () => {
    const [challenge] = parseChallenges('Bearer __proto__=x, constructor=y');
    expect(Object.entries(challenge?.params ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('reads back what was written, and never throws', () => {
    const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]{0,8}$/);
    const challenge = fc.record({
      scheme: token,
      params: fc.dictionary(
        token.map((name) => name.toLowerCase()),
        fc.string({ unit: 'binary-ascii' }),
      ),
    });
    const quote = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;
    fc.assert(
      fc.property(fc.array(challenge), fc.string(), (challenges, garbage) => {
        const text = challenges.map(({ scheme, params }) => {
          const list = Object.entries(params).map(([name, value]) => `${name}=${quote(value)}`);
          return `${scheme} ${list.join(', ')}`;
        });
        expect(parseChallenges(text.join(', '))).toEqual(challenges);
        expect(Array.isArray(parseChallenges(garbage))).toBe(true);
      }),
    );
  });
});
