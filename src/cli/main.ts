import { VERSION } from '../protocol/index.js';
import type { CommandLine } from './command-line.js';
import { parseCommandLine } from './command-line.js';
import type { ExitCode } from './exit-code.js';
import { EXIT, exitCodeFor, UsageError } from './exit-code.js';
import { messageFor } from './flag-hints.js';
import { helpOf, noSuchVerb } from './help.js';
import type { Output } from './output.js';
import { printable, streamOutput } from './output.js';
import { watchOutput } from './output-loss.js';
import type { Session, Surroundings } from './session.js';
import { openSession } from './session.js';
import { verbRow } from './verb-table.js';
import { approve } from './verbs/approve.js';
import { call } from './verbs/call.js';
import { check } from './verbs/check.js';
import { codexHook } from './verbs/codex-hook.js';
import { complete } from './verbs/complete.js';
import { inspect } from './verbs/inspect.js';
import { prompt } from './verbs/prompt.js';
import { prompts } from './verbs/prompts.js';
import { read } from './verbs/read.js';
import { record } from './verbs/record.js';
import { replay } from './verbs/replay.js';
import { resources } from './verbs/resources.js';
import { serve } from './verbs/serve.js';
import { servers } from './verbs/servers.js';
import { tools } from './verbs/tools.js';

const VERBS: Readonly<Record<string, (session: Session) => Promise<ExitCode>>> = {
  inspect,
  call,
  read,
  prompt,
  complete,
};

/** Verbs that need no server to talk to. `approve` and `record` give the exit code of the command that they run. */
const OWN_VERBS: Readonly<
  Record<string, (line: CommandLine, surroundings: Surroundings) => Promise<number>>
> = {
  servers: (line, surroundings) => servers(line, surroundings),
  tools: (line, surroundings) => tools(line, surroundings),
  resources: (line, surroundings) => resources(line, surroundings),
  prompts: (line, surroundings) => prompts(line, surroundings),
  check,
  record,
  replay,
  serve,
  approve,
  'codex-hook': codexHook,
};

/**
 * Runs one command line. Never calls `process.exit`: the process ends when all output is out and the server is gone.
 */
async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { output } = surroundings;
  let line: CommandLine | undefined;
  try {
    line = parseCommandLine(argv);
    if (line.flags.version) return say(output, VERSION);
    const helpVerb = helpWanted(line);
    if (helpVerb !== undefined) return say(output, helpOf(helpVerb));
    return await runVerb(line, surroundings);
  } catch (error) {
    const verb = line?.verb ?? argv.find((word) => verbRow(word) !== undefined);
    return fail(error, { whileConnecting: true, verb, server: line?.flags.host.server, output });
  }
}

/** The verb whose help is wanted; empty for all of them. */
function helpWanted({ verb, words, flags }: CommandLine): string | undefined {
  if (verb === 'help') return words[0] ?? '';
  return verb === '' || flags.help ? verb : undefined;
}

async function runVerb(line: CommandLine, surroundings: Surroundings): Promise<number> {
  const own = Object.hasOwn(OWN_VERBS, line.verb) ? OWN_VERBS[line.verb] : undefined;
  if (own !== undefined) return own(line, surroundings);
  const verb = Object.hasOwn(VERBS, line.verb) ? VERBS[line.verb] : undefined;
  if (verb === undefined) throw new UsageError(noSuchVerb(line.verb));
  const session = await openSession(line, surroundings);
  try {
    return await verb(session);
  } catch (error) {
    const { verb: name, flags } = line;
    const { output } = surroundings;
    return fail(error, { whileConnecting: false, verb: name, server: flags.host.server, output });
  } finally {
    await session.client.close();
  }
}

function say(output: Output, text: string): ExitCode {
  output.line(text);
  return EXIT.ok;
}

interface Failed {
  readonly whileConnecting: boolean;
  readonly verb: string | undefined;
  /** The configured server that was named. */
  readonly server: string | undefined;
  readonly output: Output;
}

function fail(error: unknown, { whileConnecting, verb = '', server, output }: Failed): ExitCode {
  const code = exitCodeFor(error, whileConnecting);
  output.note(`plainwire: ${printable(messageFor(error, { isFromFile: server !== undefined }))}`);
  if (code === EXIT.usage) {
    const help = verbRow(verb) === undefined ? '--help' : `help ${verb}`;
    output.note(`\`plainwire ${help}\` shows how to write it.`);
  }
  return code;
}

const interruption = new AbortController();
const interrupt = () => interruption.abort();
process.once('SIGINT', interrupt);
process.once('SIGTERM', interrupt);
const output = streamOutput(process.stdout, process.stderr);
const loss = watchOutput(process, output, () => {
  interrupt();
  process.exitCode = loss.exitCode ?? process.exitCode;
});
const exitCode = await run(process.argv.slice(2), {
  output,
  interrupted: interruption.signal,
  isTerminal: process.stderr.isTTY === true,
});
process.exitCode = loss.exitCode ?? exitCode;
