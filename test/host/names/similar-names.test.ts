import { describe, expect, it } from 'vitest';
import { SimilarNames } from '../../../src/host/names/similar-names.js';

function areSimilar(known: string, name: string): boolean {
  const names = new SimilarNames();
  names.add('unrelated');
  names.add(known);
  const found = names.find(name);
  expect([known, undefined]).toContain(found);
  return found !== undefined;
}

describe('names of servers', () => {
  it.each([
    ['a', 'a', true],
    ['GitHub', 'github', true],
    ['my-srv', 'my_srv', true],
    ['my srv', 'my.srv', true],
    ['git', 'git_hub', true],
    ['git', 'git-hub', true],
    ['git', 'git_hub_enterprise', true],
    ['\uff47it', 'git', true],
    ['git', 'github', false],
    ['git', 'legit', false],
    ['hub', 'git_hub', false],
    ['__proto__', 'constructor', false],
    ['toString', 'valueOf', false],
  ])('%j and %j are similar: %j', (one, other, expected) => {
    expect(areSimilar(one, other)).toBe(expected);
    expect(areSimilar(other, one)).toBe(expected);
  });

  it('are compared in one pass, however many and long they are', () => {
    const names = new SimilarNames();
    for (let index = 0; index < 20_000; index += 1) names.add(`own_${index}`);
    names.add('_'.repeat(1_000_000));
    for (let index = 0; index < 20_000; index += 1) expect(names.find(`other${index}`)).toBeUndefined();
    expect(names.find(`x${'_'.repeat(1_000_000)}`)).toBeUndefined();
  });
});
