// Sessions and resumable streams of legacy streamable HTTP.
import { randomUUID } from 'node:crypto';
import type { Peer } from './core.js';
import { newPeer } from './core.js';
import type { SendEvent } from './http-types.js';

interface StoredEvent {
  readonly stream: number;
  readonly index: number;
  readonly data: string;
}

/** A session, with the events of its streams when they can be resumed. */
export class Session {
  readonly id = randomUUID();
  readonly peer: Peer = newPeer();
  readonly #events: StoredEvent[] = [];
  #streams = 0;

  /** A new stream whose events are kept. */
  openStream(send: SendEvent): (data: string) => void {
    const stream = this.#streams;
    this.#streams += 1;
    let index = 0;
    return (data) => {
      this.#events.push({ stream, index, data });
      send(data, `${stream}-${index}`);
      index += 1;
    };
  }

  /** Sends again what came after an event on its stream. */
  replay(lastEventId: string, send: SendEvent): void {
    const [stream, last] = lastEventId.split('-').map(Number);
    for (const event of this.#events) {
      if (event.stream === stream && event.index > (last ?? 0)) {
        send(event.data, `${event.stream}-${event.index}`);
      }
    }
  }
}
