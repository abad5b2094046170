import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasFormat } from '../../../src/protocol/shape/formats.js';
import type { StringFormat } from '../../../src/protocol/shape/shape.js';

const TABLE: readonly (readonly [StringFormat, boolean, readonly string[]])[] = [
  [
    'uri',
    true,
    [
      'file:///a/b',
      'https://user:pw@example.com:8080/a/b;c?d=e/f?g#h/i?',
      'http://[2001:db8::1]/',
      'http://[::]',
      'http://[::ffff:192.0.2.1]:80/',
      'http://[v1.a:b]/',
      'urn:isbn:123',
      'mailto:a@b',
      'a:',
      'a+b.c-d:x',
      'http://',
      'file:/a',
      'ui://x/%41',
    ],
  ],
  [
    'uri',
    false,
    [
      '',
      'a',
      '/a/b',
      '//host/path',
      '?q',
      '1a:b',
      ':a',
      'http://a b',
      'http://a/%4',
      'http://a/%zz',
      'http://a/#b#c',
      'http://[::1',
      'http://[:::1]',
      'http://[1::2::3]',
      'http://[1:2:3:4:5:6:7]',
      'http://[1:2:3:4:5:6:7:8:9]',
      'http://[12345::]',
      'http://[::256.0.0.1]',
      'http://[::1.2.3]',
      'http://[v1.]/',
      'http://a/{b}',
      'http://a\\b',
      'http://é/',
    ],
  ],
  [
    'uri-template',
    true,
    [
      '',
      'a',
      'file:///{path}',
      '{+a,b*,c:9999}',
      '{#x}{.y}{/z}{;p}{?q}{&r}',
      '{=a}{!b}{@c}{|d}',
      '{a.b}',
      'é',
      '%41',
    ],
  ],
  [
    'uri-template',
    false,
    [
      '{',
      '}',
      '{}',
      '{a',
      'a}',
      '{a b}',
      '{a:0}',
      '{a:10000}',
      '{a**}',
      '{$a}',
      'a b',
      '"',
      '%4',
      '{.}',
      '<x>',
    ],
  ],
  ['byte', true, ['', 'AA==', 'AAA=', 'AAAA', 'aGVsbG8=', '+/+/']],
  [
    'byte',
    false,
    ['A', 'AA', 'AAA', 'A===', '====', 'AA=A', 'AAAA=', 'AA-_', ' AAAA', 'AAAA\n', 'AAAA\nAAAA'],
  ],
];

const ajv = new Ajv2020({ strict: false });
ajvFormats.default(ajv);
const foreign = (format: StringFormat) => ajv.compile({ type: 'string', format });

/**
 * Where ajv-formats says something else. Its URIs must have something after the scheme, and it takes `//` for the start
 * of a path when what follows is no authority, which RFC 3986 section 3.3 forbids; its templates have no dots in names
 * (RFC 6570 section 2.3 has them) and allow DEL; its Base64 need be right on one line of several only.
 */
const KNOWN: { readonly [format in StringFormat]: (text: string) => boolean } = {
  uri: (text) =>
    /^[A-Za-z][\w+.-]*:(?:\/\/)?(?:[?#]|$)/.test(text) ||
    (!hasFormat('uri', text) && hasFormat('uri', text.replace('//', '/'))),
  'uri-template': (text) => /\{[^}]*\.[^}]*\}/.test(text) || text.includes('\x7f'),
  byte: (text) => text.includes('\n'),
};

const PIECES: { readonly [format in StringFormat]: readonly string[] } = {
  uri: [
    'http',
    'a',
    'Z',
    '1',
    ':',
    '/',
    '//',
    '?',
    '#',
    '[',
    ']',
    '::',
    '1.2.3.4',
    '@',
    '%41',
    '%',
    '.',
    '-',
    ' ',
    '{',
    '~',
  ],
  'uri-template': [
    '{',
    '}',
    'a',
    'B',
    '1',
    '_',
    ',',
    ':',
    '*',
    '+',
    '#',
    '?',
    '%41',
    '%',
    ' ',
    '"',
    '|',
    '0',
    '999',
  ],
  byte: ['A', 'z', '+', '/', '=', '==', '-', 'AAAA', ' '],
};

describe('hasFormat', () => {
  for (const [format, expected, texts] of TABLE) {
    it.each(texts)(`${format} ${expected ? 'accepts' : 'refuses'} %j`, (text) => {
      expect(hasFormat(format, text)).toBe(expected);
    });
  }

  it.each(['uri', 'uri-template', 'byte'] as const)('judges %s as ajv-formats does', (format) => {
    const validate = foreign(format);
    const texts = fc
      .array(fc.constantFrom(...PIECES[format]), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!KNOWN[format](text));
        expect(hasFormat(format, text), text).toBe(validate(text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['uri', 'a:'],
    ['uri', 'a://@@'],
    ['uri-template', '{a.b}'],
    ['byte', 'AAAA\n'],
  ] as const)('%s still differs from ajv-formats on %j', (format, text) => {
    expect(foreign(format)(text)).toBe(!hasFormat(format, text));
  });

  it.each(['uri', 'uri-template', 'byte'] as const)('takes linear time on a long %s', (format) => {
    const long = {
      uri: `a://${'a'.repeat(200_000)} `,
      'uri-template': `${'{a.'.repeat(50_000)}`,
      byte: 'A'.repeat(400_001),
    };
    expect(hasFormat(format, long[format])).toBe(false);
  });
});
