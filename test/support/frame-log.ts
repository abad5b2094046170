import type { Fault } from '../../src/protocol/index.js';
import type { FrameReceiver, LostFrame } from '../../src/transport/index.js';
import { frameText } from './frame-text.js';
import { waitFor } from './wait-for.js';

/** Receives from a channel and keeps what came. */
export class FrameLog implements FrameReceiver {
  readonly frames: string[] = [];
  readonly faults: Fault[] = [];
  readonly lost: (LostFrame | undefined)[] = [];

  frame(frame: Uint8Array | string): void {
    this.frames.push(frameText(frame));
  }

  fault(fault: Fault, lost?: LostFrame): void {
    this.faults.push(fault);
    this.lost.push(lost);
  }

  /** Resolves when `count` frames have come. */
  untilFrames(count: number): Promise<void> {
    return waitFor(`${count} frames have come`, () => this.frames.length >= count);
  }
}
