import type { ConfigFormat } from './config-format.js';

export interface DiscoverOptions {
  /** The folder that is worked in. Default: that of this process. */
  readonly cwd?: string;
  /** The user's home folder. Default: that of the operating system. */
  readonly home?: string;
  /** As `process.platform`, which is the default. */
  readonly platform?: string;
  /** Default: the variables of this process. `APPDATA` and `XDG_CONFIG_HOME` are looked at. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A configuration file that is there. It can be given to `readMcpConfigFile` and to `loadMcpConfig` as one of `files`. */
export interface DiscoveredConfig {
  readonly path: string;
  readonly format: ConfigFormat;
  readonly scope: 'user' | 'project';
}

/** Finds the configuration files of other programs; reads none. The user's come first. */
export async function discoverMcpConfigs(
  _options: DiscoverOptions = {},
): Promise<readonly DiscoveredConfig[]> {
  return [];
}
