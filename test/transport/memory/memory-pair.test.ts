import { describe, expect, it } from 'vitest';
import { memoryPair } from '../../../src/transport/index.js';
import { echoPeer } from '../../support/echo-channel.js';
import { FrameLog } from '../../support/frame-log.js';
import { frameChannelContract } from '../frame-channel-contract.js';

frameChannelContract(
  'memory',
  async (limits) => {
    const [channel, other] = memoryPair({ limits });
    return echoPeer(channel, other, async () => {});
  },
  { overlong: 'dropped' },
);

describe('memoryPair', () => {
  it('delivers later, never within the call that sends', async () => {
    const [left, right] = memoryPair();
    const log = new FrameLog();
    right.start(log);
    left.send('"one"');
    expect(log.frames).toEqual([]);
    await log.untilFrames(1);
    await left.close();
  });
});
