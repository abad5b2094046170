// The public surface of plainwire/adapters.
export type { BuiltinTools } from './claude/builtin-tools.js';
export { type ClaudeArgsOptions, claudeArgs } from './claude/claude-args.js';
export {
  type ClaudeAgentOptions,
  type ClaudeOptionsOptions,
  claudeOptions,
} from './claude/claude-options.js';
export { type CodexArgsOptions, codexArgs } from './codex/codex-args.js';
export { codexEnv } from './codex/codex-env.js';
export type { HandedOut } from './described.js';
export { type McpConfigFile, type McpConfigOptions, writeMcpConfig } from './mcp-config.js';
