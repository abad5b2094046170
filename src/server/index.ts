// The public surface of plainwire/server.
export type { ApprovalDecision, ApprovalEvent, ApprovalListener } from './approvals/approval-log.js';
export type { ApprovalPredicate, ApprovalServerOptions } from './approvals/approval-options.js';
export { ApprovalServer } from './approvals/approval-server.js';
export type { DecisionSource } from './approvals/decision-table.js';
export { type Asker, type AskFunction, askerOf, type Decision, type Question } from './asking/asker.js';
export { elicitationAsker } from './asking/elicitation-asker.js';
export type { FileText, ReadFileText } from './asking/file-change.js';
export { type Heard, InputLines, type TerminalInput } from './asking/input-lines.js';
export {
  type AnswerOutcome,
  QueueAsker,
  type QueueAskerOptions,
  type WaitingQuestion,
} from './asking/queue-asker.js';
export { TerminalAsker, type TerminalAskerOptions, type TerminalOutput } from './asking/terminal-asker.js';
export { visibleText } from './asking/visible-text.js';
export type { CacheHint } from './cache-hint.js';
export type { CallContext } from './context/call-context.js';
export type { ProgressDetails } from './context/progress.js';
export type {
  ElicitQuestion,
  FormQuestion,
  RootsQuestion,
  SampleQuestion,
  UrlQuestion,
} from './context/question.js';
export { isUnanswered } from './context/round-trip.js';
export type {
  CompletionArgument,
  CompletionContext,
  CompletionReturn,
  PromptDefinition,
  PromptReturn,
  ResourceDefinition,
  ResourceRequest,
  ResourceReturn,
  ResourceTemplateDefinition,
  SchemaObject,
  ToolDefinition,
  ToolResult,
  ToolReturn,
} from './definitions.js';
export { mcpConfig, mcpConfigEntry } from './loopback/config-entry.js';
export { ConfigFile } from './loopback/config-file.js';
export type {
  DescribedTool,
  HttpServerDescription,
  ServerDescription,
  StdioServerDescription,
} from './loopback/description.js';
export { qualifiedToolName } from './loopback/server-names.js';
export { McpServer } from './mcp-server.js';
export type {
  CachedMethod,
  Feature,
  RequestStateOptions,
  ServerIdentity,
  ServerOptions,
  ToolCall,
} from './options.js';
export { callResult } from './registry/call-result.js';
export type { RegistryOptions } from './registry/registry-mcp-server.js';
export { type PolicyVerdict, RunPolicy, type RunPolicyOptions } from './registry/run-policy.js';
export type { FromSchema, SchemaArguments } from './registry/schema-type.js';
export { type ServeRegistryOptions, serveRegistry } from './registry/serve-registry.js';
export { serveRegistryStdio } from './registry/serve-registry-stdio.js';
export type { ServedRegistry } from './registry/served-registry.js';
export type { StandardIssue, StandardParameters, StandardResult } from './registry/standard-schema.js';
export { stdioCommand } from './registry/stdio-command.js';
export {
  type ArgumentsOf,
  type Cap,
  type Tool,
  type ToolListing,
  type ToolOptions,
  tool,
} from './registry/tool.js';
export { isToolArgumentError, ToolArgumentError } from './registry/tool-argument-error.js';
export { type ToolContext, type ToolContextParts, toolContext } from './registry/tool-context.js';
export {
  type NextCall,
  type RegistryLike,
  registryOf,
  type ToolInvocation,
  type ToolMiddleware,
  ToolRegistry,
} from './registry/tool-registry.js';
export type { RunContext, RunEvent } from './run-context.js';
export { type BearerAuthOptions, bearerAuth } from './serve/bearer-auth.js';
export { fetchHandler, nodeHandler, serveHttp } from './serve/http.js';
export { connectInMemory, type InMemoryOptions } from './serve/in-memory.js';
export { serveStdio } from './serve/stdio.js';
export type { ServerLogEntry } from './server-log.js';
