import type { HandedOut } from '../described.js';
import { handedOutTogether } from '../described.js';
import { allowedTools } from './allowed-tools.js';
import type { BuiltinTools } from './builtin-tools.js';
import { namedTools } from './builtin-tools.js';

export interface ClaudeArgsOptions {
  readonly builtinTools?: BuiltinTools;
  /** The file that `writeMcpConfig` wrote for these servers. Default: each server's own file. */
  readonly configPath?: string;
}

/**
 * Arguments for the command `claude -p`, to stand before the prompt. Credentials are in the files that they name, never in
 * them. Only these servers are loaded; settings of user, project and folder are off, because a `permissions.allow` in
 * there would settle a call before anybody is asked. The login is not touched.
 *
 * The last argument takes no value, so that a prompt that is appended stays the prompt.
 *
 * @throws Fault `invalid_argument`
 * @example spawn('claude', ['-p', ...claudeArgs([registry, approvals]), 'Close slice s-1.'])
 */
export function claudeArgs(
  servers: readonly HandedOut[],
  { builtinTools, configPath }: ClaudeArgsOptions = {},
): string[] {
  const { descriptions, approvals } = handedOutTogether(servers);
  const allowed = allowedTools(descriptions);
  const builtin = namedTools(builtinTools);
  return [
    '--mcp-config',
    ...(configPath === undefined ? descriptions.map((server) => server.configPath) : [configPath]),
    '--setting-sources',
    '',
    ...(builtin === undefined ? [] : ['--tools', builtin.join(',')]),
    ...(allowed.length === 0 ? [] : ['--allowed-tools', allowed.join(',')]),
    ...(approvals === undefined ? [] : ['--permission-prompt-tool', approvals.permissionPromptTool]),
    '--strict-mcp-config',
  ];
}
