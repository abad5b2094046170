import { Fault, isJsonObject, type Limits } from '../../protocol/index.js';
import { nodeBuiltin } from '../../transport/index.js';
import { type ConfigFormat, FORMATS } from './config-format.js';
import { type ApproveProjectServer, ConfigMerge } from './config-merge.js';
import { type ConfigSource, readSource } from './read-source.js';
import type { ServerDeclaration } from './server-declaration.js';
import type { LoadedConfig } from './server-entry.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';

/** The folder of plainwire's own files, in the home folder and in a project. */
export const CONFIG_FOLDER = '.plainwire';

/** A file to read besides the two of plainwire. What a project's file declares has to be approved. */
export interface ConfigFileReference {
  readonly path: string;
  /** Default `plainwire`. */
  readonly format?: ConfigFormat;
  /** Who can write it: the user alone, or whoever writes to the project. Default `user`. */
  readonly scope?: 'user' | 'project';
}

export interface LoadConfigOptions {
  /** The folder that is worked in, absolute. Default: that of this process. */
  readonly cwd?: string;
  /** The user's home folder. Default: that of the operating system. */
  readonly home?: string;
  /** Variables for `$VAR` and `${VAR}`. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Read in place of the user's and the project's file; not to be there is an error then. */
  readonly configPath?: string;
  /** Further files, read after the user's own and before the project's. They may only add names. */
  readonly files?: readonly ConfigFileReference[];
  /** Servers of the program, by name. They replace those of the files, and their values are not expanded. */
  readonly servers?: Readonly<Record<string, ServerDeclaration>>;
  /**
   * Decides whether a server that a project's file declares may be used: it can start any command. Default: no. What it
   * throws is a no.
   */
  readonly approveProjectServer?: ApproveProjectServer;
  /** `configFileBytes` and `jsonDepth` are looked at. */
  readonly limits?: Partial<Limits>;
}

/**
 * Reads what servers there are: the user's file `~/.plainwire/mcp.json`, the project's `<cwd>/.plainwire/mcp.json`, and
 * what the program gives. docs/config.md has every key. It rejects only for options that are wrong: what is wrong with a
 * file or an entry is in `problems`, and all other entries are there.
 *
 * @throws Fault (as a rejection) `invalid_argument`, `platform_missing`
 */
export async function loadMcpConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  const surroundings = surroundingsOf(options);
  const ofProgram = options.servers ?? {};
  if (!isJsonObject(ofProgram)) throw invalid('servers', 'must be an object of servers by name');
  const approve = options.approveProjectServer;
  if (approve !== undefined && typeof approve !== 'function') {
    throw invalid('approveProjectServer', 'must be a function');
  }
  const merge = new ConfigMerge(new Set(Object.keys(ofProgram)), approve);
  for (const source of sourcesOf(options, surroundings)) {
    await merge.addFile(source, await readSource(source, surroundings));
  }
  merge.addProgram(ofProgram, surroundings);
  return merge.result();
}

/** Files in the order in which they count: the user's, what else is the user's, the project's, what else is of projects. */
function sourcesOf(options: LoadConfigOptions, { cwd, home }: Surroundings): ConfigSource[] {
  const path = nodeBuiltin('node:path');
  const others = (options.files ?? []).map(
    ({ path: file, format = 'plainwire', scope = 'user' }): ConfigSource => {
      if (!Object.hasOwn(FORMATS, format)) throw invalid('files', 'names a format that is not known');
      const kind = scope === 'user' ? 'file' : 'project';
      return { path: path.resolve(cwd, file), kind, format, required: true };
    },
  );
  const own = (folder: string, kind: 'user' | 'project'): ConfigSource => {
    return { path: path.join(folder, CONFIG_FOLDER, 'mcp.json'), kind, format: 'plainwire', required: false };
  };
  const given = options.configPath;
  const first: ConfigSource[] =
    given === undefined
      ? [own(home, 'user'), own(cwd, 'project')]
      : [{ path: path.resolve(cwd, given), kind: 'file', format: 'plainwire', required: true }];
  const sources = [...first, ...others];
  const isOfProject = ({ kind }: ConfigSource): boolean => kind === 'project';
  const ordered = [...sources.filter((source) => !isOfProject(source)), ...sources.filter(isOfProject)];
  // In the home folder the user's file is the project's as well. It is read once, as the user's.
  return ordered.filter(
    (source, index) => ordered.findIndex((other) => other.path === source.path) === index,
  );
}

function invalid(option: string, problem: string): Fault {
  return new Fault('invalid_argument', `loadMcpConfig: \`${option}\` ${problem}.`, { details: { option } });
}
