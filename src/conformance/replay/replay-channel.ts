import type { Fault, Trace, TraceEntry } from '../../protocol/index.js';
import { encodeMessage, failure } from '../../protocol/index.js';
import type {
  ChildChannel,
  FrameChannel,
  FrameReceiver,
  LostFrame,
  StdioServer,
} from '../../transport/index.js';
import { openChildProcess, systemClock } from '../../transport/index.js';
import { type Player, Replay, type ReplayOptions } from './replay.js';
import type { ReplayReport } from './report.js';
import { actionOf, type Side, type Step } from './steps.js';

const LF = 0x0a;
/** A client that asks for what nobody recorded is told so, else it would wait for ever. */
const NOT_RECORDED = { code: -32603, message: 'This request is not in the recording that is being replayed' };

/**
 * Plays the client of a recording against a server that is started for it. Afterwards the process is taken down.
 *
 * @throws Fault `spawn_failed`, `invalid_trace`, `invalid_argument`, `platform_missing`
 */
export async function replayToProcess(
  trace: Trace,
  target: StdioServer,
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const replay = new Replay(trace, 'client', options);
  const channel = await openChildProcess(target);
  const player = new ChannelPlayer(replay, channel, 'client');
  void channel.closed
    .then(() => channel.exited)
    .then((exit) => player.peerEnded(exit))
    .catch(() => {});
  try {
    await replay.run(player);
    if (!player.hasEnded) channel.endInput();
  } finally {
    // Frames that still come until the end of the process are not in the recording.
    await channel.close();
  }
  return replay.report();
}

/**
 * Plays the server of a recording against the client at the other end of a channel: this process's own stdio, or one end
 * of a pair in memory. Resolves when the client has closed the channel, or got stuck; the channel is closed then.
 *
 * @throws Fault `invalid_trace`, `invalid_argument`
 */
export async function replayOnChannel(
  trace: Trace,
  channel: FrameChannel,
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const replay = new Replay(trace, 'server', options);
  const player = new ChannelPlayer(replay, channel, 'server');
  const closed = channel.closed.then(() => player.peerEnded());
  await replay.run(player);
  const { clock = systemClock, timeoutMs = 10_000 } = options;
  const stopTimer = clock.after(timeoutMs, () => void channel.close(), true);
  // A server owes nothing more to a client that has gone: what it still said then has been played.
  await Promise.race([closed, player.peerGone]);
  stopTimer();
  await channel.close();
  return replay.report();
}

/** One side of a recording on a channel of frames. */
class ChannelPlayer implements Player, FrameReceiver {
  hasEnded = false;
  readonly #replay: Replay;
  readonly #channel: FrameChannel;
  readonly #us: Side;
  readonly #them: Side;
  #hasPeerEnded = false;
  #onPeerGone: () => void = () => {};
  /** The other side says nothing more; it may still read. */
  readonly peerGone = new Promise<void>((resolve) => {
    this.#onPeerGone = resolve;
  });

  constructor(replay: Replay, channel: FrameChannel, us: Side) {
    this.#replay = replay;
    this.#channel = channel;
    this.#us = us;
    this.#them = us === 'client' ? 'server' : 'client';
    channel.start(this);
  }

  /** `FrameReceiver` */
  frame(frame: Uint8Array | string): void {
    // A copy, because the bytes are a view of a chunk that the carrier may use again.
    const kept = typeof frame === 'string' ? frame : frame.slice();
    const action = actionOf(this.#them, 'frame', kept);
    const step = this.#replay.received(action);
    if (step === undefined && action.message?.kind === 'request')
      void this.#channel.send(encodeMessage(failure(action.message.id, NOT_RECORDED)));
  }

  /** `FrameReceiver` */
  fault(_fault: Fault, lost?: LostFrame): void {
    this.#replay.received(actionOf(this.#them, 'frame', lost?.head ?? ''));
  }

  /** `FrameReceiver`: the other side says nothing more. */
  end(): void {
    this.peerEnded();
  }

  peerEnded(exit?: TraceEntry['exit']): void {
    if (this.#hasPeerEnded) return;
    this.#hasPeerEnded = true;
    this.#replay.received(actionOf(this.#them, 'end', '', { exit }));
    this.#replay.peerEnded();
    this.#onPeerGone();
  }

  /** `Player` */
  play(step: Step, frame: Uint8Array | string): void | Promise<void> {
    if (step.form === 'end') return this.#end();
    if (frame.length === 0) return undefined;
    if (typeof frame === 'string') return this.#channel.send(frame);
    return this.#channel.sendRaw(this.#channel.transport === 'stdio' ? withLineFeed(frame) : frame);
  }

  #end(): void | Promise<void> {
    this.hasEnded = true;
    if (this.#us === 'server') return this.#channel.close();
    (this.#channel as ChildChannel).endInput();
    return undefined;
  }
}

function withLineFeed(frame: Uint8Array): Uint8Array {
  const line = new Uint8Array(frame.length + 1);
  line.set(frame);
  line[frame.length] = LF;
  return line;
}
