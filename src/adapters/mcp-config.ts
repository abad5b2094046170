import { ConfigFile, mcpConfig } from '../server/index.js';
import type { HandedOut } from './described.js';
import { handedOutTogether } from './described.js';

export interface McpConfigOptions {
  /** Where the file goes. It is kept then. Default: a folder of its own, which goes with it. */
  readonly path?: string;
}

/** A file that names servers. It holds their credentials. */
export interface McpConfigFile extends AsyncDisposable {
  readonly path: string;
  /** Removes the file, unless its path was given. Idempotent. */
  close(): Promise<void>;
}

/**
 * Writes one file with all the servers, for this user alone (0600). The credentials in it are good while the servers run;
 * close it when they end.
 *
 * @example
 * await using config = await writeMcpConfig([registry, approvals]);
 * spawn('claude', ['-p', ...claudeArgs([registry, approvals], { configPath: config.path }), prompt]);
 * @throws Fault (as a rejection) `invalid_argument`, `config_unwritable`, `platform_missing`
 */
export async function writeMcpConfig(
  servers: readonly HandedOut[],
  { path }: McpConfigOptions = {},
): Promise<McpConfigFile> {
  const { descriptions } = handedOutTogether(servers);
  const file = await ConfigFile.at(path);
  const close = (): Promise<void> => file.remove();
  try {
    await file.write(mcpConfig(descriptions));
  } catch (error) {
    await close();
    throw error;
  }
  return { path: file.path, close, [Symbol.asyncDispose]: close };
}
