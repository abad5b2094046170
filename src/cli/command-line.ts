import { parseArgs } from 'node:util';
import type { Revision } from '../protocol/index.js';
import { isRevision, REVISIONS } from '../protocol/index.js';
import type { CheckWords } from './check-flags.js';
import { UsageError } from './exit-code.js';
import { type FlagName, OPTIONS } from './flag-table.js';
import { checkHostWords, type HostWords } from './host-flags.js';
import { didYouMean } from './nearest-word.js';
import type { RecordingWords } from './recording-flags.js';
import { verbRow, verbsWith } from './verb-table.js';

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
  const { target, words } = takeTarget(verb, rest, command);
  const host = { server: values.server, config: values.config };
  checkHostWords(verb, host, target !== undefined);
  refuseFlagsOfOthers(verb, values);
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
    const unknown = unknownFlag(argv);
    if (unknown !== undefined) throw new UsageError(unknown);
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function unknownFlag(argv: readonly string[]): string | undefined {
  const { tokens } = parseArgs({ args: [...argv], options: OPTIONS, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(OPTIONS, token.name)) continue;
    return `There is no flag ${token.rawName}${didYouMean(token.name, Object.keys(OPTIONS), '--')}`;
  }
  return undefined;
}

/** A flag that has no effect is a mistake that nobody would notice. */
function refuseFlagsOfOthers(verb: string, values: object): void {
  const row = verbRow(verb);
  if (row === undefined || 'help' in values || 'version' in values) return;
  const taken: readonly FlagName[] = [...row.flags, ...(row.refuses ?? [])];
  for (const flag of Object.keys(values) as FlagName[]) {
    if (!taken.includes(flag)) throw new UsageError(`--${flag} is a flag of ${listed(verbsWith(flag))}.`);
  }
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function takeTarget(
  verb: string,
  rest: readonly string[],
  command: readonly string[] | undefined,
): { target: TargetWords | undefined; words: readonly string[] } {
  const [first, ...words] = rest;
  const hasUrl = first !== undefined && /^(https?|wss?):\/\//i.test(first);
  if (command === undefined) {
    return hasUrl ? { target: { kind: 'url', url: first }, words } : { target: undefined, words: rest };
  }
  const [program, ...args] = command;
  if (program === undefined)
    throw new UsageError('Nothing follows `--`: name the command that starts the server.');
  if (hasUrl && verbRow(verb)?.takesUrls !== true)
    throw new UsageError('A URL and a command after `--` are two servers: name one of them.');
  return { target: { kind: 'command', command: program, args }, words: rest };
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
