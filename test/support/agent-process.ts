import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ChildEnd } from './child-program.js';

export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** After that it is killed. Default 100 s. */
  readonly timeoutMs?: number;
}

/**
 * An agent CLI as a process group of its own, with nothing to read on standard input. What it prints as JSON lines are its
 * events.
 */
export class AgentProcess implements AsyncDisposable {
  readonly ended: Promise<ChildEnd>;
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;

  constructor({ command, args, cwd, env, timeoutMs = 100_000 }: AgentCommand) {
    const child = spawn(command, [...args], {
      cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stdout += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
    const timer = setTimeout(() => this.kill(), timeoutMs);
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        clearTimeout(timer);
        resolve({ code, signal });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get events(): readonly Record<string, unknown>[] {
    return this.stdout
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  }

  /** The words that anybody on this machine can read while it runs (Linux). */
  get visibleArgs(): readonly string[] {
    return readFileSync(`/proc/${this.pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  }

  /** Ends it and all that it started, at once. */
  kill(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.ended;
  }
}
