import { describe, expect, it } from 'vitest';
import { codexEnv } from '../../../src/adapters/index.js';
import {
  approvalsDescription,
  httpDescription,
  stdioDescription,
  TOKEN,
} from '../../support/descriptions.js';

describe('the environment for codex', () => {
  it('has the tokens without their scheme, and what stdio servers want', () => {
    expect(codexEnv([httpDescription(), { description: stdioDescription() }])).toEqual({
      PLAINWIRE_TOKEN_ENGINE: TOKEN,
      API_KEY: 'secret-key',
    });
  });

  it('has nothing for approvals, which are asked through a file', () => {
    expect(codexEnv([approvalsDescription()])).toEqual({});
  });

  it('is refused for two servers of one name', () => {
    expect(() => codexEnv([httpDescription(), httpDescription()])).toThrow(/two servers/);
  });
});
