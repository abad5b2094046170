import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Fault, limitsWith } from '../../protocol/index.js';
import { type Clock, systemClock } from '../clock.js';
import type { ConnectionOptions } from '../connection.js';
import type { FrameChannel } from '../frame-channel.js';
import type { StdioServer } from '../targets.js';
import { killOnOwnExit } from './owner-exit.js';
import { type ProcessGroup, processGroup } from './process-group.js';
import { type ShutdownAction, type ShutdownSubject, shutDown, shutdownPlan } from './shutdown-plan.js';
import { spawnServer } from './spawn-server.js';
import { StderrTail } from './stderr-tail.js';
import { StreamChannel } from './stream-channel.js';

/** A channel to a server process. */
export interface ChildChannel extends FrameChannel {
  /** The process id, which on POSIX is also the id of its process group. */
  readonly pid: number;
  /** Resolves when the process itself has ended; its descendants, and output in the pipe, may still be there. */
  readonly exited: Promise<ProcessExit>;
  /** Ends the input of the process once it has what was sent, and does nothing else. */
  endInput(): void;
  /** Sends a signal to the process group. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
  /** Bytes read from the process so far. */
  bytesRead(): { readonly stdout: number; readonly stderr: number };
}

/** How a process ended: by itself with a code, or by a signal. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** After the first sign of an end: how long to wait for the others, which tell why, and for output still in the pipe. */
const LAST_WORDS_MS = 500;
/** How often the process group is looked at once its leader has gone. */
const POLL_MS = 50;

/**
 * Starts a server process and opens a channel over its stdin and stdout. `close` takes down the process and all its
 * descendants, as `shutdownPlan` says; so does the end of this process.
 *
 * @throws Fault `spawn_failed`, `cancelled`, `platform_missing`; nothing is left running then
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export async function openChildProcess(
  target: StdioServer,
  options: ConnectionOptions = {},
): Promise<ChildChannel> {
  throwIfAborted(options.signal);
  const process = new ServerProcess(target, await spawnServer(target), options);
  if (options.signal?.aborted === true) {
    await process.takeDown({ isUrgent: true });
    throwIfAborted(options.signal);
  }
  return process.channel;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new Fault('cancelled', 'Opening the connection was aborted.', { cause: signal.reason });
}

/** One server process: its streams, its group, and what is known about its end. */
class ServerProcess implements ShutdownSubject {
  readonly channel: ChildChannel;
  readonly #target: StdioServer;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #streams: StreamChannel;
  readonly #group: ProcessGroup;
  readonly #clock: Clock;
  readonly #stderr: StderrTail;
  readonly #stderrText = new TextDecoder();
  readonly #options: ConnectionOptions;
  readonly #forgetOwnExit: () => void;
  #hasExited = false;
  #hasClosedPipes = false;
  #ending: { fault: Fault | undefined; giveUp: () => void } | undefined;
  #takenDown: Promise<void> | undefined;

