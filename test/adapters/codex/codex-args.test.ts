import { describe, expect, it } from 'vitest';
import { codexArgs, codexEnv } from '../../../src/adapters/index.js';
import { approvalsDescription, httpDescription, stdioDescription } from '../../support/descriptions.js';

const engine = httpDescription();
const child = stdioDescription();
const gate = approvalsDescription();

/** The settings, by their key. */
function settings(args: readonly string[]): Record<string, string> {
  expect(args.filter((_arg, index) => index % 2 === 0).every((arg) => arg === '-c')).toBe(true);
  return Object.fromEntries(
    args
      .filter((_arg, index) => index % 2 === 1)
      .map((arg) => [arg.split('=')[0], arg.slice(arg.indexOf('=') + 1)]),
  );
}

describe('arguments for codex', () => {
  it('for a server over HTTP', () => {
    expect(settings(codexArgs([engine]))).toEqual({
      'mcp_servers.engine.url': '"http://127.0.0.1:4711/mcp"',
      'mcp_servers.engine.bearer_token_env_var': '"PLAINWIRE_TOKEN_ENGINE"',
      'mcp_servers.engine.required': 'true',
      'mcp_servers.engine.tool_timeout_sec': '61',
      'mcp_servers.engine.default_tools_approval_mode': '"prompt"',
      'mcp_servers.engine.tools.check.approval_mode': '"approve"',
      'mcp_servers.engine.tools.deploy.approval_mode': '"prompt"',
      'shell_environment_policy.exclude': '["PLAINWIRE_TOKEN_*"]',
    });
  });

  it('for a server that it starts name the variables, not their values', () => {
    expect(settings(codexArgs([child]))).toMatchObject({
      'mcp_servers.child.command': '"/usr/bin/node"',
      'mcp_servers.child.args': '["/srv/tools.js","--label","a \\"b\\""]',
      'mcp_servers.child.env_vars': '["API_KEY"]',
      'mcp_servers.child.required': 'true',
      'shell_environment_policy.exclude': '["API_KEY"]',
    });
  });

  it('name no variable where there is no token', () => {
    const args = codexArgs([httpDescription('open', { authHeaders: {} })]).join(' ');
    expect(args).not.toMatch(/bearer_token_env_var|shell_environment_policy/);
  });

  it('hide what needs approval when told to', () => {
    expect(settings(codexArgs([engine], { unapproved: 'hide' }))).toMatchObject({
      'mcp_servers.engine.disabled_tools': '["deploy"]',
    });
    expect(codexArgs([engine]).join(' ')).not.toContain('disabled_tools');
  });

  it('hold no secret: what they name is in the environment', () => {
    const servers = [engine, child, gate];
    const text = codexArgs(servers, { hookCommand: ['ask'] }).join(' ');
    for (const value of Object.values(codexEnv(servers))) expect(text).not.toContain(value);
    expect(text).not.toMatch(/secret/);
  });

  it.each([
    ['no hook command', {}],
    ['an empty one', { hookCommand: [] }],
  ])('are refused for approvals with %s: nobody would be asked', (_name, options) => {
    expect(() => codexArgs([engine, gate], options)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: expect.stringContaining('never be asked'),
      }),
    );
  });

  it('with a hook command ask the approval server, which is no server of tools', () => {
    const {
      'hooks.PreToolUse': before,
      'hooks.PermissionRequest': permission,
      ...rest
    } = settings(codexArgs([engine, gate], { hookCommand: ['ask', 'it'] }));
    for (const hooks of [before, permission])
      expect(hooks).toMatch(/'ask'.* '.*'it'.* '.*'\/tmp\/gate\/mcp\.json'/);
    expect(rest).toMatchObject({
      'features.hooks': 'true',
      'hooks.state': expect.stringContaining('sha256:'),
    });
    expect(Object.keys(rest).some((key) => key.startsWith('mcp_servers.gate'))).toBe(false);
  });
});
