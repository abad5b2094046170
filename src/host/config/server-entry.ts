import type { ServerTarget } from '../../transport/index.js';

/** Where an entry was declared. The user's file is authoritative; a project's file may only add names. */
export type Origin =
  | { readonly kind: 'user' | 'project' | 'file'; readonly path: string }
  | { readonly kind: 'program' };

/** One server as the configuration declares it: checked, expanded, frozen. */
export interface ServerEntry {
  readonly name: string;
  readonly origin: Origin;
  readonly target: ServerTarget;
  /** Budget for connecting and the handshake, in milliseconds. Default 60,000. */
  readonly startupMs: number;
  /** Budget of one request, in milliseconds; undefined for none. */
  readonly requestMs: number | undefined;
  /** The user vouches for this server's annotations and for its tools. Default false. */
  readonly trust: boolean;
  /** Whether the resource tools show this server. Default true. */
  readonly resources: boolean;
  /** Whether Agent Skills are wanted. Recognised and without effect yet. Default false. */
  readonly skills: boolean;
  /** Default true. A server that is switched off is listed and never started. */
  readonly enabled: boolean;
  /** Names of the server's own tools to offer; undefined for all. */
  readonly enabledTools: readonly string[] | undefined;
  /** Names of the server's own tools to leave out. Wins over `enabledTools`. */
  readonly disabledTools: readonly string[];
}

/** What is wrong with one entry or one file. It never loses the other entries. */
export interface ConfigProblem {
  readonly severity: 'error' | 'warning';
  /** The file, when it came from one. */
  readonly path: string | undefined;
  /** Counted from 1. */
  readonly line: number | undefined;
  /** The server, when it is about one. */
  readonly server: string | undefined;
  /** Path of the key below the entry: `args[2]`, `timeout.startup`. */
  readonly key: string | undefined;
  /** What happened and what to do. Holds no value of `env` or `headers`. */
  readonly message: string;
}

/** What `loadMcpConfig` gives. */
export interface LoadedConfig {
  /** In the order in which they were declared: user file, project file, program. */
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ConfigProblem[];
}
