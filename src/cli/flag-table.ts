import { CHECK_OPTIONS } from './check-flags.js';
import { HOST_OPTIONS } from './host-flags.js';
import { RECORDING_OPTIONS } from './recording-flags.js';

/** Every flag of every verb, as `parseArgs` wants it. */
export const OPTIONS = {
  json: { type: 'boolean' },
  verbose: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  revision: { type: 'string' },
  header: { type: 'string', multiple: true },
  env: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  stdio: { type: 'boolean' },
  http: { type: 'boolean' },
  name: { type: 'string' },
  out: { type: 'string', short: 'o', multiple: true },
  ...CHECK_OPTIONS,
  ...RECORDING_OPTIONS,
  ...HOST_OPTIONS,
} as const;

export type FlagName = keyof typeof OPTIONS;

/** How a flag is written, and what it does, for the help. */
export const FLAG_HELP: { readonly [name in FlagName]: readonly [written: string, meaning: string] } = {
  json: ['--json', 'the whole answer as JSON on standard output'],
  revision: ['--revision <date>', 'speak this protocol revision and no other'],
  header: ["--header 'N: v'", 'send this HTTP header (repeat)'],
  env: ['--env NAME=value', 'set this variable for the server (repeat)'],
  timeout: ['--timeout 30s', 'for connecting, and for the call (500ms, 30, 30s, 2m)'],
  server: ['--server name', 'the server of the configuration that is meant'],
  config: ['--config file', 'read this file in place of ~/.plainwire/mcp.json and .plainwire/mcp.json'],
  http: ['--http', 'serve on loopback until Ctrl-C (the default)'],
  stdio: ['--stdio', 'serve over standard input and output'],
  name: ['--name N', 'the name of the server (default: the name of the file)'],
  out: ['-o, --out file', 'where to write'],
  listen: ['--listen port', 'a port, or host:port, on which to wait for the client'],
  as: ['--as client|server', 'which side to play'],
  ignore: ['--ignore field', 'what not to compare (repeat)'],
  format: ['--format name', 'pretty, json, junit, markdown, html or sarif (repeat)'],
  only: ['--only a,b', 'these checks or subjects; * stands for anything'],
  skip: ['--skip a,b', 'all but these checks or subjects'],
  strict: ['--strict', 'warnings are failures'],
  baseline: ['--baseline file', 'findings that are known'],
  'update-baseline': ['--update-baseline', 'write that file from this run'],
  'call-readonly': ['--call-readonly', 'may call tools that are read-only and need no argument'],
  'allow-calls': ['--allow-calls a,b', 'may call these tools'],
  'no-calls': ['--no-calls', 'calls no tool, not even one that does not exist'],
  remote: ['--remote', 'malformed input is allowed for a server on another machine'],
  rate: ['--rate 5', 'HTTP requests a second, at most'],
  jobs: ['--jobs 8', 'checks at once'],
  trace: ['--trace file', 'check a recording'],
  list: ['--list', 'the checks that there are'],
  explain: ['--explain <id>', 'what a check is about'],
  verbose: ['-v, --verbose', 'show the wire on standard error, secrets redacted'],
  version: ['--version', 'the version of plainwire'],
  help: ['-h, --help', 'this help'],
};
