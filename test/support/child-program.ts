import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
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

  constructor(args: readonly string[]) {
    this.process = spawn(process.execPath, [...args], { stdio: 'pipe' });
    for (const stream of [this.process.stdin, this.process.stdout, this.process.stderr]) {
      stream.on('error', () => {});
    }
    this.process.stdout.on('data', (chunk: Buffer) => {
      this.stdout += chunk.toString();
    });
    this.process.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
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
