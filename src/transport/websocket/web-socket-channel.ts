import type { RawData, WebSocket } from 'ws';
import { Fault, type FaultCode, type Limits } from '../../protocol/index.js';
import type { Clock } from '../clock.js';
import type { ConnectionEnd } from '../connection.js';
import { type Deferred, deferred } from '../deferred.js';
import type { FrameChannel, FrameReceiver } from '../frame-channel.js';

export interface WebSocketChannelOptions {
  readonly limits: Limits;
  readonly clock: Clock;
  /** A ping goes out this often, and the connection is given up when none is answered in time. Infinity: never. */
  readonly pingMs: number;
}

export const DEFAULT_PING_MS = 25_000;
/** How long `close` waits for the other side to say goodbye. */
const CLOSE_MS = 2000;
const NORMAL_CLOSURE = 1000;

/** What ws says about an incoming frame that it refuses, in our words. Framing cannot go on after either. */
const REFUSED_FRAMES: Readonly<Record<string, { code: FaultCode; limit?: keyof Limits; text: string }>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: {
    code: 'limit_exceeded',
    limit: 'lineBytes',
    text: 'The other side sent a message over the limit. Raise limits.lineBytes if that size is expected.',
  },
  WS_ERR_INVALID_UTF8: { code: 'invalid_utf8', text: 'The other side sent text that is not UTF-8.' },
};

/** The largest `maxPayload` that ws understands. */
const MAX_PAYLOAD = 2 ** 31 - 1;

/** Options that both roles give to ws. */
export function socketOptions(limits: Limits): { maxPayload: number; perMessageDeflate: false } {
  return { maxPayload: Math.min(limits.lineBytes, MAX_PAYLOAD), perMessageDeflate: false };
}

/**
 * One message per text frame over an open WebSocket. The contract is in docs/decisions/websocket.md.
 *
 * `sendRaw` sends one text frame with these bytes as its payload, whatever they are.
 */
export class WebSocketChannel implements FrameChannel {
  readonly transport = 'websocket';
  readonly closed: Promise<ConnectionEnd>;
  readonly #socket: WebSocket;
  readonly #options: WebSocketChannelOptions;
  readonly #end = deferred<ConnectionEnd>();
  #receiver: FrameReceiver | undefined;
  /** Frames that came before `start`, or were under way when `pause` was called. */
  #early: Uint8Array[] = [];
  #isPaused = true;
  #isOver = false;
  #fault: Fault | undefined;
  #room: Deferred<void> | undefined;
  #closing: Promise<void> | undefined;
  #stopPing: () => void = () => {};
  #isPongDue = false;

  constructor(socket: WebSocket, options: WebSocketChannelOptions) {
    this.#socket = socket;
    this.#options = options;
    this.closed = this.#end.promise;
    socket.on('message', (data, isBinary) => this.#message(data, isBinary));
    socket.on('pong', () => {
      this.#isPongDue = false;
    });
    socket.on('error', (error) => this.#failed(error));
    socket.on('close', (code, reason) => this.#closed(code, reason.toString()));
    socket.pause();
  }

  start(receiver: FrameReceiver): void {
    if (this.#receiver !== undefined) {
      throw new Fault('invalid_argument', 'A channel can be started only once; this one is in use already.');
    }
    this.#receiver = receiver;
    this.#schedulePing();
    queueMicrotask(() => this.resume());
  }

  send(frame: string): Promise<void> | undefined {
    return this.#send(frame);
  }

  sendRaw(bytes: Uint8Array): Promise<void> | undefined {
    return this.#send(bytes);
  }

  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (this.#receiver === undefined || this.#isOver) return;
    this.#isPaused = false;
    const early = this.#early;
    let delivered = 0;
    for (const frame of early) {
      if (this.#isPaused || this.#isOver) break;
      delivered += 1;
      this.#receiver.frame(frame);
    }
    early.splice(0, delivered);
    if (!this.#isPaused) this.#socket.resume();
  }

  diagnostics(): string {
    return '';
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#isOver) return;
    this.#early = [];
    this.#socket.close(NORMAL_CLOSURE);
    // The goodbye of the other side must be read, and what comes before it is of no interest any more.
    this.#socket.resume();
    const giveUp = this.#options.clock.after(CLOSE_MS, () => this.#socket.terminate());
    await this.closed;
    giveUp();
  }

  #send(data: string | Uint8Array): Promise<void> | undefined {
    if (this.#isOver || this.#closing !== undefined) return undefined;
    this.#socket.send(data, TEXT, this.#sent);
    if (this.#socket.bufferedAmount <= this.#options.limits.writeQueueBytes) return undefined;
    this.#room ??= deferred();
    return this.#room.promise;
  }

  readonly #sent = (): void => {
    if (this.#room === undefined) return;
    if (this.#socket.bufferedAmount > this.#options.limits.writeQueueBytes) return;
    this.#room.resolve();
    this.#room = undefined;
  };

  #message(data: RawData, isBinary: boolean): void {
    if (this.#closing !== undefined) return;
    if (isBinary) {
      const text = 'The other side sent a binary frame, which was dropped. Messages travel in text frames.';
      this.#receiver?.fault(new Fault('invalid_message', text));
      return;
    }
    // Text comes as one Buffer unless the socket is told otherwise.
    const frame = data as Buffer;
    if (frame.length === 0) return;
    if (this.#isPaused || this.#receiver === undefined) this.#early.push(frame);
    else this.#receiver.frame(frame);
  }

  #schedulePing(): void {
    const { pingMs, clock } = this.#options;
    this.#stopPing = clock.after(pingMs, () => {
      // While nothing is read, no answer can be seen.
      if (this.#isPongDue && !this.#isPaused) {
        this.#fault ??= new Fault(
          'connection_lost',
          `The other side did not answer a WebSocket ping within ${pingMs} ms.`,
        );
        this.#socket.terminate();
        return;
      }
      this.#isPongDue = true;
      this.#socket.ping();
      this.#schedulePing();
    });
  }

  #failed(error: Error & { code?: string }): void {
    const row = REFUSED_FRAMES[error.code ?? ''];
    this.#fault ??=
      row === undefined
        ? new Fault('connection_lost', `The WebSocket failed (${error.code ?? error.message}).`, {
            cause: error,
          })
        : new Fault(row.code, row.text, {
            cause: error,
            ...(row.limit === undefined ? {} : { limit: row.limit }),
          });
  }

  #closed(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopPing();
    this.#room?.resolve();
    const said = reason === '' ? '' : `, ${JSON.stringify(reason)}`;
    this.#fault ??= new Fault('connection_lost', `The other side closed the WebSocket (${code}${said}).`, {
      details: { closeCode: code },
    });
    this.#end.resolve(this.#closing === undefined ? { fault: this.#fault } : {});
  }
}

const TEXT = { binary: false } as const;
