import { Fault } from '../../protocol/index.js';
import type { FrameChannel } from '../frame-channel.js';
import type { MessageHandler } from '../message-handler.js';
import { type ServeChannelOptions, type ServedChannel, serveChannel } from '../multiplexer/index.js';
import { nodeBuiltin } from '../node-builtin.js';
import { guardStdout } from './guarded-stdout.js';
import { type OutputStream, StreamChannel, type StreamChannelOptions } from './stream-channel.js';

export interface ServeOwnStdioOptions extends ServeChannelOptions {
  /** Ends in order on SIGTERM and SIGINT as well, instead of dying at once. Default false. */
  readonly handleSignals?: boolean;
  /**
   * How long the process may live on once the client has gone, before it is made to exit. A timer that somebody forgot
   * must not keep it alive for days. False leaves that to the application. Default 2,000 ms.
   */
  readonly exitAfterMs?: number | false;
}

const EXIT_AFTER_MS = 2000;
let isInUse = false;
let hasErrorListeners = false;

/**
 * Serves the client that started this process, over its own stdin and stdout. Ends when stdin does: answers that are
 * owed still go out, then the process can exit, with code 0.
 *
 * While serving, whatever else the program prints on stdout goes to stderr.
 *
 * @throws Fault `invalid_argument` when stdio is being served already, `platform_missing`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#shutdown
 */
export function serveOwnStdio(handler: MessageHandler, options: ServeOwnStdioOptions = {}): ServedChannel {
  const served = serveChannel(openOwnStdio(options), handler, options);
  const stop = (): void => void served.close();
  const signals: NodeJS.Signals[] = options.handleSignals === true ? ['SIGTERM', 'SIGINT'] : [];
  for (const signal of signals) process.on(signal, stop);
  void served.closed.then(() => {
    for (const signal of signals) process.off(signal, stop);
    if (options.exitAfterMs !== false) exitSoon(options.exitAfterMs ?? EXIT_AFTER_MS);
  });
  return served;
}

/** The channel to the client that started this process. There can be one at a time. */
export function openOwnStdio(options: StreamChannelOptions = {}): FrameChannel {
  if (isInUse) {
    throw new Fault('invalid_argument', 'stdio is being served already, and there is only one client on it.');
  }
  // Says `platform_missing` where there is no Node.js.
  nodeBuiltin('node:stream');
  isInUse = true;
  ignoreLateErrors();
  const guarded = guardStdout();
  const { stdin, stdout } = process;
  const output: OutputStream = {
    get destroyed() {
      return stdout.destroyed;
    },
    write: guarded.write,
    on: (event, listener) => stdout.on(event, listener),
    off: (event, listener) => stdout.off(event, listener),
    // Stdout belongs to the program, not to the channel.
    end: () => {},
    destroy: () => {},
  };
  return new StreamChannel(
    stdin,
    output,
    { ...options, transport: 'stdio' },
    {
      release: async () => {
        guarded.restore();
        // A paused pipe does not keep the process alive.
        stdin.pause();
        isInUse = false;
      },
    },
  );
}

/** A client that has gone is no reason to crash, even when somebody still writes to it later. */
function ignoreLateErrors(): void {
  if (hasErrorListeners) return;
  hasErrorListeners = true;
  const ignore = (): void => {};
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream.on('error', ignore);
}

function exitSoon(delayMs: number): void {
  setTimeout(() => process.exit(), delayMs).unref();
}
