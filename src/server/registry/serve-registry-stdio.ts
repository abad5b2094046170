import { serveStdio } from '../serve/stdio.js';
import type { RegistryOptions } from './registry-mcp-server.js';
import { registryMcpServer } from './registry-mcp-server.js';
import type { Tool } from './tool.js';
import type { RegistryLike } from './tool-registry.js';

/**
 * Serves tools over this process's stdin and stdout: the other half of `transport: 'stdio'`. Resolves when the agent CLI
 * closes the pipe. No config file is written: who is started by it cannot also be its author.
 *
 * @throws Fault (as a rejection) `invalid_argument`, also when stdio is being served already; `platform_missing`
 */
export async function serveRegistryStdio(
  source: RegistryLike | Iterable<Tool>,
  options: RegistryOptions,
): Promise<void> {
  const { server } = registryMcpServer(source, options);
  const served = serveStdio(server, { handleSignals: true });
  await served.closed;
}
