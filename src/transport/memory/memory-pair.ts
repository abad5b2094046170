import { Fault, type Limits, limitsWith } from '../../protocol/index.js';
import type { ConnectionEnd } from '../connection.js';
import { type Deferred, deferred } from '../deferred.js';
import type { FrameChannel, FrameReceiver } from '../frame-channel.js';

export interface MemoryPairOptions {
  /** `lineBytes` and `writeQueueBytes` are looked at. */
  readonly limits?: Partial<Limits>;
}

const encoder = new TextEncoder();

/**
 * Two channels joined to each other within this process: what one sends the other receives, later in the same turn of
 * the event loop, in order. For tests, and for a server and a client that live in one program.
 */
export function memoryPair(options: MemoryPairOptions = {}): [FrameChannel, FrameChannel] {
  const limits = limitsWith(options.limits);
  const left = new MemoryChannel(limits);
  const right = new MemoryChannel(limits);
  left.join(right);
  right.join(left);
  return [left, right];
}

class MemoryChannel implements FrameChannel {
  readonly transport = 'memory';
  readonly closed: Promise<ConnectionEnd>;
  readonly #limits: Limits;
  #other: MemoryChannel | undefined;
  #receiver: FrameReceiver | undefined;
  /** Frames for this side that were not delivered yet. */
  #inbox: Uint8Array[] = [];
  #inboxBytes = 0;
  #isPaused = false;
  #isScheduled = false;
  /** The other side will send nothing more. */
  #inputEnded = false;
  #end: ((end: ConnectionEnd) => void) | undefined;
  /** What the other side waits for when this one is slow. */
  #room: Deferred<void> | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  join(other: MemoryChannel): void {
    this.#other = other;
  }

  start(receiver: FrameReceiver): void {
    if (this.#receiver !== undefined) {
      throw new Fault('invalid_argument', 'A channel can be started only once; this one is in use already.');
    }
    this.#receiver = receiver;
    this.#schedule();
  }

  send(frame: string): Promise<void> | undefined {
    return this.sendRaw(encoder.encode(frame));
  }

  sendRaw(bytes: Uint8Array): Promise<void> | undefined {
    return this.#end === undefined || bytes.length === 0 ? undefined : this.#other?.take(bytes);
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  diagnostics(): string {
    return '';
  }

  async close(): Promise<void> {
    if (this.#end === undefined) return;
    this.#finish({});
    this.#other?.endInput();
  }

  /** A frame from the other side. */
  take(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#end === undefined) return undefined;
    this.#inbox.push(bytes);
    this.#inboxBytes += bytes.length;
    this.#schedule();
    if (this.#inboxBytes <= this.#limits.writeQueueBytes) return undefined;
    this.#room ??= deferred();
    return this.#room.promise;
  }

  endInput(): void {
    this.#inputEnded = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isPaused || this.#receiver === undefined) return;
    this.#isScheduled = true;
    queueMicrotask(() => this.#deliver());
  }

  #deliver(): void {
    this.#isScheduled = false;
    const frames = this.#inbox;
    let delivered = 0;
    // The array may grow on the way: a receiver that sends may get an answer in the same turn.
    for (const frame of frames) {
      if (this.#isPaused || this.#end === undefined) break;
      delivered += 1;
      this.#inboxBytes -= frame.length;
      this.#deliverOne(frame);
    }
    frames.splice(0, delivered);
    if (this.#inboxBytes <= this.#limits.writeQueueBytes) this.#giveRoom();
    if (this.#inputEnded && this.#inbox.length === 0) {
      this.#finish({ fault: new Fault('connection_lost', 'The other side closed the channel.') });
    }
  }

  #deliverOne(frame: Uint8Array): void {
    const { lineBytes } = this.#limits;
    if (frame.length <= lineBytes) {
      this.#receiver?.frame(frame);
      return;
    }
    const text = `A frame of more than ${lineBytes} bytes was dropped. Raise limits.lineBytes if that size is expected.`;
    const lost = { head: frame.slice(0, 256), tail: frame.slice(-256) };
    this.#receiver?.fault(new Fault('limit_exceeded', text, { limit: 'lineBytes' }), lost);
  }

  #giveRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  #finish(end: ConnectionEnd): void {
    if (this.#end === undefined) return;
    this.#end(end);
    this.#end = undefined;
    this.#inbox = [];
    this.#inboxBytes = 0;
    this.#giveRoom();
  }
}
