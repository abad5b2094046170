import type { FrameChannel } from '../../src/transport/index.js';
import { frameText } from './frame-text.js';
import { waitFor } from './wait-for.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape.
type Json = any;

/** The other side of a channel, played by a test: says what it is told to, and keeps what it hears. */
export class WirePeer {
  readonly heard: string[] = [];
  readonly #channel: FrameChannel;
  #taken = 0;

  constructor(channel: FrameChannel) {
    this.#channel = channel;
    channel.start({
      frame: (frame) => void this.heard.push(frameText(frame)),
      fault: () => {},
    });
  }

  /** The next message, parsed. */
  async next(): Promise<Json> {
    await waitFor(`message ${this.#taken + 1} has come`, () => this.heard.length > this.#taken);
    this.#taken += 1;
    return JSON.parse(this.heard[this.#taken - 1] ?? '');
  }

  /** Messages that came and were not taken yet. */
  get waiting(): number {
    return this.heard.length - this.#taken;
  }

  /** Says a JSON value, `jsonrpc` added where it is an object without it. */
  say(message: object): void {
    this.sayText(JSON.stringify(Array.isArray(message) ? message : { jsonrpc: '2.0', ...message }));
  }

  sayText(text: string): void {
    this.#channel.send(text);
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    this.#channel.resume();
  }
}
