import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
import { waitFor } from './wait-for.js';

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A Node program under a test's own hands: no channel, no client between them. */
export class ChildProgram {
  readonly process: ChildProcessWithoutNullStreams;
  readonly ended: Promise<ChildEnd>;
  stdout = '';
  stderr = '';

  constructor(
    args: readonly string[],
    options: SpawnOptionsWithoutStdio = {},
    node: string = process.execPath,
  ) {
    this.process = spawn(node, [...args], { ...options, stdio: 'pipe' });
    for (const stream of [this.process.stdin, this.process.stdout, this.process.stderr]) {
      stream.on('error', () => {});
    }
    this.process.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.stdout += chunk;
    });
    this.process.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
    this.ended = new Promise((resolve) => {
      this.process.on('close', (code, signal) => resolve({ code, signal }));
    });
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  send(message: unknown): void {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  get lines(): string[] {
    return this.stdout.split('\n').filter((line) => line !== '');
  }

  untilLines(count: number): Promise<void> {
    return waitFor(`${count} lines on stdout`, () => this.lines.length >= count);
  }

  untilStderr(text: string): Promise<void> {
    return waitFor(`${text} on stderr`, () => this.stderr.includes(text));
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }
}
