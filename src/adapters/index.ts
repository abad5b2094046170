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
export type {
  AdaptedTool,
  AdaptOptions,
  ResultForm,
  RunResult,
  ToolCaller,
} from './mcp/adapted-tool.js';
export { adaptTool } from './mcp/adapted-tool.js';
export { type McpTools, type McpToolsOptions, mcpTools, type ToolSource } from './mcp/mcp-tools.js';
export { blockText, contentText, resultText } from './mcp/result-text.js';
export { type McpConfigFile, type McpConfigOptions, writeMcpConfig } from './mcp-config.js';
