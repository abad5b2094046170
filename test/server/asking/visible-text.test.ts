import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleLines, visibleText } from '../../../src/server/asking/visible-text.js';

describe('visible text', () => {
  it.each([
    ['plain text', 'rm -rf ./build', 'rm -rf ./build'],
    ['other scripts', 'Grüße, 世界', 'Grüße, 世界'],
    ['a colour', '\x1b[31mred', '\\u{1b}[31mred'],
    ['a line that overwrites itself', 'safe\rrm -rf /', 'safe\\rrm -rf /'],
    ['line ends', 'a\nb', 'a\\nb'],
    ['a tab', 'a\tb', 'a\\tb'],
    ['bidi marks', 'a\u202eb', 'a\\u{202e}b'],
    ['zero width', 'a\u200bb', 'a\\u{200b}b'],
    ['tag characters', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['blanks that are no space', 'a\u00a0b\u3164c', 'a\\u{a0}b\\u{3164}c'],
    ['a joiner that is a mark', 'a\u034fb', 'a\\u{34f}b'],
    ['selectors of variants, which can carry a hidden text', 'a\ufe0f\u{e0101}b', 'a\\u{fe0f}\\u{e0101}b'],
    ['vowels that are not seen', 'a\u17b4\u180bb', 'a\\u{17b4}\\u{180b}b'],
    ['half a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
    ['line separators', 'a\u2028b', 'a\\u{2028}b'],
  ])('%s', (_name, text, expected) => {
    expect(visibleText(text)).toBe(expected);
  });

  it('never holds what moves a cursor or cannot be seen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u);
      }),
    );
  });

  it('line by line keeps tabs', () => {
    expect(visibleLines('\tif (x) {\n\x07}')).toEqual(['\tif (x) {', '\\u{7}}']);
  });
});
