import type { JsonObject } from '../../protocol/index.js';
import type { ServerDescription } from './description.js';

/**
 * One entry of `mcpServers`, the way of telling a client about a server that most of them read. It holds the credential
 * and the environment: it belongs into a 0600 file.
 *
 * `timeout` and `alwaysLoad` are for Claude Code, which gives up after minutes without the one, and without the other
 * neither waits for a server nor offers its tools from the first turn (docs/claude.md). Other clients ignore them.
 */
export function mcpConfigEntry(server: ServerDescription): JsonObject {
  const common = { timeout: server.suggestedTimeoutMs, alwaysLoad: true };
  if (server.transport === 'stdio') {
    return {
      type: 'stdio',
      command: server.command,
      args: [...server.args],
      env: { ...server.env },
      ...common,
    };
  }
  return { type: 'http', url: server.url, headers: { ...server.authHeaders }, ...common };
}

/** The document for one server or several. */
export function mcpConfig(servers: readonly ServerDescription[]): JsonObject {
  return { mcpServers: Object.fromEntries(servers.map((server) => [server.name, mcpConfigEntry(server)])) };
}