  constructor(target: StdioServer, child: ChildProcessWithoutNullStreams, options: ConnectionOptions) {
    const pid = child.pid ?? 0;
    this.#target = target;
    this.#child = child;
    this.#clock = options.clock ?? systemClock;
    this.#stderr = new StderrTail(limitsWith(options.limits).stderrTailBytes);
    this.#options = options;
    this.#group = processGroup(pid, () => this.#hasExited);
    this.#forgetOwnExit = killOnOwnExit(() => this.#group.signal('SIGKILL'));
    this.#streams = new StreamChannel(
      child.stdout,
      child.stdin,
      { ...options, transport: 'stdio' },
      {
        inputEnded: () => this.#endsBecause(undefined),
        streamFailed: (fault) => this.#endsBecause(fault),
        diagnostics: () => this.#stderr.text(),
        release: () => this.takeDown(),
      },
    );
    this.channel = Object.assign(this.#streams, { pid, ...this.#handles(child) });
    // Drained from the start: a server that finds this pipe full would wait for ever.
    child.stderr.on('data', (chunk: Uint8Array) => this.#onStderrData(chunk));
    child.on('exit', () => this.#onExit());
    child.on('close', () => this.#onPipesClosed());
  }

  #handles(child: ChildProcessWithoutNullStreams): Omit<ChildChannel, keyof FrameChannel | 'pid'> {
    return {
      exited: new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal }))),
      endInput: () => void this.#streams.flush().then(() => this.perform('end-input')),
      signal: (name) => this.#group.signal(name),
      bytesRead: () => ({ stdout: bytesReadFrom(child.stdout), stderr: bytesReadFrom(child.stderr) }),
    };
  }

  /** Takes the whole group down. Idempotent; resolves when nothing of it is left. */
  takeDown(how: { isUrgent?: boolean } = {}): Promise<void> {
    this.#takenDown ??= this.#takeDown(how);
    return this.#takenDown;
  }

  perform(action: ShutdownAction): void {
    if (action === 'end-input') this.#child.stdin.end();
    else this.#group.signal(action === 'kill' ? 'SIGKILL' : 'SIGTERM');
  }

  isGone(): boolean {
    return this.#hasExited && !this.#group.isAlive();
  }

  onChange(listener: () => void): () => void {
    // The interval also keeps this process alive until the other one is down.
    const interval = setInterval(() => {
      if (this.#hasExited) listener();
    }, POLL_MS);
    this.#child.once('exit', listener);
    return () => {
      clearInterval(interval);
      this.#child.off('exit', listener);
    };
  }

  async #takeDown(how: { isUrgent?: boolean }): Promise<void> {
    const { graceMs } = this.#target;
    const plan = shutdownPlan({ ...how, ...(graceMs === undefined ? {} : { graceMs }) });
    // Whatever the process still writes while it ends must not stop it from ending.
    this.#child.stdout.resume();
    await shutDown(this, plan, this.#clock);
    this.#forgetOwnExit();
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream.destroy();
  }

  #onStderrData(chunk: Uint8Array): void {
    this.#stderr.push(chunk);
    if (this.#options.onStderr === undefined) return;
    try {
      this.#options.onStderr(this.#stderrText.decode(chunk, { stream: true }));
    } catch (cause) {
      this.#options.onWarning?.(new Fault('handler_failed', 'The onStderr callback threw.', { cause }));
    }
  }

  #onExit(): void {
    this.#hasExited = true;
    this.#endsBecause(undefined);
  }

  #onPipesClosed(): void {
    this.#hasClosedPipes = true;
    if (this.#ending !== undefined) this.#finish();
  }

  /**
   * A first sign that the process ends: it exited, closed its output, or does not read any more. `exit` and the end
   * of its output come in either order, and a grandchild may hold the pipe open for ever; so the rest is waited
   * for, but not long.
   */
  #endsBecause(fault: Fault | undefined): void {
    if (this.#ending !== undefined) {
      this.#ending.fault ??= fault;
      return;
    }
    this.#ending = { fault, giveUp: this.#clock.after(LAST_WORDS_MS, () => this.#finish()) };
    if (this.#hasClosedPipes) this.#finish();
  }

  #finish(): void {
    this.#ending?.giveUp();
    this.#streams.finish({ fault: this.#fault() });
    void this.#streams.close();
  }

  #fault(): Fault {
    const stderr = this.#stderr.text();
    const lastWords = stderr === '' ? '' : ` Its last words on stderr:\n${stderr}`;
    const { exitCode, signalCode } = this.#child;
    const name = JSON.stringify(this.#target.command);
    if (!this.#hasExited) {
      const what = this.#ending?.fault?.message ?? 'It closed its output.';
      return new Fault(
        'connection_lost',
        `The server process ${name} is no longer reachable. ${what}${lastWords}`,
        {
          cause: this.#ending?.fault,
          details: { stderr },
        },
      );
    }
    const how = signalCode === null ? `exited with code ${exitCode}` : `was ended by ${signalCode}`;
    return new Fault('process_exited', `The server process ${name} ${how}.${lastWords}`, {
      details: { exitCode, signal: signalCode, stderr },
    });
  }
}

/** The pipes of a child process are sockets, which count. */
function bytesReadFrom(stream: object): number {
  return (stream as { readonly bytesRead?: number }).bytesRead ?? 0;
}
