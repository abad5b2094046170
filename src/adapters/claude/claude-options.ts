import { Fault } from '../../protocol/index.js';
import type { HandedOut } from '../described.js';
import { handedOutTogether } from '../described.js';
import { allowedTools } from './allowed-tools.js';
import type { BuiltinTools } from './builtin-tools.js';
import { namedTools } from './builtin-tools.js';

export interface ClaudeOptionsOptions {
  readonly builtinTools?: BuiltinTools;
  /** The file that `writeMcpConfig` wrote for these servers. Needed for more than one of them. */
  readonly configPath?: string;
}

/** Options of Claude's Agent SDK, to be spread into those of `query`. */
export interface ClaudeAgentOptions {
  /** Arguments for the command, without their dashes. */
  extraArgs: Record<string, string | null>;
  strictMcpConfig: true;
  settingSources: never[];
  allowedTools: string[];
  permissionPromptToolName?: string;
  tools?: string[];
}

/**
 * The same as `claudeArgs`, for Claude's Agent SDK. Its `mcpServers` option is not used: that would put the credentials
 * on the command line of the process that it starts.
 *
 * @throws Fault `invalid_argument`
 * @example query({ prompt, options: { ...claudeOptions([registry, approvals], { configPath: config.path }) } })
 */
export function claudeOptions(
  servers: readonly HandedOut[],
  { builtinTools, configPath }: ClaudeOptionsOptions = {},
): ClaudeAgentOptions {
  const { descriptions, approvals } = handedOutTogether(servers);
  const [first] = descriptions;
  const path = configPath ?? (descriptions.length === 1 ? first?.configPath : undefined);
  if (path === undefined) {
    throw new Fault(
      'invalid_argument',
      'claudeOptions: the SDK takes one config file. Write one for all the servers with writeMcpConfig(servers), and give ' +
        'its path as `configPath`.',
    );
  }
  const builtin = namedTools(builtinTools);
  return {
    extraArgs: { 'mcp-config': path },
    strictMcpConfig: true,
    settingSources: [],
    allowedTools: allowedTools(descriptions),
    ...(approvals === undefined ? {} : { permissionPromptToolName: approvals.permissionPromptTool }),
    ...(builtin === undefined ? {} : { tools: [...builtin] }),
  };
}
