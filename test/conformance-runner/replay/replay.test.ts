import { describe, expect, it } from 'vitest';
import { Replay, type ReplayOptions } from '../../../src/conformance/replay/replay.js';
import { type Action, actionOf, type Side, type Step } from '../../../src/conformance/replay/steps.js';
import { Fault, type TraceHttp } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { nextTurn } from '../../support/turn.js';
import { notification, recordingOf, request, result, type Said } from './recording-of.js';

/** A replay whose peer is played by the test. */
class Played {
  readonly clock = new FakeClock();
  readonly replay: Replay;
  readonly frames: string[] = [];
  readonly done: Promise<void>;
  isDone = false;
  readonly #them: Side;

  constructor(
    us: Side,
    said: readonly Said[],
    options: ReplayOptions & { readonly volatile?: string[] } = {},
  ) {
    const { volatile: declared, ...rest } = options;
    const trace = recordingOf(said, declared === undefined ? {} : { volatile: declared });
    this.replay = new Replay(trace, us, { clock: this.clock, ...rest });
    this.#them = us === 'client' ? 'server' : 'client';
    this.done = this.replay.run({
      play: (step: Step, frame) => void this.frames.push(step.form === 'end' ? 'end' : String(frame)),
    });
    void this.done
      .catch(() => {})
      .then(() => {
        this.isDone = true;
      });
  }

  /** The peer says a frame. */
  async hear(frame: string, http?: TraceHttp): Promise<Step | undefined> {
    const step = this.replay.received(this.action(frame, http));
    await nextTurn();
    return step;
  }

