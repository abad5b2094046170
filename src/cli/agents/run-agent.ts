import type { ChildProcess, StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { Fault } from '../../protocol/index.js';
import { EXIT } from '../exit-code.js';

export interface AgentRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdio: StdioOptions;
  /** Ends the process. */
  readonly interrupted: AbortSignal;
}

/**
 * Runs an agent command and waits for its end. Gives its exit code, in the manner of shells for one that a signal ended.
 *
 * @throws Fault (as a rejection) `spawn_failed`
 */
export async function runAgent({ command, args, env, stdio, interrupted }: AgentRun): Promise<number> {
  const { default: spawn } = await import('cross-spawn');
  const child = spawn(command, [...args], { stdio, env });
  const stop = (): void => void child.kill('SIGTERM');
  if (interrupted.aborted) stop();
  interrupted.addEventListener('abort', stop, { once: true });
  try {
    return await exitCodeOf(child, command);
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

function exitCodeOf(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      reject(
        new Fault('spawn_failed', `The agent command ${command} could not be started: ${cause.message}.`, {
          cause,
        }),
      );
    });
    child.once('close', (code, signal) => resolve(code ?? signalCode(signal)));
  });
}

function signalCode(signal: NodeJS.Signals | null): number {
  return signal === null ? EXIT.failed : 128 + constants.signals[signal];
}
