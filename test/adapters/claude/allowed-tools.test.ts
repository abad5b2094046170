import { describe, expect, it } from 'vitest';
import { allowedTools } from '../../../src/adapters/claude/allowed-tools.js';
import { approvalsDescription, httpDescription, stdioDescription } from '../../support/descriptions.js';

describe('tools that run without asking', () => {
  it('are those that require no approval, of all servers, sorted', () => {
    const servers = [httpDescription('zeta'), stdioDescription('alpha'), approvalsDescription()];
    expect(allowedTools(servers)).toEqual(['mcp__alpha__count', 'mcp__zeta__check']);
  });
});
