import { nodeBuiltin } from '../../transport/index.js';
import type { ConfigFormat } from './config-format.js';
import { type SurroundingsOptions, surroundingsOf } from './surroundings.js';

export interface DiscoverOptions extends Pick<SurroundingsOptions, 'cwd' | 'home' | 'env'> {
  /** As `process.platform`, which is the default. */
  readonly platform?: string;
}

/** A configuration file that is there. It can be given to `readMcpConfigFile`, and to `loadMcpConfig` as one of `files`. */
export interface DiscoveredConfig {
  readonly path: string;
  readonly format: ConfigFormat;
  readonly scope: 'user' | 'project';
}

/** Where a program keeps a file: below which folder, by which steps. */
interface Place {
  readonly format: ConfigFormat;
  readonly below: 'home' | 'applications' | 'project';
  readonly steps: readonly string[];
}

const PLACES: readonly Place[] = [
  { format: 'claude-code', below: 'home', steps: ['.claude.json'] },
  { format: 'claude-desktop', below: 'applications', steps: ['Claude', 'claude_desktop_config.json'] },
  { format: 'cursor', below: 'home', steps: ['.cursor', 'mcp.json'] },
  { format: 'vscode', below: 'applications', steps: ['Code', 'User', 'mcp.json'] },
  { format: 'claude-code', below: 'project', steps: ['.mcp.json'] },
  { format: 'cursor', below: 'project', steps: ['.cursor', 'mcp.json'] },
  { format: 'vscode', below: 'project', steps: ['.vscode', 'mcp.json'] },
];

/** Finds the configuration files of other programs; reads none. The user's come first. */
export async function discoverMcpConfigs(
  options: DiscoverOptions = {},
): Promise<readonly DiscoveredConfig[]> {
  const { cwd, home, values } = surroundingsOf(options);
  const platform = options.platform ?? process.platform;
  const { join } = nodeBuiltin('node:path');
  const folders = { home, project: cwd, applications: applicationsFolder(platform, home, values.env) };
  const candidates = PLACES.map(({ format, below, steps }): DiscoveredConfig => {
    const scope = below === 'project' ? 'project' : 'user';
    return { path: join(folders[below], ...steps), format, scope };
  });
  const isThere = await Promise.all(candidates.map(({ path }) => isFile(path)));
  return candidates.filter((_, index) => isThere[index] === true);
}

function applicationsFolder(
  platform: string,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const { join } = nodeBuiltin('node:path');
  if (platform === 'win32') return env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  const configured = env['XDG_CONFIG_HOME'];
  return configured === undefined || configured === '' ? join(home, '.config') : configured;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await nodeBuiltin('node:fs/promises').stat(path)).isFile();
  } catch {
    return false;
  }
}
