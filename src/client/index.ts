// The public surface of plainwire/client.
export {
  customServer,
  sseServer,
  stdioServer,
  streamableHttpServer,
  targetIdentity,
  webSocketServer,
} from '../transport/index.js';
export type { EraCache, EraVerdict } from './connect/era-cache.js';
export type {
  AskContext,
  CallOptions,
  ElicitHandler,
  ElicitHandlers,
  ListKind,
  ListOptions,
  LogEntry,
  Progress,
  RootsSource,
  SampleHandler,
} from './handlers.js';
export type { ListItems, ListName } from './lists/list-kinds.js';
export type { Quarantined } from './lists/walker.js';
export { McpClient } from './mcp-client.js';
export type { CacheOptions, ListTtlMs, McpClientOptions, Timeouts } from './options.js';
export type { Change, SubscribeFilter } from './subscriptions/change.js';
export { Subscription } from './subscriptions/subscription.js';
