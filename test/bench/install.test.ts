import { describe, expect, it } from 'vitest';
import { closureOf } from '../../bench/scenarios/install.mjs';

const LOCK = {
  packages: {
    'node_modules/a': { dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/c': { dependencies: { b: '1' } },
    'node_modules/b': {
      peerDependencies: { d: '1', e: '1' },
      peerDependenciesMeta: { e: { optional: true } },
    },
    'node_modules/c': {},
    'node_modules/d': { optionalDependencies: { missing: '1' } },
    'node_modules/e': {},
  },
};

describe('closureOf', () => {
  it('finds the nearest packages, the needed peers, and each once', () => {
    expect(closureOf(LOCK, ['a']).sort()).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/c',
      'node_modules/b',
      'node_modules/d',
    ]);
  });

  it('does not overlook what is missing', () => {
    expect(() => closureOf(LOCK, ['nothing'])).toThrow(/nothing/);
  });
});
