// The HTTP+SSE carrier of 2024-11-05: GET /sse gives the stream, POST /message?session=… takes messages.
import { randomUUID } from 'node:crypto';
import type { Peer, Respond } from './core.js';
import { newPeer } from './core.js';
import type { Features } from './features.js';
import { LOOPBACK } from './http-guards.js';
import type { Handle, HttpCall, SendEvent } from './http-types.js';
import { empty, eventStream } from './http-types.js';

interface Stream {
  readonly send: SendEvent;
  readonly peer: Peer;
}

export const SSE_PATH = '/sse';

/** The correct server of the older transport; one per listener. */
export function correctSseHandler(_features: Features, respond: Respond): Handle {
  const streams = new Map<string, Stream>();
  return async (call) => {
    const { origin } = call.headers;
    if (origin !== undefined && !LOOPBACK.test(origin.replace(/^https?:\/\//, ''))) return empty(403);
    if (call.method === 'GET' && call.path === SSE_PATH) return open(streams, call);
    const id = /^\/message\?session=(.+)$/.exec(call.path)?.[1];
    const stream = id === undefined ? undefined : streams.get(id);
    if (call.method !== 'POST' || stream === undefined) return empty(404);
    let message: unknown;
    try {
      message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.body));
    } catch {
      write(stream, { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
      return empty(202);
    }
    void respond(message, stream.peer, (each) => write(stream, each)).then((answer) => {
      if (answer !== undefined) write(stream, answer.message);
    });
    return empty(202);
  };
}

const write = ({ send }: Stream, message: unknown): void => send(JSON.stringify(message));

function open(streams: Map<string, Stream>, { gone }: HttpCall) {
  const id = randomUUID();
  return eventStream(async (send) => {
    streams.set(id, { send, peer: newPeer() });
    send(`/message?session=${id}`, undefined, 'endpoint');
    await new Promise<void>((resolve) => {
      gone.addEventListener('abort', () => resolve());
    });
    streams.delete(id);
  });
}
