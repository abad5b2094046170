// What every duplex carrier must do, whatever it is made of. Each carrier's own test file runs this suite.
import { afterEach, describe, expect, it } from 'vitest';
import type { Limits } from '../../src/protocol/index.js';
import type { FrameChannel } from '../../src/transport/index.js';
import { FrameLog } from '../support/frame-log.js';
import { nextTurn } from '../support/turn.js';

/** The other side of the channel under test: it sends every frame back. */
export interface EchoPeer {
  readonly channel: FrameChannel;
  /** Takes nothing in any more, until `readAgain`. Resolves when that is so. */
  stopReading(): Promise<void>;
  readAgain(): void;
  /** Sends one frame of so many bytes. */
  say(bytes: number): void;
  /** Ends the channel from the other side, in order. */
  end(): void;
  /** How many frames came to the other side; called after the channel was closed. */
  received(): Promise<number>;
  /** Takes everything down that the channel does not take down itself. */
  dispose(): Promise<void>;
}

export type OpenEchoPeer = (limits: Partial<Limits>) => Promise<EchoPeer>;

export interface ContractTraits {
  /** What a frame over the limit does: it is dropped, or it ends the channel because framing cannot go on. */
  readonly overlong: 'dropped' | 'ends the channel';
}

const FRAMES = [
  '{"jsonrpc":"2.0","id":1,"result":{"t":"é😀"}}',
  '"a line separator \u2028 and a paragraph separator \u2029 end nothing"',
  '"a carriage return \\r inside"',
  '{}',
  `"${'0123456789abcdef'.repeat(65_536)}"`,
];

export function frameChannelContract(name: string, open: OpenEchoPeer, traits: ContractTraits): void {
  describe(`${name} keeps the contract of a duplex channel`, () => {
    const peers: EchoPeer[] = [];

    async function openPeer(limits: Partial<Limits> = {}): Promise<EchoPeer> {
      const peer = await open(limits);
      peers.push(peer);
      return peer;
    }

    async function openStarted(limits: Partial<Limits> = {}): Promise<{ peer: EchoPeer; log: FrameLog }> {
      const peer = await openPeer(limits);
      const log = new FrameLog();
      peer.channel.start(log);
      return { peer, log };
    }

    afterEach(async () => {
      for (const peer of peers.splice(0)) {
        await peer.channel.close();
        await peer.dispose();
      }
    });

    it('delivers frames whole and in order, whatever is in them', async () => {
      const { peer, log } = await openStarted();
      for (const frame of FRAMES) peer.channel.send(frame);
      await log.untilFrames(FRAMES.length);
      expect(log.frames).toEqual(FRAMES);
      expect(log.faults).toEqual([]);
    });

    it('keeps what comes before it is started', async () => {
      const peer = await openPeer();
      for (let index = 0; index < 100; index++) peer.channel.send(`"frame ${index}"`);
      const log = new FrameLog();
      peer.channel.start(log);
      await log.untilFrames(100);
      expect(log.frames).toEqual(Array.from({ length: 100 }, (_, index) => `"frame ${index}"`));
    });

    it('is started once', async () => {
      const { peer } = await openStarted();
      expect(() => peer.channel.start(new FrameLog())).toThrow(/only once/);
    });

    it('delivers nothing while paused, and everything afterwards', async () => {
      const { peer, log } = await openStarted();
      const pausing = { frame: log.frame.bind(log), fault: log.fault.bind(log) };
      log.frame = (bytes) => {
        pausing.frame(bytes);
        if (log.frames.length === 3) peer.channel.pause();
      };
      for (let index = 0; index < 10; index++) peer.channel.send(`${index}`);
      await log.untilFrames(3);
      // A round trip that would bring the rest along if it could.
      await peer.channel.send('10');
      expect(log.frames).toEqual(['0', '1', '2']);
      peer.channel.resume();
      await log.untilFrames(11);
      expect(log.frames).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    });

    it('gives a promise to wait for when the other side is slow, and resolves it when there is room', async () => {
      const { peer, log } = await openStarted({ writeQueueBytes: 65_536 });
      expect(peer.channel.send('"quick"')).toBeUndefined();
      await log.untilFrames(1);
      await peer.stopReading();
      const frame = `"${'x'.repeat(65_536)}"`;
      let room: Promise<void> | undefined;
      let sent = 0;
      while (room === undefined && sent < 1000) {
        room = peer.channel.send(frame);
        sent += 1;
        // Lets the carrier hand over what it can.
        await nextTurn();
      }
      expect(room).toBeInstanceOf(Promise);
      peer.readAgain();
      await room;
      await log.untilFrames(1 + sent);
      expect(log.frames.slice(1).every((echoed) => echoed === frame)).toBe(true);
    });

    it.each([
      { bytes: 99, isDelivered: true },
      { bytes: 100, isDelivered: true },
      { bytes: 101, isDelivered: false },
    ])('bounds a frame: $bytes bytes of 100 are delivered: $isDelivered', async ({ bytes, isDelivered }) => {
      const { peer, log } = await openStarted({ lineBytes: 100 });
      peer.say(bytes);
      peer.say(5);
      if (isDelivered || traits.overlong === 'dropped') {
        await log.untilFrames(isDelivered ? 2 : 1);
        expect(log.frames).toEqual(isDelivered ? ['x'.repeat(bytes), 'xxxxx'] : ['xxxxx']);
        expect(log.faults.map(({ code, limit }) => [code, limit])).toEqual(
          isDelivered ? [] : [['limit_exceeded', 'lineBytes']],
        );
        return;
      }
      const { fault } = await peer.channel.closed;
      expect(fault).toMatchObject({ code: 'limit_exceeded', limit: 'lineBytes' });
    });

    it('sends raw bytes as they are', async () => {
      const { peer, log } = await openStarted();
      peer.channel.send('"before"');
      peer.channel.sendRaw(new TextEncoder().encode('not json at all'));
      if (peer.channel.transport !== 'memory' && peer.channel.transport !== 'websocket') {
        peer.channel.sendRaw(new Uint8Array([0x0a]));
      }
      peer.channel.send('"after"');
      await log.untilFrames(3);
      expect(log.frames).toEqual(['"before"', 'not json at all', '"after"']);
    });

    it('flushes what was sent before it closes', async () => {
      const { peer } = await openStarted();
      for (let index = 0; index < 1000; index++) peer.channel.send(`"frame ${index}"`);
      await peer.channel.close();
      expect(await peer.received()).toBe(1000);
    });

    it('ends without a fault when this side closes it, however often', async () => {
      const { peer } = await openStarted();
      await Promise.all([peer.channel.close(), peer.channel.close()]);
      await peer.channel.close();
      expect(await peer.channel.closed).toEqual({});
    });

    it('does nothing after its end', async () => {
      const { peer, log } = await openStarted();
      await peer.channel.close();
      expect(peer.channel.send('"late"')).toBeUndefined();
      expect(peer.channel.sendRaw(new Uint8Array([1]))).toBeUndefined();
      peer.channel.pause();
      peer.channel.resume();
      expect(log.frames).toEqual([]);
    });

    it('delivers what the other side sent last, then ends with a fault that says so', async () => {
      const { peer, log } = await openStarted();
      for (let index = 0; index < 100; index++) peer.channel.send(`${index}`);
      await log.untilFrames(100);
      peer.end();
      const { fault } = await peer.channel.closed;
      expect(['connection_lost', 'process_exited']).toContain(fault?.code);
      expect(log.frames).toHaveLength(100);
    });
  });
}
