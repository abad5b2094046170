import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { DEFAULT_LIMITS, type Limits } from '../../../src/protocol/index.js';
import { systemClock } from '../../../src/transport/index.js';
import { socketOptions, WebSocketChannel } from '../../../src/transport/websocket/web-socket-channel.js';
import { echoPeer } from '../../support/echo-channel.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FrameLog } from '../../support/frame-log.js';
import { type EchoPeer, frameChannelContract } from '../frame-channel-contract.js';

interface Sockets {
  readonly client: WebSocket;
  readonly accepted: WebSocket;
  dispose(): Promise<void>;
}

async function connectSockets(limits: Partial<Limits>): Promise<Sockets> {
  const options = socketOptions({ ...DEFAULT_LIMITS, ...limits });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...options });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  const [[accepted]] = await Promise.all([once(server, 'connection'), once(client, 'open')]);
  return { client, accepted: accepted as WebSocket, dispose: async () => void server.close() };
}

function channelOver(socket: WebSocket, limits: Partial<Limits>): WebSocketChannel {
  return new WebSocketChannel(socket, {
    limits: { ...DEFAULT_LIMITS, ...limits },
    clock: systemClock,
    pingMs: Number.POSITIVE_INFINITY,
  });
}

async function openEcho(role: 'client' | 'server', limits: Partial<Limits>): Promise<EchoPeer> {
  const { client, accepted, dispose } = await connectSockets(limits);
  const [tested, other] = role === 'client' ? [client, accepted] : [accepted, client];
  return echoPeer(channelOver(tested, limits), channelOver(other, {}), dispose);
}

for (const role of ['client', 'server'] as const) {
  frameChannelContract(`a WebSocket as ${role}`, (limits) => openEcho(role, limits), {
    overlong: 'ends the channel',
  });
}

describe('WebSocketChannel', () => {
  let sockets: Sockets | undefined;

  afterEach(async () => {
    sockets?.client.terminate();
    await sockets?.dispose();
  });

  it('refuses binary frames with a fault and goes on', async () => {
    sockets = await connectSockets({});
    const channel = channelOver(sockets.client, {});
    const log = new FrameLog();
    channel.start(log);
    sockets.accepted.send(new Uint8Array([1, 2, 3]), { binary: true });
    sockets.accepted.send('"text"');
    await log.untilFrames(1);
    expect(log.faults.map(({ code }) => code)).toEqual(['invalid_message']);
    expect(log.frames).toEqual(['"text"']);
    await channel.close();
  });

  it('gives the connection up when a ping is not answered in time', async () => {
    sockets = await connectSockets({});
    const clock = new FakeClock();
    const channel = new WebSocketChannel(sockets.client, { limits: DEFAULT_LIMITS, clock, pingMs: 1000 });
    const log = new FrameLog();
    channel.start(log);
    sockets.accepted.send('"hello"');
    await log.untilFrames(1);
    // The other side reads nothing, so it answers nothing.
    sockets.accepted.pause();
    clock.advance(1000);
    clock.advance(1000);
    const { fault } = await channel.closed;
    expect(fault).toMatchObject({ code: 'connection_lost', message: expect.stringContaining('ping') });
    expect(clock.pending).toBe(0);
  });

  it('stays open while pings are answered', async () => {
    sockets = await connectSockets({});
    const clock = new FakeClock();
    const channel = new WebSocketChannel(sockets.client, { limits: DEFAULT_LIMITS, clock, pingMs: 1000 });
    const log = new FrameLog();
    channel.start(log);
    for (let round = 1; round <= 3; round++) {
      const pong = once(sockets.client, 'pong');
      clock.advance(1000);
      await pong;
    }
    sockets.accepted.send('"still here"');
    await log.untilFrames(1);
    await channel.close();
    expect(clock.pending).toBe(0);
  });

  it('says with what code the other side closed it', async () => {
    sockets = await connectSockets({});
    const channel = channelOver(sockets.client, {});
    channel.start(new FrameLog());
    sockets.accepted.close(4001, 'maintenance');
    const { fault } = await channel.closed;
    expect(fault).toMatchObject({ code: 'connection_lost', details: { closeCode: 4001 } });
    expect(fault?.message).toContain('maintenance');
  });
});
