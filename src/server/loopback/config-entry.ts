import type { JsonObject } from '../../protocol/index.js';
import type { ServerDescription } from './description.js';

/**
 * One entry of `mcpServers`, the way of telling a client about a server that most of them read. It holds the credential
 * and the environment: it belongs into a 0600 file.
 */
export function mcpConfigEntry(server: ServerDescription): JsonObject {
  const timeout = server.suggestedTimeoutMs;
  if (server.transport === 'stdio') {
    return {
      type: 'stdio',
      command: server.command,
      args: [...server.args],
      env: { ...server.env },
      timeout,
    };
  }
  return { type: 'http', url: server.url, headers: { ...server.authHeaders }, timeout };
}

/** The document for one server or several. */
export function mcpConfig(servers: readonly ServerDescription[]): JsonObject {
  return { mcpServers: Object.fromEntries(servers.map((server) => [server.name, mcpConfigEntry(server)])) };
}
