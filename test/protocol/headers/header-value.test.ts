import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeaderValue, encodeHeaderValue } from '../../../src/protocol/index.js';

const HALF_CHARACTER = /\p{Cs}/u;

const value = (text: string) => ({ ok: true, value: text });

describe('encodeHeaderValue', () => {
  // requirement: http-param-values-encoded, http-param-base64-when-unsafe, http-base64-sentinel-escaped
  // requirement: http-base64-markers-exact
  it.each<[string, string, string]>([
    // 2026-07-28 basic/transports/streamable-http#value-encoding (the table of the page)
    ['plain ASCII', 'us-west1', 'us-west1'],
    ['beyond ASCII', 'Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    ['blanks around', ' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['a line feed', 'line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['the sentinel itself', '=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    // Beyond the table.
    ['an empty text', '', ''],
    ['a blank inside', 'us west 1', 'us west 1'],
    ['a blank before', ' a', '=?base64?IGE=?='],
    ['a blank after', 'a ', '=?base64?YSA=?='],
    ['a tab, as it is a control character', 'a\tb', '=?base64?YQli?='],
    ['CR and LF', 'a\r\nX: y', '=?base64?YQ0KWDogeQ==?='],
    ['DEL', 'a\x7f', '=?base64?YX8=?='],
    ['NUL', '\0', '=?base64?AA==?='],
    ['a sentinel whose ends overlap', '=?base64?=', '=?base64?PT9iYXNlNjQ/PQ==?='],
    ['only the beginning of a sentinel', '=?base64?abc', '=?base64?abc'],
    ['only the end of a sentinel', 'abc?=', 'abc?='],
    ['a sentinel in capitals is a text', '=?BASE64?YQ==?=', '=?BASE64?YQ==?='],
    ['a URI', 'file:///a%20b?c=d#e', 'file:///a%20b?c=d#e'],
  ])('%s', (_name, text, expected) => {
    expect(encodeHeaderValue(text)).toBe(expected);
    expect(decodeHeaderValue(expected)).toEqual(value(text));
  });

  it('writes U+FFFD for half a character', () => {
    expect(decodeHeaderValue(encodeHeaderValue('a\ud800'))).toEqual(value('a\ufffd'));
  });
});

describe('decodeHeaderValue', () => {
  // requirement: http-base64-decoded, http-base64-markers-exact
  it.each<[string, string, string]>([
    ['whitespace around a value', ' \t us-west1\t ', 'us-west1'],
    ['whitespace around a sentinel', ' =?base64?YQ==?= ', 'a'],
    ['whitespace inside the encoding stays', '=?base64?IGEg?=', ' a '],
    ['a tab inside', 'a\tb', 'a\tb'],
    ['an empty encoding', '=?base64??=', ''],
    ['too short for a sentinel', '=?base64?=', '=?base64?='],
    ['another charset is a text', '=?utf-8?YQ==?=', '=?utf-8?YQ==?='],
    ['capitals are a text', '=?Base64?YQ==?=', '=?Base64?YQ==?='],
    ['a byte order mark is part of the value', '=?base64?77u/YQ==?=', '\ufeffa'],
    ['encoded twice is decoded once', '=?base64?PT9iYXNlNjQ/WVE9PT89?=', '=?base64?YQ==?='],
  ])('%s', (_name, text, expected) => {
    expect(decodeHeaderValue(text)).toEqual(value(expected));
  });

  it.each<[string, string, RegExp]>([
    ['a letter beyond ASCII', 'größe', /characters/],
    ['a control character', 'a\x01', /characters/],
    ['DEL', 'a\x7f', /characters/],
    ['a line feed inside', 'a\nb', /characters/],
    ['no Base64', '=?base64?!!!!?=', /Base64/],
    ['missing padding', '=?base64?YQ?=', /Base64/],
    ['too much padding', '=?base64?YWI==?=', /Base64/],
    ['stray bits in the last digit', '=?base64?YR==?=', /Base64/],
    ['blanks inside', '=?base64?YW Jj?=', /Base64/],
    ['the URL alphabet', '=?base64?-_-_?=', /Base64/],
    ['bytes that are no UTF-8', '=?base64?//4=?=', /UTF-8/],
    ['a cut character', '=?base64?4pw=?=', /UTF-8/],
    ['half a character in UTF-8', '=?base64?7aCA?=', /UTF-8/],
  ])('refuses %s', (_name, text, reason) => {
    expect(decodeHeaderValue(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  // requirement: http-param-values-encoded, http-param-base64-when-unsafe
  it('gives back what was encoded, and the text is always fit for a header', () => {
    const mean = fc.stringMatching(/^(=\?base64\?)?[ -~\t]{0,8}(\?=)?$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), mean), (text) => {
        fc.pre(!HALF_CHARACTER.test(text));
        const encoded = encodeHeaderValue(text);
        expect(encoded).toMatch(/^[\x20-\x7e]*$/);
        expect(encoded.trim()).toBe(encoded);
        expect(decodeHeaderValue(encoded)).toEqual(value(text));
      }),
    );
  });

  // requirement: http-base64-markers-exact
  it('takes nothing but the one encoding of a value', () => {
    const nearly = fc.tuple(
      fc.base64String({ maxLength: 12 }),
      fc.nat(),
      fc.constantFrom('', '=', ' ', 'R', '-'),
    );
    fc.assert(
      fc.property(nearly, ([base64, place, extra]) => {
        const at = place % (base64.length + 1);
        const payload = base64.slice(0, at) + extra + base64.slice(at);
        const read = decodeHeaderValue(`=?base64?${payload}?=`);
        const bytes = Buffer.from(payload, 'base64');
        const isCanonical = bytes.toString('base64') === payload;
        const isText = Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
        expect(read.ok).toBe(isCanonical && isText);
      }),
    );
  });
});
