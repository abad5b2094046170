import type { ChildProcess, ChildProcessWithoutNullStreams, SpawnOptions } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Fault } from '../../protocol/index.js';
import { nodeBuiltin } from '../node-builtin.js';
import type { StdioServer } from '../targets.js';
import { childEnvironment } from './child-environment.js';

/** A process with pipes on its stdin and stdout, whatever its stderr is. */
export interface PipedProcess extends ChildProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
}

/**
 * Starts the process of a server, as the leader of a process group of its own, with a pipe on each standard stream.
 * Nothing is read from stdout yet. Errors of the process and its streams have a listener from the first moment.
 *
 * @param stderr `inherit`: the process writes to the stderr of this one.
 * @throws Fault `spawn_failed`, with a hint, `platform_missing`
 */
export async function spawnServer(target: StdioServer): Promise<ChildProcessWithoutNullStreams>;
export async function spawnServer(target: StdioServer, stderr: 'pipe' | 'inherit'): Promise<PipedProcess>;
export async function spawnServer(
  target: StdioServer,
  stderr: 'pipe' | 'inherit' = 'pipe',
): Promise<PipedProcess> {
  const isWindows = nodeBuiltin('node:os').platform() === 'win32';
  const options: SpawnOptions = {
    stdio: ['pipe', 'pipe', stderr],
    env: childEnvironment({
      env: target.env,
      inheritEnv: target.inheritEnv,
      own: process.env,
      isWindows,
    }),
    detached: !isWindows,
    windowsHide: true,
    ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
  };
  let child: ChildProcess;
  try {
    // npx, uvx and the like are .cmd files on Windows, which only a correctly quoted cmd.exe can run.
    const spawn = isWindows ? (await import('cross-spawn')).default : nodeBuiltin('node:child_process').spawn;
    child = spawn(target.command, [...target.args], options);
  } catch (error) {
    throw spawnFault(target, error);
  }
  return started(child as PipedProcess, target);
}

function started(child: PipedProcess, target: StdioServer): Promise<PipedProcess> {
  const ignore = (): void => {};
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', ignore);
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    // Stays attached: a later error (a signal that could not be sent) has nobody to tell, and must not throw.
    child.on('error', (error) => reject(spawnFault(target, error)));
  });
}

/** Arguments are not repeated in the message: they may hold secrets. */
function spawnFault(target: StdioServer, cause: unknown): Fault {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  const text = `Could not start the server command ${JSON.stringify(target.command)} (${code}). ${hint(target, code)}`;
  return new Fault('spawn_failed', text, { cause, details: { command: target.command, systemCode: code } });
}

function hint(target: StdioServer, code: string): string {
  const { cwd, command } = target;
  if (cwd !== undefined && !nodeBuiltin('node:fs').existsSync(cwd)) {
    return `The working folder ${JSON.stringify(cwd)} does not exist.`;
  }
  if (code === 'ENOENT') {
    if (/\s/.test(command)) return 'There is no such program. Arguments belong in `args`, not in `command`.';
    return 'There is no such program. Check that it is installed, and on the PATH of this process.';
  }
  if (code === 'EACCES') return 'The file may not be executed. Check its permissions.';
  if (code === 'E2BIG') return 'Arguments and environment together are too long.';
  if (code === 'EAGAIN' || code === 'EMFILE' || code === 'ENFILE') {
    return 'This machine is at its limit of processes or open files.';
  }
  return 'Check command, arguments and working folder.';
}
