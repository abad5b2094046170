import { describe, expect, it } from 'vitest';
import { areSimilar } from '../../../src/host/names/similar-names.js';

describe('areSimilar', () => {
  it.each([
    ['a', 'a', true],
    ['GitHub', 'github', true],
    ['my-srv', 'my_srv', true],
    ['my srv', 'my.srv', true],
    ['git', 'git_hub', true],
    ['git', 'git-hub', true],
    ['\uff47it', 'git', true],
    ['git', 'github', false],
    ['git', 'legit', false],
    ['hub', 'git_hub', false],
    ['__proto__', 'constructor', false],
  ])('%j and %j: %j', (one, other, expected) => {
    expect(areSimilar(one, other)).toBe(expected);
    expect(areSimilar(other, one)).toBe(expected);
  });
});
