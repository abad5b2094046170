import type { Limits } from '../../protocol/index.js';
import type { ConfigFormat } from './config-format.js';
import type { ServerDeclaration } from './server-declaration.js';
import type { LoadedConfig, ServerEntry } from './server-entry.js';

/** What else is known of a project's server when somebody decides about it. */
export interface ProjectServerDetails {
  /** Environment variables of this process that the entry makes use of, by name, sorted. */
  readonly variables: readonly string[];
}

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
  readonly approveProjectServer?: (
    entry: ServerEntry,
    details: ProjectServerDetails,
  ) => boolean | Promise<boolean>;
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
export async function loadMcpConfig(_options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  return { servers: [], problems: [] };
}
