import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { VERSION } from '../../protocol/index.js';
import { stdioServer } from '../../transport/index.js';
import type { CommandLine, TargetWords } from '../command-line.js';
import { EXIT, UsageError } from '../exit-code.js';
import { printable } from '../output.js';
import { readRecordingFlags } from '../recording-flags.js';
import type { Surroundings } from '../session.js';

/**
 * `record -o trace.jsonl -- command args…`: a server on stdio, passed through; gives its exit code, or ends by its signal.
 * `record -o trace.jsonl [--listen port] <url>`: a server with a URL, at an address of the recorder, until Ctrl-C.
 */
export async function record(line: CommandLine, surroundings: Surroundings): Promise<number> {
  const { target, words, flags } = line;
  const [file, ...more] = flags.check.out ?? [];
  if (file === undefined || more.length > 0)
    throw new UsageError('record writes one file: `-o trace.jsonl`.');
  if (target === undefined || words.length > 0)
    throw new UsageError(
      'Name the server to record: a URL after the verb, or `-- command args…` at the end.',
    );
  if (Object.keys(flags.headers).length > 0)
    throw new UsageError('record changes nothing that passes: give --header to the client.');
  if (target.kind === 'url' && Object.keys(flags.env).length > 0)
    throw new UsageError('--env is for servers that are started.');
  return target.kind === 'command'
    ? recordCommand(target, file, line, surroundings)
    : recordUrl(target.url, file, line, surroundings);
}

async function recordCommand(
  { command, args }: TargetWords & { kind: 'command' },
  file: string,
  { flags }: CommandLine,
  { output }: Surroundings,
): Promise<number> {
  if (readRecordingFlags(flags.recording).listen !== undefined)
    throw new UsageError('--listen is for servers with a URL: this one is spoken to on standard input.');
  const { recordProcess, traceFile } = await import('../../conformance/index.js');
  const sink = traceFile(file, (warning) => output.note(`plainwire: ${printable(warning.message)}`));
  const server = stdioServer({ command, args, env: flags.env, inheritEnv: true });
  const recorded = await recordProcess(server, { sink, output: ownOutput(), facts: recorder() });
  const { code, signal } = await recorded.ended;
  process.stdin.destroy();
  return signal === null ? (code ?? EXIT.failed) : endBySignal(signal as NodeJS.Signals);
}

async function recordUrl(
  url: string,
  file: string,
  { flags }: CommandLine,
  { output, interrupted }: Surroundings,
): Promise<number> {
  const { recordHttp, traceFile } = await import('../../conformance/index.js');
  const { listen } = readRecordingFlags(flags.recording);
  const sink = traceFile(file, (warning) => output.note(`plainwire: ${printable(warning.message)}`));
  await using recording = await recordHttp(url, { sink, facts: recorder(), ...listen });
  if (flags.json) output.json({ url: recording.url, file });
  else output.line(recording.url);
  output.note(`What passes there is recorded in ${file}, secrets hidden. Press Ctrl-C to end it.`);
  await new Promise((resolve) => {
    if (interrupted.aborted) resolve(undefined);
    interrupted.addEventListener('abort', resolve, { once: true });
  });
  return EXIT.ok;
}

const recorder = () => ({ recorder: `plainwire ${VERSION}` });

/** Unlike `process.stdout` this can be closed: a server that closes its output is seen to have done so. */
function ownOutput(): Writable {
  const stat = fstatSync(1);
  return stat.isFIFO() || stat.isSocket()
    ? new Socket({ fd: 1, readable: false, writable: true })
    : process.stdout;
}

/** Whoever waits for this process is to see what happened to the server. */
function endBySignal(signal: NodeJS.Signals): number {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Only where the signal did not end this process: a shell would say it like this.
  return 128 + (constants.signals[signal] ?? 0);
}
