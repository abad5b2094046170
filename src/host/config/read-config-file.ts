import type { ConfigFormat } from './config-format.js';
import type { LoadConfigOptions } from './load-config.js';
import type { LoadedConfig } from './server-entry.js';

export type ReadConfigFileOptions = Pick<LoadConfigOptions, 'cwd' | 'home' | 'env' | 'limits'> & {
  /** Default `plainwire`. */
  readonly format?: ConfigFormat;
};

/**
 * Reads one configuration file, of plainwire or of another program. Nobody is asked about its entries.
 *
 * @throws Fault (as a rejection) `invalid_argument`, `platform_missing`
 */
export async function readMcpConfigFile(
  _path: string,
  _options: ReadConfigFileOptions = {},
): Promise<LoadedConfig> {
  return { servers: [], problems: [] };
}
