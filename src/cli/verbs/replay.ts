import { readFileSync } from 'node:fs';
import type { ReplayOptions, ReplayReport } from '../../conformance/index.js';
import type { Trace } from '../../protocol/index.js';
import { decodeTrace, isFault } from '../../protocol/index.js';
import type { HttpTarget } from '../../transport/index.js';
import { openOwnStdio, stdioServer } from '../../transport/index.js';
import type { CommandLine, TargetWords } from '../command-line.js';
import type { ExitCode } from '../exit-code.js';
import { EXIT, UsageError } from '../exit-code.js';
import type { Output } from '../output.js';
import { printable } from '../output.js';
import { type RecordingFlags, readRecordingFlags } from '../recording-flags.js';
import type { Surroundings } from '../session.js';

type Conformance = typeof import('../../conformance/index.js');

/** What a replay works with. */
interface Job {
  readonly trace: Trace;
  readonly line: CommandLine;
  readonly flags: RecordingFlags;
  readonly options: ReplayOptions;
  readonly surroundings: Surroundings;
  readonly conformance: Conformance;
}

/**
 * `replay trace.jsonl -- command args…` and `replay trace.jsonl <url>`: plays the client to a server.
 * `replay trace.jsonl [--listen port]`: plays the server, on standard input and output or at an address, as the
 * recording was made. Exit code 1 when the other side does not do what was recorded.
 */
export async function replay(line: CommandLine, surroundings: Surroundings): Promise<ExitCode> {
  const [file, ...words] = line.words;
  if (file === undefined || words.length > 1)
    throw new UsageError('replay takes a recording: `plainwire replay trace.jsonl -- command args…`.');
  if (line.target !== undefined && words.length > 0)
    throw new UsageError(`\`${words[0]}\` and the command after \`--\` are two servers: name one of them.`);
  const target = line.target ?? urlTarget(words[0]);
  const flags = readRecordingFlags(line.flags.recording);
  const as = flags.as ?? (target === undefined ? 'server' : 'client');
  const { timeoutMs } = line.flags;
  const job: Job = {
    trace: readTrace(file),
    line,
    flags,
    options: { ignore: flags.ignore, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    surroundings,
    conformance: await import('../../conformance/index.js'),
  };
  if (as === 'client') return tell(await playClient(job, target), job, false);
  return playServer(job, target);
}

function urlTarget(word: string | undefined): TargetWords | undefined {
  if (word === undefined) return undefined;
  if (!/^https?:\/\//i.test(word)) throw new UsageError(`\`${word}\` is neither a URL nor behind \`--\`.`);
  return { kind: 'url', url: word };
}

function playClient(
  { trace, line, flags, options, conformance }: Job,
  target: TargetWords | undefined,
): Promise<ReplayReport> {
  if (target === undefined)
    throw new UsageError(
      'Name the server to play to: a URL after the file, or `-- command args…` at the end.',
    );
  if (flags.listen !== undefined) throw new UsageError('--listen is for `--as server`.');
  const isHttp = transportOf(trace) !== 'stdio';
  if (isHttp !== (target.kind === 'url'))
    throw new UsageError(
      `The recording was made over ${transportOf(trace)}: it can only be played over that.`,
    );
  if (target.kind === 'url') {
    const http: HttpTarget = { url: target.url, headers: line.flags.headers };
    return conformance.replayToHttp(trace, http, options);
  }
  const { command, args } = target;
  return conformance.replayToProcess(trace, stdioServer({ command, args, env: line.flags.env }), options);
}

async function playServer(job: Job, target: TargetWords | undefined): Promise<ExitCode> {
  const { trace, flags, options, conformance, surroundings } = job;
  if (target !== undefined)
    throw new UsageError('With `--as server` the client comes by itself: name neither a URL nor a command.');
  if (transportOf(trace) === 'stdio') {
    if (flags.listen !== undefined) throw new UsageError('--listen is for recordings over HTTP.');
    // Standard output belongs to the client.
    return tell(await conformance.replayOnChannel(trace, openOwnStdio(), options), job, true);
  }
  const { output, interrupted } = surroundings;
  const served = await conformance.serveReplay(trace, { ...options, ...flags.listen });
  output.note(`plainwire: plays the server at ${served.url}`);
  await Promise.race([served.done, aborted(interrupted)]);
  return tell(await served.close({ wait: !interrupted.aborted }), job, false);
}

function tell(report: ReplayReport, { line, surroundings, conformance }: Job, isQuiet: boolean): ExitCode {
  const { output } = surroundings;
  const say: Output['line'] = isQuiet ? output.note : output.line;
  if (line.flags.json) say(JSON.stringify(report, undefined, 2));
  else {
    for (const difference of report.differences) say(printable(conformance.describeDifference(difference)));
    say(summaryOf(report));
  }
  return report.isSame ? EXIT.ok : EXIT.failed;
}

function summaryOf({ isSame, as, played, toPlay, matched, toMatch, differences }: ReplayReport): string {
  const other = as === 'client' ? 'server' : 'client';
  const count = `${played} of ${toPlay} steps of the ${as} played, ${matched} of ${toMatch} of the ${other} matched`;
  if (isSame) return `The ${other} does what was recorded: ${count}.`;
  const number = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return `${number}: ${count}.`;
}

function transportOf({ header, entries }: Trace): string {
  const named = header?.['transport'] ?? entries[0]?.transport;
  return typeof named === 'string' ? named : 'stdio';
}

function readTrace(file: string): Trace {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const trace = decodeTrace(text);
  const [first] = trace.faults;
  if (first !== undefined && isFault(first.fault)) throw new UsageError(`${file}: ${first.fault.message}`);
  if (trace.entries.length === 0) throw new UsageError(`${file} holds nothing that could be replayed.`);
  return trace;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
