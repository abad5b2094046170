import { describe, expect, it } from 'vitest';
import type { ReplayReport } from '../../../src/conformance/index.js';
import { replayOnChannel, replayToProcess } from '../../../src/conformance/index.js';
import type { FrameChannel, FrameReceiver } from '../../../src/transport/index.js';
import { memoryPair, stdioServer } from '../../../src/transport/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { nextTurn } from '../../support/turn.js';
import { WirePeer } from '../../support/wire-peer.js';
import { notification, recordingOf, request, result, type Said } from './recording-of.js';

const kinds = ({ differences }: ReplayReport) => differences.map(({ kind, line }) => [kind, line]);

const CALL: readonly Said[] = [
  { dir: 'client', frame: request(1, 'ping') },
  { dir: 'server', frame: notification('n') },
  { dir: 'server', frame: result(1) },
  { dir: 'client', end: true },
];

/** A channel whose input can end before its output. */
function halfClosing() {
  const sent: string[] = [];
  let isOpen = true;
  let onClosed: () => void = () => {};
  const started = new Map<'receiver', FrameReceiver>();
  const channel: FrameChannel = {
    transport: 'stdio',
    closed: new Promise((resolve) => {
      onClosed = () => resolve({ reason: 'local' } as never);
    }),
    start: (receiver) => void started.set('receiver', receiver),
    send: async (frame) => void (isOpen && sent.push(String(frame))),
    sendRaw: async () => {},
    close: async () => {
      isOpen = false;
      onClosed();
    },
  } as Partial<FrameChannel> as FrameChannel;
  return { channel, sent, receiver: () => started.get('receiver') as FrameReceiver };
}

describe('replayOnChannel', () => {
  function served(said: readonly Said[] = CALL) {
    const [near, far] = memoryPair();
    const clock = new FakeClock();
    const report = replayOnChannel(recordingOf(said), near, { clock });
    return { peer: new WirePeer(far), report, clock };
  }

  it('serves the client that was recorded, under its ids', async () => {
    const { peer, report } = served();
    peer.say({ id: 'mine', method: 'ping' });
    expect(await peer.next()).toMatchObject({ method: 'n' });
    expect(await peer.next()).toEqual({ jsonrpc: '2.0', id: 'mine', result: {} });
    await peer.close();
    expect(await report).toMatchObject({ isSame: true, as: 'server', played: 2, matched: 2 });
  });

  it('refuses what is not in the recording, so that the client does not wait', async () => {
    const { peer, report, clock } = served();
    peer.say({ id: 5, method: 'other' });
    expect(await peer.next()).toMatchObject({ id: 5, error: { code: -32603 } });
    clock.advance(10_000);
    await nextTurn();
    clock.advance(10_000);
    expect(kinds(await report)).toEqual([
      ['unexpected', undefined],
      ['missing', 2],
    ]);
  });

  it('notices a client that says too much at the end', async () => {
    const { peer, report } = served();
    peer.say({ id: 1, method: 'ping' });
    await peer.next();
    await peer.next();
    peer.say({ method: 'late' });
    await peer.close();
    expect(kinds(await report)).toEqual([['unexpected', undefined]]);
  });

  it('says to a client that only reads any more what the server still said', async () => {
    const late: readonly Said[] = [CALL[0] as Said, { dir: 'client', end: true }, ...CALL.slice(1, 3)];
    const { channel, sent, receiver } = halfClosing();
    const report = replayOnChannel(recordingOf(late), channel);
    receiver().frame(request(7, 'ping'));
    receiver().end?.();
    expect(await report).toMatchObject({ isSame: true, played: 2, matched: 2 });
    expect(sent.map((frame) => JSON.parse(frame))).toMatchObject([{ method: 'n' }, { id: 7, result: {} }]);
  });

  it('notices a client that is gone too early', async () => {
    const { peer, report } = served();
    await peer.close();
    expect(kinds(await report)).toContainEqual(['missing', 2]);
  });
});

describe('replayToProcess', () => {
  const target = (script: string) => stdioServer({ command: process.execPath, args: ['-e', script] });
  /** Answers line by line. */
  const answering = (answer: string) =>
    target(`let pending = ''; process.stdin.on('data', (chunk) => { const lines = (pending + chunk).split('\\n');
      pending = lines.pop(); for (const line of lines) { const id = JSON.parse(line).id; ${answer} } });`);

  it('plays the client, ends the input as it was ended, and sees how the server exits', async () => {
    const said: Said[] = [...CALL, { dir: 'server', end: true, exit: { code: 3, signal: null } }];
    const server = answering(`console.log('${notification('n')}');
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result: {} })); process.exitCode = 3;`);
    expect(await replayToProcess(recordingOf(said), server)).toMatchObject({ isSame: true, differences: [] });
    const other = said.with(-1, { dir: 'server', end: true, exit: { code: 0, signal: null } });
    expect((await replayToProcess(recordingOf(other), server)).differences).toMatchObject([
      { kind: 'different', at: '/exit/code', expected: '0', actual: '3' },
    ]);
  });

  it('plays bytes that are no text as they are', async () => {
    const server = target(
      `process.stdin.once('data', (chunk) => console.log(JSON.stringify(chunk.toString('hex'))))`,
    );
    const said: Said[] = [
      { dir: 'client', frame: '//4=', encoding: 'base64' },
      { dir: 'server', frame: '"fffe0a"' },
    ];
    expect(await replayToProcess(recordingOf(said), server)).toMatchObject({ isSame: true });
  });

  it('tells of a line that is no message, and of a server that dies', async () => {
    const server = target(`console.log('debug'); process.exit(1)`);
    expect(kinds(await replayToProcess(recordingOf(CALL), server))).toEqual([
      ['unexpected', undefined],
      ['unexpected', undefined],
      ['missing', 3],
    ]);
  });

  it('says that there is no such program', async () => {
    const nothing = stdioServer({ command: '/no/such/program' });
    await expect(replayToProcess(recordingOf(CALL), nothing)).rejects.toMatchObject({ code: 'spawn_failed' });
  });
});
