import { describe, expect, it } from 'vitest';
import { wrappedLine } from '../../../src/server/asking/wrapped-lines.js';

describe('a line on a terminal', () => {
  it.each([
    ['is left alone where there is none', 'x'.repeat(500), undefined, ['x'.repeat(500)]],
    ['is left alone when it fits', 'x'.repeat(39), 40, ['x'.repeat(39)]],
    ['is broken before the terminal breaks it', 'x'.repeat(40), 40, ['x'.repeat(39), '        x']],
    [
      'goes on further in than it began',
      'x'.repeat(80),
      40,
      ['x'.repeat(39), `        ${'x'.repeat(31)}`, `        ${'x'.repeat(10)}`],
    ],
    ['counts wide characters as two', '世'.repeat(20), 40, ['世'.repeat(19), '        世']],
    ['does not part what is one character', '😀'.repeat(20), 40, ['😀'.repeat(19), '        😀']],
    ['counts tabs', '\t'.repeat(5), 40, ['\t'.repeat(4), '        \t']],
    [
      'takes the usual width where the terminal does not say',
      'x'.repeat(80),
      0,
      ['x'.repeat(79), '        x'],
    ],
  ])('%s', (_what, line, columns, expected) => {
    expect(wrappedLine(line, columns)).toEqual(expected);
  });
});
