import type { Readable } from 'node:stream';
import { Fault, type Limits, limitsWith } from '../../protocol/index.js';
import { type Clock, systemClock } from '../clock.js';
import type { ConnectionEnd, TransportKind } from '../connection.js';
import type { FrameChannel, FrameReceiver } from '../frame-channel.js';
import { LineFramer } from './line-framer.js';
import { type LineSink, LineWriter } from './line-writer.js';

/** Where a stream channel writes to: the part of a Node writable stream that it uses. */
export interface OutputStream extends LineSink {
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  end(): unknown;
  destroy(): unknown;
}

export interface StreamChannelOptions {
  readonly transport?: TransportKind;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
}

/** What an owner of the streams wants to decide itself. Each has a default, which suits a socket. */
export interface StreamChannelOwner {
  /** The input has ended and all of it was delivered. Default: tell the receiver, or end the channel. */
  inputEnded?(): void;
  /** A stream failed. Default: end the channel. */
  streamFailed?(fault: Fault): void;
  diagnostics?(): string;
  /** Lets go of the streams. Default: end the output, then destroy both. */
  release?(): Promise<void>;
}

/** How long `close` waits for a slow reader to take what was sent. */
const FLUSH_MS = 2000;
/** How long it then waits for the other side to close, too: a socket that is dropped earlier may take bytes with it. */
const LINGER_MS = 500;

/** Codes of a stream whose other end has simply gone. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'EOF']);

/**
 * Newline-delimited frames over a pair of byte streams: pipes, a TCP or Unix socket, anything reliable.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#custom-transports (reuse of this framing)
 */
export class StreamChannel implements FrameChannel {
  readonly transport: TransportKind;
  readonly closed: Promise<ConnectionEnd>;
  readonly #input: Readable;
  readonly #output: OutputStream;
  readonly #owner: StreamChannelOwner;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #writer: LineWriter;
  #framer: LineFramer | undefined;
  #receiver: FrameReceiver | undefined;
  #end: ((end: ConnectionEnd) => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    input: Readable,
    output: OutputStream,
    options: StreamChannelOptions = {},
    owner: StreamChannelOwner = {},
  ) {
    this.transport = options.transport ?? 'custom';
    this.#input = input;
    this.#output = output;
    this.#owner = owner;
    this.#limits = limitsWith(options.limits);
    this.#clock = options.clock ?? systemClock;
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#writer = new LineWriter(output, {
      maxQueueBytes: this.#limits.writeQueueBytes,
      clock: this.#clock,
      onFailure: this.#onOutputError,
    });
    // Before the first byte: a stream without an error listener takes the process down.
    input.on('error', this.#onInputError);
    output.on('error', this.#onOutputError);
  }

  start(receiver: FrameReceiver): void {
    if (this.#framer !== undefined) {
      throw new Fault('invalid_argument', 'A channel can be started only once; this one is in use already.');
    }
    this.#receiver = receiver;
    const framer = new LineFramer(this.#limits.lineBytes, {
      frame: (frame) => receiver.frame(frame),
      fault: (fault, lost) => receiver.fault(fault, lost),
      end: () => this.#inputEnded(),
    });
    this.#framer = framer;
    this.#input.on('end', this.#onInputEnd);
    this.#input.on('close', this.#onInputEnd);
    this.#input.on('data', this.#onData);
  }

  send(frame: string): Promise<void> | undefined {
    return this.#writer.send(frame);
  }

  sendRaw(bytes: Uint8Array): Promise<void> | undefined {
    return this.#writer.sendRaw(bytes);
  }

  pause(): void {
    this.#framer?.pause();
    this.#input.pause();
  }

  resume(): void {
    this.#framer?.resume();
    if (this.#framer !== undefined) this.#input.resume();
  }

  diagnostics(): string {
    return this.#owner.diagnostics?.() ?? '';
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Ends the channel without waiting for anything; `close` still lets go of the streams. */
  finish(end: ConnectionEnd): void {
    if (this.#end === undefined) return;
    this.#end(this.#closing === undefined ? end : {});
    this.#end = undefined;
    this.#writer.stop();
    this.#input.off('data', this.#onData);
  }

  /** Waits until what was sent has left, for a bounded time. */
  flush(): Promise<void> {
    return this.#atMost(FLUSH_MS, this.#writer.flushed());
  }

  async #atMost(waitMs: number, event: Promise<void>): Promise<void> {
    let giveUp: () => void = () => {};
    const bound = new Promise<void>((resolve) => {
      giveUp = this.#clock.after(waitMs, resolve);
    });
    await Promise.race([event, bound]);
    giveUp();
  }

  async #close(): Promise<void> {
    // Nothing is delivered any more, but the other side must not get stuck while it takes what was sent.
    this.#input.off('data', this.#onData);
    this.#input.resume();
    if (this.#end !== undefined) await this.flush();
    this.finish({});
    await (this.#owner.release?.() ?? this.#release());
    this.#input.off('end', this.#onInputEnd);
    this.#input.off('close', this.#onInputEnd);
  }

  async #release(): Promise<void> {
    const isInputOver = new Promise<void>((resolve) => {
      if (this.#input.readableEnded || this.#input.destroyed) resolve();
      this.#input.once('end', resolve).once('close', resolve);
    });
    this.#output.end();
    await this.#atMost(LINGER_MS, isInputOver);
    this.#input.destroy();
    this.#output.destroy();
  }

  #inputEnded(): void {
    if (this.#end === undefined) return;
    if (this.#owner.inputEnded !== undefined) this.#owner.inputEnded();
    else if (this.#receiver?.end !== undefined) this.#receiver.end();
    else this.#lose(lost('The other side closed the channel.'));
  }

  readonly #onData = (chunk: Uint8Array): void => {
    this.#framer?.push(chunk);
  };

  readonly #onInputEnd = (): void => {
    this.#framer?.end();
  };

  readonly #onInputError = (error: Error): void => {
    this.#failed(error, 'Reading from the other side failed');
  };

  readonly #onOutputError = (error: Error): void => {
    this.#failed(error, 'Writing to the other side failed');
  };

  #failed(error: Error, what: string): void {
    if (this.#end === undefined) return;
    const code = (error as NodeJS.ErrnoException).code ?? error.name;
    this.#writer.stop();
    if (this.#closing !== undefined) return;
    const text = GONE.has(code) ? `The other side is gone (${code}).` : `${what} (${code}).`;
    const fault = lost(text, error);
    if (this.#owner.streamFailed !== undefined) this.#owner.streamFailed(fault);
    else this.#lose(fault);
  }

  #lose(fault: Fault): void {
    this.finish({ fault });
    void this.close();
  }
}

function lost(text: string, cause?: unknown): Fault {
  return new Fault('connection_lost', text, cause === undefined ? {} : { cause });
}

/** A channel over two Node streams that are open already: a socket, say. It owns them from now on. */
export function streamChannel(
  input: Readable,
  output: OutputStream,
  options: StreamChannelOptions = {},
): FrameChannel {
  return new StreamChannel(input, output, options);
}
