// One line of 1 MiB that comes in 1,000 pieces: framing must be linear, whatever the pieces.
import { EventEmitter } from 'node:events';
import { decodeMessage } from 'plainwire/protocol';
import { streamChannel } from 'plainwire/transport';
import { interleave, timeEach } from '../interleave.mjs';
import { lineInPieces } from '../messages.mjs';
import { peerModule } from '../stacks/peer-module.mjs';

const { ReadBuffer } = peerModule('@modelcontextprotocol/sdk/shared/stdio.js');

/** A byte stream that gives what it is told to, at once. */
function input() {
  const none = () => {};
  return Object.assign(new EventEmitter(), { pause: none, resume: none, destroy: none });
}

function openFloor(taken) {
  let parts = [];
  return (piece) => {
    parts.push(piece);
    if (piece.at(-1) !== 0x0a) return;
    taken(JSON.parse(Buffer.concat(parts).toString()));
    parts = [];
  };
}

function openPlainwire(taken) {
  const source = input();
  const channel = streamChannel(source, Object.assign(new EventEmitter(), { write: () => {} }));
  channel.start({
    frame: (frame) => taken(decodeMessage(frame)),
    fault: (fault) => {
      throw fault;
    },
  });
  return (piece) => source.emit('data', piece);
}

function openSdk(taken) {
  const buffer = new ReadBuffer();
  return (piece) => {
    buffer.append(piece);
    const message = buffer.readMessage();
    if (message !== null) taken(message);
  };
}

/** Costs of `pieces` of 1 KiB that make up one line, in milliseconds. */
export async function dripOf(pieces, { rounds, contenders = ['floor', 'plainwire', 'sdk1'] }) {
  const chunks = lineInPieces(pieces * 1024, 1024);
  const opened = { floor: openFloor, plainwire: openPlainwire, sdk1: openSdk };
  const runs = contenders.map((name) => {
    let messages = 0;
    const push = opened[name](() => messages++);
    const run = () => {
      const before = messages;
      const ns = timeEach(1, () => chunks.forEach(push));
      if (messages !== before + 1) throw new Error(`${name} lost the message.`);
      return ns / 1e6;
    };
    return { name, run };
  });
  return interleave(`drip, ${pieces.toLocaleString('en')} × 1 KiB`, 'ms', runs, rounds);
}

export async function drip({ rounds }) {
  return [await dripOf(1000, { rounds })];
}
