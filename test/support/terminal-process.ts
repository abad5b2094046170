import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { ChildEnd } from './child-program.js';
import { withDescendants } from './processes.js';
import { BUSY_MS, waitFor } from './wait-for.js';

export interface TerminalCommand {
  /** For a shell. */
  readonly line: string;
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** After that it is killed. Default 100 s. */
  readonly timeoutMs?: number;
}

/** What a terminal asker prompts with. Not looked for at the end: an agent may print something beside it. */
const PROMPT = /^(?:\[a\]pprove|reason|name=text).* > /m;

/** A command line in a terminal of its own, and somebody who reads the screen and types. Needs `script` of util-linux. */
export class TerminalProcess implements AsyncDisposable {
  readonly ended: Promise<ChildEnd>;
  /** All that was ever on the screen, what was typed included. */
  screen = '';
  readonly #script: ChildProcessWithoutNullStreams;
  /** Where on the screen the answer to the last question begins. */
  #answeredAt = 0;

  constructor({ line, cwd, env, timeoutMs = 100_000 }: TerminalCommand) {
    const script = spawn('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], {
      cwd,
      env: { SHELL: '/bin/sh', TERM: 'dumb', ...env },
    });
    this.#script = script;
    script.stdin.on('error', () => {});
    script.stdout.setEncoding('utf8').on('data', (part: string) => {
      this.screen += part.replaceAll('\r\n', '\n');
    });
    const timer = setTimeout(() => void this.hangUp(), timeoutMs);
    this.ended = new Promise((resolve, reject) => {
      script.once('error', reject);
      script.once('close', (code, signal) => {
        clearTimeout(timer);
        resolve({ code, signal });
      });
    });
  }

  /** Waits for a question that was not answered yet. */
  untilAsked(): Promise<void> {
    return waitFor('a question', () => PROMPT.test(this.screen.slice(this.#answeredAt)), BUSY_MS);
  }

  /** Answers the next question. */
  async answer(line: string): Promise<void> {
    await this.untilAsked();
    this.#answeredAt = this.screen.length;
    this.#script.stdin.write(`${line}\n`);
  }

  /** Ctrl-C. */
  interrupt(): void {
    this.#script.stdin.write('\x03');
  }

  /** All processes in the terminal. */
  get pids(): readonly number[] {
    return withDescendants([this.#script.pid ?? 0]).slice(1);
  }

  /** The terminal goes away, as when its window is closed. */
  async hangUp(): Promise<void> {
    this.#script.kill('SIGKILL');
    await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pids } = this;
    await this.hangUp();
    for (const pid of pids) kill(pid);
  }
}

/** One word for a shell. */
export function shellWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
