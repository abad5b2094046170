import type { CallOptions, McpClientOptions, Progress } from '../client/index.js';
import { McpClient } from '../client/index.js';
import type { Fault } from '../protocol/index.js';
import type { ServerTarget, WireEvent } from '../transport/index.js';
import { stdioServer, streamableHttpServer, webSocketServer } from '../transport/index.js';
import type { CommandLine, Flags, TargetWords } from './command-line.js';
import { type ConfiguredParts, entryNamed, loadServers } from './configured/load-servers.js';
import { UsageError } from './exit-code.js';
import { messageFor } from './flag-hints.js';
import { missingServer } from './missing-server.js';
import type { Output } from './output.js';
import { printable } from './output.js';
import type { Surroundings } from './surroundings.js';

export type { Surroundings } from './surroundings.js';

/** What a verb works with. */
export interface Session {
  readonly client: McpClient;
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly output: Output;
  /** For each call: cancels on Ctrl-C, and shows progress on a terminal. */
  readonly callOptions: CallOptions;
}

/** The server that the command line names. */
export function targetOf({ verb, words, target, flags }: CommandLine): ServerTarget {
  if (target === undefined) throw missingServer(verb, words);
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

/** A server, and how long it may take, in milliseconds; undefined for what the client takes by itself. */
export interface Reached {
  readonly target: ServerTarget;
  readonly connectMs: number | undefined;
  readonly requestMs: number | undefined;
}

/** The server that the command line names, which may be one of the configuration. */
export async function reach(
  line: CommandLine,
  surroundings: Surroundings,
  parts: ConfiguredParts = {},
): Promise<Reached> {
  const { flags } = line;
  const { timeoutMs, env, headers } = flags;
  const { server } = flags.host;
  if (server === undefined) return { target: targetOf(line), connectMs: timeoutMs, requestMs: timeoutMs };
  if (Object.keys(headers).length + Object.keys(env).length > 0)
    throw new UsageError('--header and --env have no effect on a configured server: change the file.');
  const { target, startupMs, requestMs } = entryNamed(
    await loadServers(flags.host, surroundings, parts),
    server,
  );
  return { target, connectMs: timeoutMs ?? startupMs, requestMs: timeoutMs ?? requestMs };
}

/** Connects, and says on standard error what a person should know. */
export async function openSession(
  line: CommandLine,
  surroundings: Surroundings,
  parts: ConfiguredParts = {},
): Promise<Session> {
  const { flags, words } = line;
  const { output, interrupted } = surroundings;
  const reached = await reach(line, surroundings, parts);
  // No server is started for a command line that is wrong.
  if (line.verb === 'inspect') refuseWords(line);
  const client = await McpClient.connect(reached.target, clientOptions(flags, surroundings, reached));
  const callOptions: CallOptions = {
    signal: interrupted,
    ...(surroundings.isTerminal
      ? { onProgress: (progress: Progress) => output.note(describeProgress(progress)) }
      : {}),
  };
  return { client, words, flags, output, callOptions };
}

/** @throws UsageError */
export function refuseWords({ verb, words }: Pick<CommandLine, 'verb' | 'words'>): void {
  if (words.length > 0)
    throw new UsageError(`${verb} takes no further words, but got \`${words.join(' ')}\`.`);
}

function clientOptions(
  flags: Flags,
  { output, interrupted }: Surroundings,
  { connectMs, requestMs }: Reached,
): McpClientOptions {
  const { revision, verbose } = flags;
  return {
    listen: false,
    signal: interrupted,
    onWarning: warnOnce(output, flags.host.server !== undefined),
    ...(revision === undefined ? {} : { revision }),
    timeouts: {
      ...(connectMs === undefined ? {} : { connectMs }),
      ...(requestMs === undefined ? {} : { idleMs: requestMs, totalMs: requestMs }),
    },
    ...(verbose ? { onWire: (event: WireEvent) => output.note(describeWire(event)) } : {}),
  };
}

/** A server that is tried in several ways makes the same mistake in each: a person need not read it again. */
export function warnOnce(output: Output, isFromFile: boolean): (warning: Fault) => void {
  const told = new Set<string>();
  return (warning) => {
    const message = printable(messageFor(warning, { isFromFile }));
    if (told.has(message)) return;
    told.add(message);
    output.note(`warning: ${message}`);
  };
}

function describeProgress({ progress, total, message }: Progress): string {
  const share = total === undefined ? String(progress) : `${progress}/${total}`;
  return `… ${share}${message === undefined ? '' : ` ${printable(message)}`}`;
}

export function describeWire({ direction, atMs, text }: WireEvent): string {
  return `${direction === 'sent' ? '→' : '←'} ${String(Math.round(atMs)).padStart(5)} ms  ${printable(text)}`;
}
