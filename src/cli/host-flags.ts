import { UsageError } from './exit-code.js';

/** Flags about servers that a configuration file declares. */
export const HOST_OPTIONS = {
  server: { type: 'string' },
  config: { type: 'string' },
} as const;

/** What the command line gave for them. */
export interface HostWords {
  /** The name of a configured server. */
  readonly server: string | undefined;
  /** The file to read in place of the user's and the project's. */
  readonly config: string | undefined;
}

/** Verbs that talk to one server, which may be a configured one. */
const ONE_SERVER: readonly string[] = ['inspect', 'call', 'read', 'prompt', 'complete', 'check'];
/** Verbs about all configured servers. */
const ALL_SERVERS: readonly string[] = ['servers', 'tools', 'resources', 'prompts'];

/** @throws UsageError for a flag that the verb does not take. */
export function checkHostWords(verb: string, { server, config }: HostWords, hasTarget: boolean): void {
  if (server !== undefined && ALL_SERVERS.includes(verb)) {
    const word = verb === 'servers' ? '' : `: plainwire ${verb} ${server}`;
    throw new UsageError(`${verb} takes no --server${word}.`);
  }
  if (server !== undefined && !ONE_SERVER.includes(verb))
    throw new UsageError(`--server is a flag of ${ONE_SERVER.join(', ')}.`);
  if (server !== undefined && hasTarget)
    throw new UsageError('--server names a configured server; leave out the URL or command.');
  if (config === undefined || ALL_SERVERS.includes(verb)) return;
  if (!ONE_SERVER.includes(verb)) {
    throw new UsageError(`--config is a flag of ${[...ALL_SERVERS, ...ONE_SERVER].join(', ')}.`);
  }
  if (server === undefined) throw new UsageError('--config goes with --server, which names a server in it.');
}
