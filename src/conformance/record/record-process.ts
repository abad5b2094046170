import type { Readable, Writable } from 'node:stream';
import { type Limits, limitsWith } from '../../protocol/index.js';
import type {
  PipedProcess,
  ProcessExit,
  ProcessGroup,
  ShutdownSubject,
  SignalName,
  StdioServer,
} from '../../transport/index.js';
import {
  killOnOwnExit,
  processGroup,
  shutDown,
  shutdownPlan,
  spawnServer,
  systemClock,
} from '../../transport/index.js';
import { lineTap } from './line-tap.js';
import { watchProcessGroup } from './process-watchdog.js';
import { Recording, type RecordingOptions } from './recording.js';

export interface RecordProcessOptions extends RecordingOptions {
  /** Where the client's bytes come from. Default: `process.stdin`. */
  readonly input?: Readable;
  /** Where the server's bytes go. Ended when the server ends its output. Default: `process.stdout`. */
  readonly output?: Writable;
  /** Passes signals that this process gets on to the server's process group. Default true. */
  readonly forwardSignals?: boolean;
  /** `lineBytes` bounds what is kept of one frame; what passes through is not bounded. */
  readonly limits?: Partial<Limits>;
}

/** A server process whose conversation is being recorded. */
export interface RecordedProcess {
  readonly pid: number;
  /** Sends a signal to the process group of the server. */
  signal(name: SignalName): void;
  /** Resolves when the server and all it started are gone and the client has taken their last byte. */
  readonly ended: Promise<ProcessExit>;
}

const FORWARDED: readonly SignalName[] =
  typeof process !== 'undefined' && process.platform === 'win32'
    ? ['SIGINT', 'SIGBREAK', 'SIGTERM', 'SIGHUP']
    : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];
/** How often the group is looked at once its leader has gone. */
const POLL_MS = 20;
/** How long the output may be quiet once nobody of the group is left: a process outside of it may hold the pipe. */
const LAST_WORDS_MS = 500;

/**
 * Starts a server and passes everything between it and a client through unchanged, while the frames are written to the
 * sink: bytes, their back-pressure and their end in both directions, signals, and how the process ended. Its stderr is
 * that of this process; the recorder writes nothing to it.
 *
 * @throws Fault `spawn_failed`, `platform_missing`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export async function recordProcess(
  target: StdioServer,
  options: RecordProcessOptions,
): Promise<RecordedProcess> {
  const child = await spawnServer(target, 'inherit');
  return new ProcessRecorder(child, options);
}

class ProcessRecorder implements RecordedProcess, ShutdownSubject {
  readonly pid: number;
  readonly ended: Promise<ProcessExit>;
  readonly #child: PipedProcess;
  readonly #recording: Recording;
  readonly #group: ProcessGroup;
  readonly #clock;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #outputEnded: Promise<void>;
  #exit: ProcessExit | undefined;
  #bytesPassed = 0;

  constructor(child: PipedProcess, options: RecordProcessOptions) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.#clock = options.clock ?? systemClock;
    this.#input = options.input ?? process.stdin;
    this.#output = options.output ?? process.stdout;
    this.#recording = new Recording('stdio', options);
    this.#group = processGroup(this.pid, () => this.#exit !== undefined);
    const exited = this.#exited();
    const { lineBytes } = limitsWith(options.limits);
    this.#passInput(lineBytes);
    this.#outputEnded = this.#passOutput(lineBytes);
    const release = this.#guard(options.forwardSignals ?? true);
    this.ended = this.#watch(exited, release);
  }

  signal(name: SignalName): void {
    this.#group.signal(name);
  }

  perform(action: 'end-input' | 'terminate' | 'kill'): void {
    // The client has ended the input, or it is of no use: what is left waits for something else.
    if (action !== 'end-input') this.#group.signal(action === 'kill' ? 'SIGKILL' : 'SIGTERM');
  }

  isGone(): boolean {
    return this.#exit !== undefined && !this.#group.isAlive();
  }

  onChange(listener: () => void): () => void {
    const interval = setInterval(listener, POLL_MS);
    return () => clearInterval(interval);
  }

  /** Everything that must happen when this process is told to end, or is ended. */
  #guard(forwardSignals: boolean): () => void {
    const forget = killOnOwnExit(() => this.#group.signal('SIGKILL'));
    const unwatch = watchProcessGroup(this.pid);
    const forward = (name: SignalName): void => this.signal(name);
    const names = forwardSignals ? FORWARDED : [];
    for (const name of names) process.on(name, forward);
    return () => {
      for (const name of names) process.off(name, forward);
      unwatch();
      forget();
    };
  }

  /** `pipe` listens first, so a chunk is on its way before it is looked at. */
  #passInput(maxBytes: number): void {
    const input = this.#input;
    const tap = lineTap(this.#recording, 'client', maxBytes);
    input.pipe(this.#child.stdin);
    input.on('data', (chunk: Uint8Array) => tap.push(chunk));
    input.on('error', () => this.#child.stdin.end());
    input.once('end', () => {
      tap.end();
      this.#recording.end('client');
    });
    // The server does not read any more. Who still writes to it must be told so.
    this.#child.stdin.on('error', () => input.destroy());
  }

  #passOutput(maxBytes: number): Promise<void> {
    const { stdout } = this.#child;
    const tap = lineTap(this.#recording, 'server', maxBytes);
    stdout.pipe(this.#output);
    stdout.on('data', (chunk: Uint8Array) => {
      this.#bytesPassed += chunk.length;
      tap.push(chunk);
    });
    // The client does not read any more. The server gets to know when it writes.
    this.#output.on('error', () => stdout.destroy());
    return new Promise((resolve) => {
      stdout.once('close', () => {
        tap.end();
        resolve();
      });
    });
  }

  #exited(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        resolve();
      });
    });
  }

  async #watch(exited: Promise<void>, release: () => void): Promise<ProcessExit> {
    await exited;
    // A wrapper may end before the server that it started; a client can reach that one only through this process.
    await shutDown(this, shutdownPlan(), this.#clock);
    await this.#lastWords();
    release();
    this.#child.stdout.destroy();
    this.#input.unpipe();
    this.#input.pause();
    const exit = this.#exit ?? { code: null, signal: null };
    this.#recording.end('server', { exit });
    this.#recording.close();
    await this.#flushed();
    return exit;
  }

  /** What the server wrote before its end, however slowly the client takes it. */
  async #lastWords(): Promise<void> {
    let hasEnded = false;
    const ended = this.#outputEnded.then(() => {
      hasEnded = true;
    });
    let bytes = -1;
    while (!hasEnded && (this.#output.writableNeedDrain || bytes !== this.#bytesPassed)) {
      bytes = this.#bytesPassed;
      await this.#atMost(LAST_WORDS_MS, ended);
    }
  }

  /** The client may take its time to read. When it is gone, there is nothing to wait for. */
  #flushed(): Promise<void> {
    const output = this.#output;
    return new Promise((resolve) => {
      if (output.destroyed || output.errored !== null || output.writableFinished) resolve();
      output.once('finish', resolve).once('close', resolve).once('error', resolve);
      output.end();
    });
  }

  async #atMost(waitMs: number, event: Promise<void>): Promise<void> {
    let giveUp: () => void = () => {};
    const bound = new Promise<void>((resolve) => {
      giveUp = this.#clock.after(waitMs, resolve, true);
    });
    await Promise.race([event, bound]);
    giveUp();
  }
}
