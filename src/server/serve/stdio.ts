import type { ServedChannel, ServeOwnStdioOptions } from '../../transport/index.js';
import { serveOwnStdio } from '../../transport/index.js';
import type { McpServer } from '../mcp-server.js';

/**
 * Serves the client that started this process, over stdin and stdout. Ends when stdin does; `closed` tells.
 * Everything else that the program prints goes to stderr from now on.
 *
 * @throws Fault `invalid_argument` when stdio is being served already, `platform_missing`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function serveStdio(server: McpServer, options: ServeOwnStdioOptions = {}): ServedChannel {
  return serveOwnStdio(server, { ...server.carrierDefaults, ...options });
}
