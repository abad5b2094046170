import type { Fault } from '../protocol/index.js';
import type { ConnectionEnd, TransportKind } from './connection.js';

/** What is known of a frame that was lost: its first and its last bytes, up to 256 of each. */
export interface LostFrame {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** Receives what a channel delivers. Methods must not throw. */
export interface FrameReceiver {
  /**
   * One undecoded frame: a line without its terminator, or the payload of one WebSocket text frame. Never empty. A
   * carrier may give the text instead of the bytes where it knows that they are valid UTF-8, byte order mark included,
   * so that the text stands for exactly those bytes.
   */
  frame(frame: Uint8Array | string): void;
  /** A frame was lost (too long, say) but framing goes on. */
  fault(fault: Fault, lost?: LostFrame): void;
  /**
   * The other side will send nothing more, but may still read. A receiver that has this method closes the channel
   * when it has written what it still owes; for one that has not, the channel ends by itself.
   */
  end?(): void;
}

/**
 * A duplex channel of whole frames, with no idea of what is in them. This small contract is the only thing that
 * stdio, WebSocket and memory carriers implement; correlation sits above it (multiplexer). All pass one
 * contract suite (test/transport/frame-channel-contract.ts).
 */
export interface FrameChannel {
  readonly transport: TransportKind;
  /** Starts delivery. Called once; frames that arrive earlier are kept by the carrier. */
  start(receiver: FrameReceiver): void;
  /**
   * Sends one frame (the carrier adds the terminator). Returns a promise only when the other side is slow: it
   * resolves when there is room again. After the channel has ended this does nothing; `closed` tells.
   */
  send(frame: string): Promise<void> | undefined;
  /** The byte layer: sends these bytes as they are, framed by nobody. For conformance checks. */
  sendRaw(bytes: Uint8Array): Promise<void> | undefined;
  /** False where the other side goes on sending while this one is paused, and all of it has to be kept. Default true. */
  readonly slowsWhenPaused?: boolean;
  /** Stops and resumes delivery, for back-pressure. */
  pause(): void;
  resume(): void;
  /** What the other side wrote outside the protocol (the tail of stderr); empty when there is no such thing. */
  diagnostics(): string;
  /** Flushes what was sent, then closes. Idempotent. */
  close(): Promise<void>;
  /** Resolves when the channel has ended, whoever ended it. Never rejects. */
  readonly closed: Promise<ConnectionEnd>;
}
