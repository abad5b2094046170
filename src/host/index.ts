// The public surface of plainwire/host.
export type { ConfigFormat } from './config/config-format.js';
export type { ApproveProjectServer, ProjectServerDetails } from './config/config-merge.js';
export { configProblemText } from './config/config-problem.js';
export {
  type DiscoveredConfig,
  type DiscoverOptions,
  discoverMcpConfigs,
} from './config/discover-configs.js';
export {
  type ConfigFileReference,
  type LoadConfigOptions,
  loadMcpConfig,
} from './config/load-config.js';
export { type ReadConfigFileOptions, readMcpConfigFile } from './config/read-config-file.js';
export type {
  DeclarationSettings,
  FileDeclaration,
  ServerDeclaration,
  TargetDeclaration,
} from './config/server-declaration.js';
export type { ConfigProblem, LoadedConfig, Origin, ServerEntry } from './config/server-entry.js';
export type { CallOutcome, HostEvent, HostListener } from './events.js';
export type { McpHostOptions } from './host-options.js';
export type { ServerCounts, ServerPhase, ServerState } from './host-state.js';
export { type HostToolsOptions, McpHost } from './mcp-host.js';
export { toolName } from './names/tool-name.js';
export { type NamedTool, ToolNames, type ToolReference } from './names/tool-names.js';
export { askPermission, type Permission } from './permissions/ask-permission.js';
export { decidePermission, type PermissionQuestion, type PermissionVerdict } from './permissions/decide.js';
export { matchesGlob } from './permissions/glob.js';
export { type LoadPermissionsOptions, loadPermissions } from './permissions/load-permissions.js';
export {
  type LoadedPermissions,
  NO_RULES,
  type PermissionAction,
  type PermissionRule,
  type PermissionRuleDeclaration,
  type PermissionRules,
} from './permissions/permission-rule.js';
export { programRules } from './permissions/program-rules.js';
export type { ReconnectOptions } from './reconnect.js';
export type {
  PageOptions,
  ResourcePage,
  ResourceRead,
  ResourceTemplatePage,
} from './resource-tools/host-resources.js';
export {
  isMcpResourceError,
  McpResourceError,
  type ResourceErrorKind,
} from './resource-tools/resource-error.js';
export { RESOURCE_TOOLS } from './resource-tools/resource-tools.js';
export type { HostClientOptions } from './server-connection.js';
export type { HostCallOptions } from './tool-box.js';
