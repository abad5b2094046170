import { describe, expect, it } from 'vitest';
import { didYouMean, nearestWord } from '../../src/cli/nearest-word.js';

const KNOWN = ['timeout', 'header', 'baseline', 'update-baseline', 'env', 'as'];

describe('nearestWord', () => {
  it.each([
    ['timeot', 'timeout'],
    ['tiemout', 'timeout'],
    ['headers', 'header'],
    ['basline', 'baseline'],
    ['updatebaseline', 'update-baseline'],
    ['envs', 'env'],
    ['time', 'timeout'],
    ['nonsense', undefined],
    ['x', undefined],
    ['', undefined],
  ])('%j: %s', (word, expected) => {
    expect(nearestWord(word, KNOWN)).toBe(expected);
  });

  it('ends a sentence in either case', () => {
    expect([didYouMean('timeot', KNOWN, '--'), didYouMean('nonsense', KNOWN)]).toEqual([
      ': did you mean --timeout?',
      '.',
    ]);
  });
});
