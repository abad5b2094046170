import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { waitFor } from './wait-for.js';

/** How a command ended, and all that it said. */
export interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A Node program whose bytes count: they are kept as they came. */
export class RunningCommand {
  readonly process: ChildProcess;
  readonly ended: Promise<CommandEnd>;
  stderr = '';
  readonly #chunks: Buffer[] = [];

  constructor(args: readonly string[], stdin: 'pipe' | 'ignore' = 'pipe') {
    const stdio: StdioOptions = [stdin, 'pipe', 'pipe'];
    this.process = spawn(process.execPath, [...args], { stdio });
    this.process.stdin?.on('error', () => {});
    this.process.stdout?.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve) => {
      this.process.once('close', (code, signal) =>
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr }),
      );
    });
  }

  get stdout(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** Writes, and ends the input. */
  end(bytes: Uint8Array | string = ''): Promise<CommandEnd> {
    this.process.stdin?.end(bytes);
    return this.ended;
  }

  async untilSaid(text: string | RegExp): Promise<string> {
    const find = (): string | undefined => {
      const said = `${this.stdout}${this.stderr}`;
      if (typeof text === 'string') return said.includes(text) ? text : undefined;
      return text.exec(said)?.[0];
    };
    await waitFor(`the command said ${text}`, () => find() !== undefined);
    return find() ?? '';
  }
}
