import type { JsonObject, JsonValue, LoggingLevel } from '../../protocol/index.js';
import { LOGGING_LEVELS, notification } from '../../protocol/index.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ServerCore } from '../server-core.js';

/**
 * Sends a log message on the stream of a request, if its client asked for messages of this level.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level
 */
export function logMessage(
  core: ServerCore,
  exchange: Exchange,
  level: LoggingLevel,
  data: unknown,
  logger: string | undefined,
): void {
  if (!core.settings.logging) {
    core.log.warnOnce('context.log does nothing: create the McpServer with `logging: true`');
    return;
  }
  // Legacy: looked up now, because the client may change it while the request runs.
  const wanted = exchange.session === undefined ? exchange.logLevel : exchange.session.logLevel;
  if (wanted === undefined || severity(level) < severity(wanted)) return;
  const value = data as JsonValue;
  const params: JsonObject = logger === undefined ? { level, data: value } : { level, logger, data: value };
  exchange.carrier.notify(notification('notifications/message', params));
}

/** Legacy only: the method table gives `logging/setLevel` to no modern revision. */
export function setLogLevel(_core: ServerCore, { params, session }: Exchange): JsonObject {
  if (session !== undefined) session.logLevel = params['level'] as LoggingLevel;
  return {};
}

function severity(level: LoggingLevel): number {
  return LOGGING_LEVELS.indexOf(level);
}
