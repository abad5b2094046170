import type { FrameChannel } from '../../src/transport/index.js';
import type { EchoPeer } from '../transport/frame-channel-contract.js';
import { frameText } from './frame-text.js';

/** An echo peer out of the other end of a channel that lives in this process. */
export function echoPeer(channel: FrameChannel, other: FrameChannel, dispose: () => Promise<void>): EchoPeer {
  let received = 0;
  other.start({
    frame: (frame) => {
      received += 1;
      other.send(frameText(frame));
    },
    fault: () => {},
  });
  return {
    channel,
    stopReading: async () => other.pause(),
    readAgain: () => other.resume(),
    say: (bytes) => void other.send('x'.repeat(bytes)),
    end: () => void other.close(),
    received: async () => {
      await other.closed;
      return received;
    },
    dispose: async () => {
      await other.close();
      await dispose();
    },
  };
}
