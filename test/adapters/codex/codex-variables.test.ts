import { describe, expect, it } from 'vitest';
import {
  hiddenVariables,
  stdioVariables,
  tokenVariables,
} from '../../../src/adapters/codex/codex-variables.js';
import { httpDescription, stdioDescription } from '../../support/descriptions.js';

describe('variables for tokens', () => {
  it('have names that can be names of variables, each its own', () => {
    const servers = ['engine', 'my-engine', 'my_engine', 'MY-ENGINE'].map((name) => httpDescription(name));
    expect([...tokenVariables(servers)]).toEqual([
      ['engine', 'PLAINWIRE_TOKEN_ENGINE'],
      ['my-engine', 'PLAINWIRE_TOKEN_MY_ENGINE'],
      ['my_engine', 'PLAINWIRE_TOKEN_MY_ENGINE_2'],
      ['MY-ENGINE', 'PLAINWIRE_TOKEN_MY_ENGINE_3'],
    ]);
  });

  it('are not needed where there is no token', () => {
    expect(tokenVariables([httpDescription('open', { authHeaders: {} }), stdioDescription()]).size).toBe(0);
  });
});

describe('variables of stdio servers', () => {
  it('come together', () => {
    const servers = [
      stdioDescription('a', { env: { A: '1', B: '2' } }),
      stdioDescription('b', { env: { B: '2' } }),
    ];
    expect(stdioVariables(servers)).toEqual({ A: '1', B: '2' });
  });

  it('cannot have two values, and which ones is not told', () => {
    const servers = [
      stdioDescription('a', { env: { A: 'secret-1' } }),
      stdioDescription('b', { env: { A: 'secret-2' } }),
    ];
    expect(() => stdioVariables(servers)).toThrow(/'b' wants another value for A/);
    expect(() => stdioVariables(servers)).not.toThrow(/secret/);
  });
});

describe('what a shell is not to see', () => {
  it.each([
    ['tokens', [httpDescription()], ['PLAINWIRE_TOKEN_*']],
    ['variables of stdio servers', [stdioDescription()], ['API_KEY']],
    [
      'not what it needs',
      [stdioDescription('a', { env: { PATH: '/bin', Home: '/root', KEY: 'k' } })],
      ['KEY'],
    ],
    ['nothing without a secret', [httpDescription('open', { authHeaders: {} })], []],
  ])('%s', (_name, servers, expected) => {
    expect(hiddenVariables(servers)).toEqual(expected);
  });
});
