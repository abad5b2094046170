import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { streamChannel } from '../../../src/transport/index.js';
import { echoPeer } from '../../support/echo-channel.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FrameLog } from '../../support/frame-log.js';
import { frameChannelContract } from '../frame-channel-contract.js';

interface Sockets {
  readonly near: Socket;
  readonly far: Socket;
  dispose(): void;
}

async function connectSockets(): Promise<Sockets> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  far.on('error', () => {});
  return {
    near,
    far,
    dispose: () => {
      far.destroy();
      server.close();
    },
  };
}

// requirement: custom-transport-uses-stdio-framing
frameChannelContract(
  'a TCP socket',
  async (limits) => {
    const { near, far, dispose } = await connectSockets();
    const channel = streamChannel(near, near, { limits });
    return echoPeer(channel, streamChannel(far, far), async () => dispose());
  },
  { overlong: 'dropped' },
);

describe('streamChannel', () => {
  let sockets: Sockets | undefined;

  afterEach(() => {
    sockets?.dispose();
    sockets = undefined;
  });

  it('ends with a fault when the connection is reset', async () => {
    sockets = await connectSockets();
    const channel = streamChannel(sockets.near, sockets.near);
    channel.start(new FrameLog());
    sockets.far.resetAndDestroy();
    const { fault } = await channel.closed;
    expect(fault).toMatchObject({ code: 'connection_lost', message: expect.stringContaining('ECONNRESET') });
    expect(sockets.near.destroyed).toBe(true);
  });

  it('lets a receiver that wants to know of the end of input answer first', async () => {
    sockets = await connectSockets();
    const channel = streamChannel(sockets.near, sockets.near);
    const log = new FrameLog();
    let ends = 0;
    channel.start(
      Object.assign(log, {
        end: () => {
          ends += 1;
          channel.send('"the last word"');
          void channel.close();
        },
      }),
    );
    let heard = '';
    sockets.far.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    const farEnd = once(sockets.far, 'end');
    sockets.far.end('"the first"\n"the second"');
    await farEnd;
    expect(log.frames).toEqual(['"the first"', '"the second"']);
    expect(heard).toBe('"the last word"\n');
    expect(ends).toBe(1);
    expect(await channel.closed).toEqual({});
  });

  it('closes after a bounded time when the other side neither reads nor closes', async () => {
    const clock = new FakeClock();
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 1 });
    const channel = streamChannel(input, output, { clock });
    channel.start(new FrameLog());
    channel.send('x'.repeat(1000));
    channel.send('y');
    const closing = channel.close();
    for (const waitMs of [2000, 500]) {
      await clock.timerWithin(waitMs);
      clock.advance(waitMs);
    }
    await closing;
    expect(await channel.closed).toEqual({});
    expect(clock.pending).toBe(0);
    expect(input.destroyed && output.destroyed).toBe(true);
  });

  it('stands an error of its streams at any time', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const channel = streamChannel(input, output);
    input.destroy(new Error('before it is started'));
    const { fault } = await channel.closed;
    expect(fault).toMatchObject({ code: 'connection_lost' });
    await channel.close();
    output.emit('error', new Error('after its end'));
    input.emit('error', new Error('after its end'));
  });
});
