import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelName } from '../../../src/adapters/frameworks/model-name.js';
import { shortHash } from '../../../src/adapters/index.js';

const hashed = (stem: string, name: string) => `${stem}_${shortHash(name)}`;

describe('a tool name for a model API', () => {
  it.each([
    ['is left alone where it is fine', 'get-Sum_2', 'get-Sum_2'],
    ['of the greatest length is fine', 'a'.repeat(64), 'a'.repeat(64)],
    ['that is one longer is cut', 'a'.repeat(65), hashed('a'.repeat(55), 'a'.repeat(65))],
    ['with a dot', 'run.check', hashed('run_check', 'run.check')],
    ['with a slash', 'run/check', hashed('run_check', 'run/check')],
    ['with an umlaut', 'prüfe', hashed('pr_fe', 'prüfe')],
    ['of nothing but others', '検索', hashed('__', '検索')],
    ['with half a character', 'a\ud800', hashed('a_', 'a\ud800')],
  ])('%s', (_name, given, expected) => {
    expect(modelName(given, 64)).toBe(expected);
  });

  it('is one that the API takes, always the same, and another one for another tool', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
        fc.constantFrom(64, 128),
        (one, other, maxChars) => {
          const name = modelName(one, maxChars);
          expect(name).toMatch(/^[a-zA-Z0-9_-]+$/);
          expect(name.length).toBeLessThanOrEqual(maxChars);
          expect(modelName(one, maxChars)).toBe(name);
          if (one !== other) expect(modelName(other, maxChars)).not.toBe(name);
        },
      ),
    );
  });
});
