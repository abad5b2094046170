import { parseArgs } from 'node:util';
import type { Revision } from '../protocol/index.js';
import { isRevision, REVISIONS } from '../protocol/index.js';
import { CHECK_OPTIONS, type CheckWords } from './check-flags.js';
import { UsageError } from './exit-code.js';
import { checkHostWords, HOST_OPTIONS, type HostWords } from './host-flags.js';
import { RECORDING_OPTIONS, type RecordingWords } from './recording-flags.js';

/** Where the server is, as written on the command line. */
export type TargetWords =
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'url'; readonly url: string };

export interface CommandLine {
  readonly verb: string;
  /** What is left for the verb: a tool name and its arguments, a URI… */
  readonly words: readonly string[];
  readonly target: TargetWords | undefined;
  readonly flags: Flags;
}

export interface Flags {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly help: boolean;
  readonly version: boolean;
  readonly revision: Revision | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number | undefined;
  /** For `serve`. */
  readonly stdio: boolean | undefined;
  readonly http: boolean | undefined;
  readonly name: string | undefined;
  /** For `check`. */
  readonly check: CheckWords;
  /** For `record` and `replay`. */
  readonly recording: RecordingWords;
  /** For servers that a configuration file declares. */
  readonly host: HostWords;
}

const OPTIONS = {
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

const UNIT_MS: Readonly<Record<string, number>> = { '': 1000, s: 1000, ms: 1, m: 60_000, h: 3_600_000 };

/**
 * Reads `plainwire <verb> [words…] -- command args…`, `plainwire <verb> <url> [words…]` or `plainwire <verb> --server <name>
 * [words…]`. Flags may stand anywhere before `--`; everything after it belongs to the server's command.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const dashes = argv.indexOf('--');
  const ours = dashes === -1 ? argv : argv.slice(0, dashes);
  const command = dashes === -1 ? undefined : argv.slice(dashes + 1);
  const { values, positionals } = readWords(ours);
  const [verb = '', ...rest] = positionals;
  const { target, words } = takeTarget(rest, command);
  refuseFlagsOfOthers(verb, values);
  const host = { server: values.server, config: values.config };
  checkHostWords(verb, host, target !== undefined);
  return {
    verb,
    words,
    target,
    flags: {
      json: values.json ?? false,
      verbose: values.verbose ?? false,
      help: values.help ?? false,
      version: values.version ?? false,
      revision: readRevision(values.revision),
      headers: readPairs('--header', ':', values.header),
      env: readPairs('--env', '=', values.env),
      timeoutMs: readDuration(values.timeout),
      stdio: values.stdio,
      http: values.http,
      name: values.name,
      check: values,
      recording: { listen: values.listen, as: values.as, ignore: values.ignore },
      host,
    },
  };
}

function readWords(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function refuseFlagsOfOthers(verb: string, values: object): void {
  const given = Object.keys(CHECK_OPTIONS).find((name) => name in values);
  if (given !== undefined && verb !== 'check') throw new UsageError(`--${given} is a flag of check.`);
  const recording = Object.keys(RECORDING_OPTIONS).find((name) => name in values);
  if (recording !== undefined && verb !== 'record' && verb !== 'replay')
    throw new UsageError(`--${recording} is a flag of record and replay.`);
}

function takeTarget(
  rest: readonly string[],
  command: readonly string[] | undefined,
): { target: TargetWords | undefined; words: readonly string[] } {
  if (command !== undefined) {
    const [program, ...args] = command;
    if (program === undefined)
      throw new UsageError('Nothing follows `--`: name the command that starts the server.');
    return { target: { kind: 'command', command: program, args }, words: rest };
  }
  const [first, ...words] = rest;
  if (first === undefined || !/^(https?|wss?):\/\//i.test(first)) return { target: undefined, words: rest };
  return { target: { kind: 'url', url: first }, words };
}

function readRevision(text: string | undefined): Revision | undefined {
  if (text === undefined || isRevision(text)) return text;
  throw new UsageError(`--revision ${text} is not a protocol revision. Known: ${REVISIONS.join(', ')}.`);
}

function readPairs(
  flag: string,
  separator: string,
  texts: readonly string[] | undefined,
): Record<string, string> {
  const pairs: Record<string, string> = Object.create(null);
  for (const text of texts ?? []) {
    const at = text.indexOf(separator);
    if (at < 1) throw new UsageError(`${flag} takes name${separator}value.`);
    pairs[text.slice(0, at).trim()] = separator === ':' ? text.slice(at + 1).trim() : text.slice(at + 1);
  }
  return pairs;
}

/** `30` and `30s` are seconds; `500ms`, `2m` and `1h` say their unit. */
function readDuration(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|)$/.exec(text);
  const unitMs = match === null ? undefined : UNIT_MS[match[2] ?? ''];
  const amount = Number(match?.[1]);
  if (unitMs === undefined || !(amount > 0)) {
    throw new UsageError(`--timeout ${text} is not a duration. Write 30, 30s, 500ms, 2m or 1h.`);
  }
  return amount * unitMs;
}
