import type { LoadedConfig, LoadedPermissions, ServerEntry, ServerState } from '../../host/index.js';
import { McpHost } from '../../host/index.js';
import { Fault } from '../../protocol/index.js';
import type { WireEvent } from '../../transport/index.js';
import type { CommandLine } from '../command-line.js';
import type { ExitCode } from '../exit-code.js';
import { EXIT, UsageError } from '../exit-code.js';
import { reasonFor } from '../flag-hints.js';
import { printable } from '../output.js';
import { describeWire } from '../session.js';
import type { Surroundings } from '../surroundings.js';
import { type ConfiguredParts, entryNamed, loadRules, loadServers } from './load-servers.js';

/** A host over configured servers, for a verb that only looks. */
export interface OpenedHost {
  readonly host: McpHost;
  readonly config: LoadedConfig;
  readonly rules: LoadedPermissions;
  /** What became of the servers. */
  readonly exitCode: ExitCode;
}

/**
 * Runs a verb on the configured servers: on all of them, or on the one that the first word names. Closes them in any
 * case. A verb that gives false could not get all that it wanted.
 *
 * @throws UsageError; Fault `cancelled` when it is interrupted
 */
export async function withHost(
  line: CommandLine,
  surroundings: Surroundings,
  parts: ConfiguredParts,
  run: (opened: OpenedHost) => Promise<boolean | undefined>,
): Promise<ExitCode> {
  const { words, target, flags, verb } = line;
  const [name, ...rest] = words;
  if (target !== undefined || rest.length > 0 || (verb === 'servers' && name !== undefined)) {
    const takes = verb === 'servers' ? 'takes no further words' : 'takes at most the name of one server';
    throw new UsageError(`${verb} ${takes}. \`inspect\` shows a server that is not configured.`);
  }
  if (Object.keys(flags.headers).length + Object.keys(flags.env).length > 0)
    throw new UsageError('--header and --env have no effect on configured servers: change the file.');
  const wanted = { ...flags.host, server: name };
  const config = await loadServers(wanted, surroundings, parts);
  const servers = name === undefined ? config.servers : [entryNamed(config, name)];
  const rules = await loadRules(wanted, surroundings, parts);
  const host = McpHost.open({
    config: { servers: servers.map((entry) => patient(entry, flags.timeoutMs)), problems: [] },
    permissions: rules,
    reconnect: false,
    client: (entry) => clientOptions(entry, line, surroundings),
  });
  try {
    await orInterrupted(host.settled(), surroundings.interrupted);
    const exitCode = exitCodeOf(host.servers(), name === undefined ? config : undefined);
    const isComplete = await orInterrupted(run({ host, config, rules, exitCode }), surroundings.interrupted);
    return isComplete === false && exitCode === EXIT.ok ? EXIT.connect : exitCode;
  } finally {
    await host.close();
  }
}

/** Says on standard error that nothing can be shown, because no server is declared. */
export function noteNoServers({ host, config }: OpenedHost, { output }: Surroundings): void {
  if (host.servers().length > 0 || config.problems.some(({ severity }) => severity === 'error')) return;
  output.note('plainwire: no servers are configured: docs/config.md says where they are declared.');
}

/** Says on standard error which servers are not there, or that there are none. */
export function noteFailures(opened: OpenedHost, surroundings: Surroundings): void {
  const { host } = opened;
  const { output } = surroundings;
  noteNoServers(opened, surroundings);
  for (const { name, phase, reason } of host.servers()) {
    if (phase === 'failed')
      output.note(`plainwire: server '${printable(name)}': ${printable(reasonFor(reason ?? 'failed'))}`);
  }
}

/** Says on standard error which lists could not be had, and which tools are left out of them. */
export function noteProblems({ host }: OpenedHost, { output }: Surroundings): void {
  for (const { name, problems } of host.servers()) {
    for (const problem of problems)
      output.note(`plainwire: server '${printable(name)}': ${printable(reasonFor(problem))}`);
  }
}

/** A file that cannot be read weighs more than a server that cannot be reached. */
function exitCodeOf(states: readonly ServerState[], config: LoadedConfig | undefined): ExitCode {
  const errors = (config?.problems ?? []).filter(({ severity }) => severity === 'error');
  if (errors.some(({ server }) => server === undefined)) return EXIT.usage;
  return errors.length > 0 || states.some(({ phase }) => phase === 'failed') ? EXIT.connect : EXIT.ok;
}

function patient(entry: ServerEntry, timeoutMs: number | undefined): ServerEntry {
  return timeoutMs === undefined ? entry : { ...entry, startupMs: timeoutMs };
}

function clientOptions({ name }: ServerEntry, { flags }: CommandLine, { output }: Surroundings) {
  const { revision, verbose, timeoutMs } = flags;
  return {
    listen: false,
    ...(revision === undefined ? {} : { revision }),
    ...(timeoutMs === undefined ? {} : { timeouts: { idleMs: timeoutMs, totalMs: timeoutMs } }),
    ...(verbose
      ? { onWire: (event: WireEvent) => output.note(`${printable(name)} ${describeWire(event)}`) }
      : {}),
  };
}

async function orInterrupted<T>(outcome: Promise<T>, interrupted: AbortSignal): Promise<T> {
  const cancelled = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Fault('cancelled', 'Interrupted.'));
    if (interrupted.aborted) giveUp();
    else interrupted.addEventListener('abort', giveUp, { once: true });
  });
  return Promise.race([outcome, cancelled]);
}
