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
export {
  type AiSdkCallOptions,
  type AiSdkContentPart,
  type AiSdkModelOutput,
  type AiSdkOptions,
  type AiSdkTool,
  type AiSdkTools,
  aiSdkTools,
} from './frameworks/ai-sdk.js';
export type { AiSdkSchema } from './frameworks/ai-sdk-schema.js';
export {
  type AnthropicBlock,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicTools,
  type AnthropicToolUse,
  anthropicTools,
} from './frameworks/anthropic.js';
export {
  type OpenAiFunctionCall,
  type OpenAiFunctionOutput,
  type OpenAiOutputPart,
  type OpenAiResponsesTool,
  type OpenAiResponsesTools,
  type OpenAiTool,
  type OpenAiToolCall,
  type OpenAiToolMessage,
  type OpenAiTools,
  openAiResponsesTools,
  openAiTools,
} from './frameworks/openai.js';
export type { ToolSet } from './frameworks/projection.js';
export type {
  AdaptedTool,
  AdaptOptions,
  ResultForm,
  RunResult,
  ToolCaller,
} from './mcp/adapted-tool.js';
export { adaptTool } from './mcp/adapted-tool.js';
export {
  type McpPromptsOptions,
  mcpPrompts,
  type PromptSource,
  type StaticPrompt,
} from './mcp/mcp-prompts.js';
export { type McpResourcesOptions, mcpResources, type ResourceSource } from './mcp/mcp-resources.js';
export { type McpTools, type McpToolsOptions, mcpTools, type ToolSource } from './mcp/mcp-tools.js';
export type { MemoryItem, MemoryQueryOptions, MemorySource } from './mcp/memory.js';
export { blockText, contentText, resultText } from './mcp/result-text.js';
export type { OnWarning } from './mcp/warnings.js';
export { type McpConfigFile, type McpConfigOptions, writeMcpConfig } from './mcp-config.js';
export { shortHash } from './short-hash.js';
