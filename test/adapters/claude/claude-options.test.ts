import { describe, expect, it } from 'vitest';
import { claudeOptions } from '../../../src/adapters/index.js';
import { approvalsDescription, httpDescription } from '../../support/descriptions.js';

const engine = httpDescription();
const gate = approvalsDescription();

describe('options for the Agent SDK', () => {
  it('for a registry and approvals', () => {
    expect(claudeOptions([engine, gate], { configPath: '/tmp/both.json', builtinTools: false })).toEqual({
      extraArgs: { 'mcp-config': '/tmp/both.json' },
      strictMcpConfig: true,
      settingSources: [],
      allowedTools: ['mcp__engine__check'],
      permissionPromptToolName: 'mcp__gate__approve',
      tools: [],
    });
  });

  it('for one server name its own file', () => {
    expect(claudeOptions([engine])).toEqual({
      extraArgs: { 'mcp-config': '/tmp/engine/mcp.json' },
      strictMcpConfig: true,
      settingSources: [],
      allowedTools: ['mcp__engine__check'],
    });
  });

  it('for several want one file for all', () => {
    expect(() => claudeOptions([engine, gate])).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: expect.stringContaining('writeMcpConfig'),
      }),
    );
  });

  it('hold no secret', () => {
    expect(JSON.stringify(claudeOptions([engine, gate], { configPath: '/x' }))).not.toMatch(/secret/);
  });
});
