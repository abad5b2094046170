import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodePercent,
  encodeReserved,
  encodeUnreserved,
  normalizeUri,
} from '../../../src/protocol/uri-template/percent.js';

describe('percent-encoding', () => {
  it.each<[string, string, string, string]>([
    ['aZ09-._~', 'aZ09-._~', 'aZ09-._~', 'aZ09-._~'],
    [
      "a/b?c[]@!$&'()*+,;=:#",
      'a%2Fb%3Fc%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%23',
      "a/b?c[]@!$&'()*+,;=:#",
      "a/b?c[]@!$&'()*+,;=:#",
    ],
    ['%2f', '%252f', '%2f', '%2F'],
    ['%', '%25', '%25', '%25'],
    ['%2', '%252', '%252', '%252'],
    ['%%20', '%25%2520', '%25%20', '%25%20'],
    ['é %c3%a9', '%C3%A9%20%25c3%25a9', '%C3%A9%20%c3%a9', '%C3%A9%20%C3%A9'],
    [
      '<>"{}|\\^`',
      '%3C%3E%22%7B%7D%7C%5C%5E%60',
      '%3C%3E%22%7B%7D%7C%5C%5E%60',
      '%3C%3E%22%7B%7D%7C%5C%5E%60',
    ],
  ])('%j', (text, unreserved, reserved, normal) => {
    expect([encodeUnreserved(text), encodeReserved(text), normalizeUri(text)]).toEqual([
      unreserved,
      reserved,
      normal,
    ]);
  });

  it('is undone by decoding, and normalizing twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/\p{Cs}/u.test(text));
        expect(decodePercent(encodeUnreserved(text))).toBe(text);
        expect(normalizeUri(normalizeUri(text))).toBe(normalizeUri(text));
        expect(normalizeUri(text)).toMatch(/^[!-~]*$/);
      }),
    );
  });

  it.each([['%'], ['%2'], ['%zz'], ['%FF'], ['%C3'], ['%ED%A0%80']])('%s is no text', (text) => {
    expect(decodePercent(text)).toBeUndefined();
  });
});