  action(frame: string, http?: TraceHttp): Action {
    return actionOf(this.#them, 'frame', frame, { http });
  }

  get differences() {
    return this.replay
      .report()
      .differences.map(({ kind, line, at }) => [kind, line, at].filter((x) => x !== undefined));
  }
}

const CALL: readonly Said[] = [
  { dir: 'client', frame: request(1, 'a') },
  { dir: 'server', frame: result(1, { x: 1 }) },
  { dir: 'client', frame: request(2, 'b') },
  { dir: 'server', frame: result(2) },
];

describe('Replay', () => {
  it('does what our side did, each when its time has come', async () => {
    const played = new Played('client', CALL);
    await nextTurn();
    expect(played.frames).toEqual([request(1, 'a')]);
    await played.hear(result(1, { x: 1 }));
    expect(played.frames).toEqual([request(1, 'a'), request(2, 'b')]);
    await played.hear(result(2));
    await played.done;
    expect(played.replay.report()).toEqual({
      isSame: true,
      as: 'client',
      played: 2,
      toPlay: 2,
      matched: 2,
      toMatch: 2,
      differences: [],
    });
  });

  it('answers under the ids that a live client uses', async () => {
    const played = new Played('server', CALL);
    await played.hear(request('x', 'a'));
    await played.hear(request('y', 'b'));
    await played.done;
    expect(played.frames.map((frame) => JSON.parse(frame).id)).toEqual(['x', 'y']);
    expect(played.replay.report().isSame).toBe(true);
  });

  it.each<readonly [string, (played: Played) => Promise<unknown>, unknown[]]>([
    ['a value', (played) => played.hear(result(1, { x: 2 })), [['different', 3, '/result/x']]],
    ['a frame nobody expects', (played) => played.hear(notification('n')), [['unexpected'], ['missing', 3]]],
    ['no message at all', (played) => played.hear('x'), [['unexpected'], ['missing', 3]]],
    ['a response to nothing', (played) => played.hear(result(9)), [['unexpected'], ['missing', 3]]],
  ])('tells what differs: %s', async (_, act, differences) => {
    const played = new Played('client', CALL.slice(0, 2));
    await act(played);
    expect(played.differences).toEqual(differences);
    expect(played.replay.report().isSame).toBe(false);
  });

  it('tells of an id that is used again', async () => {
    const played = new Played('server', CALL);
    await played.hear(request(7, 'a'));
    await played.hear(request(7, 'b'));
    expect(played.differences).toContainEqual(['reused', 4]);
  });

  it('takes what belongs to no order in any order', async () => {
    const said: Said[] = [
      { dir: 'client', frame: request(1, 'a') },
      { dir: 'client', frame: request(2, 'b') },
      { dir: 'server', frame: result(1) },
      { dir: 'server', frame: result(2) },
    ];
    const played = new Played('client', said);
    await nextTurn();
    await played.hear(result(2));
    await played.hear(result(1));
    await played.done;
    expect(played.replay.report().isSame).toBe(true);
  });

  it('holds the progress of a request before its response', async () => {
    const progress = notification('notifications/progress', { progressToken: 'p', progress: 1 });
    const said: Said[] = [
      { dir: 'client', frame: request(1, 'a', { _meta: { progressToken: 'p' } }) },
      { dir: 'server', frame: progress },
      { dir: 'server', frame: result(1) },
    ];
    const played = new Played('client', said);
    await played.hear(result(1));
    await played.hear(progress);
    await played.done;
    expect(played.differences).toEqual([['order', 3]]);
  });

  it('gives up when the peer does nothing for too long, and blames only what was due', async () => {
    const played = new Played('client', CALL, { timeoutMs: 500 });
    await nextTurn();
    played.clock.advance(499);
    await nextTurn();
    expect(played.isDone).toBe(false);
    played.clock.advance(1);
    await played.done;
    expect(played.differences).toEqual([['missing', 3]]);
    expect(played.replay.report()).toMatchObject({ played: 1, toPlay: 2, matched: 0, toMatch: 2 });
  });

  it('has the time begin anew with everything that the peer does', async () => {
    const said: Said[] = [CALL[0], CALL[1], { dir: 'server', frame: notification('n') }] as Said[];
    const played = new Played('client', said, { timeoutMs: 500 });
    await nextTurn();
    played.clock.advance(400);
    await played.hear(result(1, { x: 1 }));
    played.clock.advance(400);
    await played.hear(notification('n'));
    await played.done;
    expect(played.replay.report().isSame).toBe(true);
  });

  it('ends with a peer that ends', async () => {
    const played = new Played('client', CALL);
    await nextTurn();
    played.replay.peerEnded();
    await played.done;
    expect(played.differences).toEqual([['missing', 3]]);
  });

  it('does not listen for ever to a peer that never stops', async () => {
    const played = new Played('client', CALL);
    await nextTurn();
    for (let count = 0; count < 1001; count += 1) played.replay.received(played.action(notification('n')));
    await played.done;
    expect(played.replay.report().differences.length).toBeLessThan(1005);
  });

  it('rejects when there is nobody to play with', async () => {
    const played = new Played('client', CALL);
    const fault = new Fault('connect_failed', 'nobody');
    played.replay.fail(fault);
    await expect(played.done).rejects.toBe(fault);
  });

  it.each([
    [{ volatile: ['x'] }, true],
    [{ ignore: ['/result/x'] }, true],
    [{ volatile: ['y'], ignore: ['/result/y'] }, false],
  ])('ignores what the recording and the caller say: %j', async (options, isSame) => {
    const played = new Played('client', CALL.slice(0, 2), options);
    await played.hear(result(1, { x: 2 }));
    await played.done;
    expect(played.replay.report().isSame).toBe(isSame);
  });

  it('takes the end of an exchange by the peer for ours, when nothing was left to say', async () => {
    const http = (more: TraceHttp): TraceHttp => ({ exchange: 1, ...more });
    const stream = { 'content-type': 'text/event-stream' };
    const said: Said[] = [
      { dir: 'client', transport: 'http', frame: request(1, 'a'), http: http({ method: 'POST' }) },
      { dir: 'server', transport: 'http', http: http({ status: 200, headers: stream }) },
      { dir: 'client', transport: 'http', end: true, http: http({}) },
    ];
    const played = new Played('client', said);
    played.replay.received(actionOf('server', 'end', '', { http: { exchange: 1 } }));
    played.replay.received(actionOf('server', 'head', '', { http: http({ status: 200, headers: stream }) }));
    await played.done;
    expect(played.replay.report().differences.map(({ kind }) => kind)).toEqual(['unexpected']);
  });

  it('knows where the server of the recording was', () => {
    const trace = recordingOf([], { server: 'https://example.com:8443/mcp' });
    expect(new Replay(trace, 'client').recordedOrigin).toBe('https://example.com:8443');
    expect(new Replay(recordingOf([]), 'client').recordedOrigin).toBeUndefined();
  });

  it('takes no recording with a line that cannot be used', () => {
    const trace = recordingOf([]);
    const fault = new Fault('invalid_trace', 'Line 7');
    expect(() => new Replay({ ...trace, faults: [{ kind: 'fault', line: 7, fault }] }, 'client')).toThrow(
      fault,
    );
  });
});
