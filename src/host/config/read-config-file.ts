import { Fault } from '../../protocol/index.js';
import { nodeBuiltin } from '../../transport/index.js';
import { type ConfigFormat, FORMATS } from './config-format.js';
import { readSource } from './read-source.js';
import type { LoadedConfig } from './server-entry.js';
import { type SurroundingsOptions, surroundingsOf } from './surroundings.js';

export interface ReadConfigFileOptions extends SurroundingsOptions {
  /** Default `plainwire`. */
  readonly format?: ConfigFormat;
  /** Who can write it: the user alone, or whoever writes to the project, whose `trust` has no effect. Default `user`. */
  readonly scope?: 'user' | 'project';
}

/**
 * Reads one configuration file, of plainwire or of another program. Nobody is asked about its entries: who gives a file to
 * `loadMcpConfig` as one of `files` can have a project's approved.
 *
 * @throws Fault (as a rejection) `invalid_argument`, `platform_missing`
 */
export async function readMcpConfigFile(
  path: string,
  options: ReadConfigFileOptions = {},
): Promise<LoadedConfig> {
  const { format = 'plainwire', scope = 'user' } = options;
  if (!Object.hasOwn(FORMATS, format)) {
    const known = Object.keys(FORMATS).join(', ');
    throw new Fault('invalid_argument', `readMcpConfigFile: \`format\` must be one of ${known}.`);
  }
  if (typeof path !== 'string' || path === '') {
    throw new Fault('invalid_argument', 'readMcpConfigFile: `path` must be the path of a file.');
  }
  const surroundings = surroundingsOf(options);
  const whole = nodeBuiltin('node:path').resolve(surroundings.cwd, path);
  const kind = scope === 'user' ? 'file' : 'project';
  const source = { path: whole, kind, format, required: true } as const;
  const { servers, problems } = await readSource(source, surroundings);
  return { servers: servers.flatMap(({ entry }) => entry ?? []), problems };
}
