import type { CallOptions, McpClientOptions, Progress } from '../client/index.js';
import { McpClient } from '../client/index.js';
import type { Fault } from '../protocol/index.js';
import type { ServerTarget, WireEvent } from '../transport/index.js';
import { stdioServer, streamableHttpServer, webSocketServer } from '../transport/index.js';
import type { CommandLine, Flags, TargetWords } from './command-line.js';
import { UsageError } from './exit-code.js';
import type { Output } from './output.js';
import { printable } from './output.js';

/** What a verb works with. */
export interface Session {
  readonly client: McpClient;
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly output: Output;
  /** For each call: cancels on Ctrl-C, and shows progress on a terminal. */
  readonly callOptions: CallOptions;
}

export interface Surroundings {
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Whether a person looks at standard error. */
  readonly isTerminal: boolean;
}

/** The server that the command line names. */
export function targetOf({ target, flags }: Pick<CommandLine, 'target' | 'flags'>): ServerTarget {
  if (target === undefined) {
    throw new UsageError('Name a server: a URL after the verb, or `-- command args…` at the end.');
  }
  return target.kind === 'command' ? commandTarget(target, flags) : urlTarget(target.url, flags);
}

function commandTarget(
  { command, args }: TargetWords & { kind: 'command' },
  { env, headers }: Flags,
): ServerTarget {
  if (Object.keys(headers).length > 0)
    throw new UsageError('--header is for servers with a URL; use --env here.');
  return stdioServer({ command, args, env });
}

function urlTarget(url: string, { env, headers }: Flags): ServerTarget {
  if (Object.keys(env).length > 0)
    throw new UsageError('--env is for servers that are started; use --header here.');
  return /^wss?:/i.test(url) ? webSocketServer({ url, headers }) : streamableHttpServer({ url, headers });
}

/** Connects, and says on standard error what a person should know. */
export async function openSession(line: CommandLine, surroundings: Surroundings): Promise<Session> {
  const { flags, words } = line;
  const { output, interrupted } = surroundings;
  const client = await McpClient.connect(targetOf(line), clientOptions(flags, surroundings));
  const callOptions: CallOptions = {
    signal: interrupted,
    ...(surroundings.isTerminal
      ? { onProgress: (progress: Progress) => output.note(describeProgress(progress)) }
      : {}),
  };
  return { client, words, flags, output, callOptions };
}

function clientOptions(flags: Flags, { output, interrupted }: Surroundings): McpClientOptions {
  const { revision, timeoutMs, verbose } = flags;
  return {
    listen: false,
    signal: interrupted,
    onWarning: (warning: Fault) => output.note(`warning: ${printable(warning.message)}`),
    ...(revision === undefined ? {} : { revision }),
    ...(timeoutMs === undefined
      ? {}
      : { timeouts: { connectMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs } }),
    ...(verbose ? { onWire: (event: WireEvent) => output.note(describeWire(event)) } : {}),
  };
}

function describeProgress({ progress, total, message }: Progress): string {
  const share = total === undefined ? String(progress) : `${progress}/${total}`;
  return `… ${share}${message === undefined ? '' : ` ${printable(message)}`}`;
}

function describeWire({ direction, atMs, text }: WireEvent): string {
  return `${direction === 'sent' ? '→' : '←'} ${String(Math.round(atMs)).padStart(5)} ms  ${printable(text)}`;
}
