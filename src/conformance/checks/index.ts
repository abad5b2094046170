import type { Check } from '../check.js';
import { AUTH_DISCOVERY_CHECKS } from './auth-discovery.js';
import { AUTHORIZATION_CHECKS } from './authorization.js';
import { BATCH_CHECKS } from './batches.js';
import { CACHING_CHECKS } from './caching.js';
import { CANCELLATION_CHECKS } from './cancellation.js';
import { CAPABILITY_CHECKS } from './capabilities.js';
import { COMPLETION_CHECKS } from './completion.js';
import { DISCOVER_CHECKS } from './discover.js';
import { ENVELOPE_CHECKS } from './envelope.js';
import { HTTP_LEGACY_CHECKS } from './http-legacy.js';
import { HTTP_POST_CHECKS } from './http-posts.js';
import { HTTP_SECURITY_CHECKS } from './http-security.js';
import { JSON_RPC_CHECKS } from './jsonrpc.js';
import { LEGACY_SESSION_CHECKS } from './legacy-sessions.js';
import { LIFECYCLE_CHECKS } from './lifecycle.js';
import { LIST_CHECKS } from './lists.js';
import { LOGGING_CHECKS } from './logging.js';
import { MALFORMED_CHECKS } from './malformed.js';
import { MODERN_HEADER_CHECKS } from './modern-headers.js';
import { MODERN_HTTP_CHECKS } from './modern-http.js';
import { MRTR_CHECKS } from './mrtr.js';
import { PING_CHECKS } from './ping.js';
import { PROGRESS_CHECKS } from './progress.js';
import { PROMPT_CHECKS } from './prompts.js';
import { RESOURCE_CHECKS } from './resources.js';
import { RESULT_CHECKS } from './results.js';
import { SSE_CHECKS } from './sse.js';
import { STDIO_CHECKS } from './stdio.js';
import { STDIO_PROCESS_CHECKS } from './stdio-process.js';
import { SUBSCRIPTION_CHECKS } from './subscriptions.js';
import { TOOL_CALL_CHECKS } from './tool-calls.js';
import { TOOL_DEFINITION_CHECKS } from './tool-definitions.js';
import { TOOL_SCHEMA_CHECKS } from './tool-schemas.js';
import { VERSION_CHECKS } from './versions.js';
import { WIRE_CHECKS } from './wire.js';

/** Every check there is, in the order of the report. */
export const CHECKS: readonly Check[] = [
  ...WIRE_CHECKS,
  ...RESULT_CHECKS,
  ...LIFECYCLE_CHECKS,
  ...VERSION_CHECKS,
  ...ENVELOPE_CHECKS,
  ...DISCOVER_CHECKS,
  ...CAPABILITY_CHECKS,
  ...JSON_RPC_CHECKS,
  ...MALFORMED_CHECKS,
  ...BATCH_CHECKS,
  ...STDIO_CHECKS,
  ...STDIO_PROCESS_CHECKS,
  ...HTTP_POST_CHECKS,
  ...HTTP_LEGACY_CHECKS,
  ...LEGACY_SESSION_CHECKS,
  ...HTTP_SECURITY_CHECKS,
  ...SSE_CHECKS,
  ...MODERN_HTTP_CHECKS,
  ...MODERN_HEADER_CHECKS,
  ...LIST_CHECKS,
  ...CACHING_CHECKS,
  ...TOOL_DEFINITION_CHECKS,
  ...TOOL_SCHEMA_CHECKS,
  ...TOOL_CALL_CHECKS,
  ...RESOURCE_CHECKS,
  ...PROMPT_CHECKS,
  ...COMPLETION_CHECKS,
  ...LOGGING_CHECKS,
  ...PING_CHECKS,
  ...PROGRESS_CHECKS,
  ...CANCELLATION_CHECKS,
  ...MRTR_CHECKS,
  ...SUBSCRIPTION_CHECKS,
  ...AUTHORIZATION_CHECKS,
  ...AUTH_DISCOVERY_CHECKS,
];
