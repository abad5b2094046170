import { CHECK_OPTIONS } from './check-flags.js';
import type { FlagName } from './flag-table.js';

/** What a verb is written like, and which flags it takes. */
export interface VerbRow {
  /** What follows `plainwire`. */
  readonly usage: readonly string[];
  /** One line: what it does. */
  readonly does: string;
  readonly flags: readonly FlagName[];
  /** What a flag means here, where that is not what it means elsewhere. */
  readonly meanings?: { readonly [flag in FlagName]?: string };
  /** Flags that it refuses by itself, because it can say why. */
  readonly refuses?: readonly FlagName[];
  /** Where a URL may be one of its words, and a server follows after `--`. */
  readonly takesUrls?: true;
}

const ONE_SERVER: readonly FlagName[] = [
  'json',
  'revision',
  'header',
  'env',
  'timeout',
  'server',
  'config',
  'verbose',
];
const ALL_SERVERS: readonly FlagName[] = ['json', 'revision', 'timeout', 'config', 'verbose'];
const FILE_SAYS: readonly FlagName[] = ['header', 'env', 'server'];

/** How a server is named, in the usage of a verb. */
const servers = (verb: string, words = ''): string[] => [
  `${verb}${words} -- command args…`,
  `${verb} <url>${words}`,
  `${verb} --server <name>${words}`,
];

/** Every verb for people. docs/cli.md says the same at more length. */
export const VERB_TABLE: Readonly<Record<string, VerbRow>> = {
  inspect: { usage: servers('inspect'), does: 'who the server is and what it offers', flags: ONE_SERVER },
  call: {
    usage: servers('call', ' <tool> [key=value | key:=json | {json}]'),
    does: 'call a tool',
    flags: ONE_SERVER,
  },
  read: { usage: servers('read', ' <uri>'), does: 'read a resource', flags: ONE_SERVER, takesUrls: true },
  prompt: { usage: servers('prompt', ' <name> [key=value…]'), does: 'get a prompt', flags: ONE_SERVER },
  complete: {
    usage: servers('complete', ' <prompt|template> <arg>=<start> [key=value…]'),
    does: 'suggestions for an argument',
    flags: ONE_SERVER,
    takesUrls: true,
  },
  servers: {
    usage: ['servers'],
    does: 'the servers of the configuration, and whether they work',
    flags: ALL_SERVERS,
    refuses: FILE_SAYS,
  },
  tools: {
    usage: ['tools [server]'],
    does: 'the tools of the configured servers: names, permissions',
    flags: ALL_SERVERS,
    refuses: FILE_SAYS,
  },
  resources: {
    usage: ['resources [server]'],
    does: 'the resources of the configured servers',
    flags: ALL_SERVERS,
    refuses: FILE_SAYS,
  },
  prompts: {
    usage: ['prompts [server]'],
    does: 'the prompts of the configured servers',
    flags: ALL_SERVERS,
    refuses: FILE_SAYS,
  },
  check: {
    usage: [...servers('check'), 'check --trace trace.jsonl', 'check --list | --explain <id>'],
    does: 'hold a server against the specification (docs/check.md)',
    flags: [
      ...(Object.keys(CHECK_OPTIONS) as (keyof typeof CHECK_OPTIONS)[]),
      'out',
      ...ONE_SERVER.filter((flag) => flag !== 'verbose'),
    ],
    meanings: {
      timeout: 'for the whole run (500ms, 30, 30s, 5m)',
      json: 'the report as JSON; with --list the list',
    },
  },
  record: {
    usage: ['record -o trace.jsonl -- command args…', 'record -o trace.jsonl [--listen port] <url>'],
    does: 'write down what passes between a client and a server (docs/trace.md)',
    flags: ['out', 'listen', 'env', 'json'],
    meanings: { json: 'the address of the recorder as JSON' },
    refuses: ['header'],
  },
  replay: {
    usage: ['replay trace.jsonl -- command args…', 'replay trace.jsonl <url>', 'replay trace.jsonl'],
    does: 'play one side of a recording, tell what the other does differently (docs/trace.md)',
    flags: ['as', 'ignore', 'listen', 'json', 'timeout', 'header', 'env'],
    meanings: { timeout: 'for each step (500ms, 30, 30s, 2m)', json: 'the differences as JSON' },
  },
  serve: {
    usage: ['serve <module> [--http | --stdio]'],
    does: 'hand the tools of a module to an agent CLI',
    flags: ['http', 'stdio', 'name', 'timeout', 'json'],
    meanings: {
      timeout: 'for each call (default: for ever)',
      json: 'what is served, secrets masked, as JSON',
    },
  },
  approve: {
    usage: ['approve [claude | codex] -- command args…'],
    does: 'run an agent, approve its actions in this terminal',
    flags: ['timeout', 'env', 'verbose'],
    meanings: {
      timeout: 'for each question (default: for ever)',
      env: 'set this variable for the agent (repeat)',
      verbose: 'show the command that is run',
    },
  },
};

/** The row of a verb, unless there is none of this name. */
export function verbRow(verb: string): VerbRow | undefined {
  return Object.hasOwn(VERB_TABLE, verb) ? VERB_TABLE[verb] : undefined;
}

/** Verbs that take a flag. */
export function verbsWith(flag: FlagName): string[] {
  return Object.entries(VERB_TABLE).flatMap(([verb, { flags }]) => (flags.includes(flag) ? [verb] : []));
}
