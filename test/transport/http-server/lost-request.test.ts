// `lostRequestMs`: legacy streams without event ids, for servers whose clients do not come back.
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ResponseMessage } from '../../../src/protocol/index.js';
import { notification, success } from '../../../src/protocol/index.js';
import { listenHttp } from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { probe } from '../../support/http-probe.js';
import { ScriptedHandler } from '../../support/scripted-handler.js';
import { TestedHttpServer } from '../../support/tested-http-server.js';
import { nextTurn } from '../../support/turn.js';
import { waitFor } from '../../support/wait-for.js';

const LOST_MS = 10_000;
const progress = notification('notifications/progress', { progressToken: 1, progress: 1 });

/** A legacy call that has become a stream, and that the handler is at work on. */
async function streaming(server: TestedHttpServer, gate = new Gate<ResponseMessage>()) {
  server.handler.on('tools/call', (_message, context) => {
    context.notify(progress);
    return gate.promise;
  });
  const session = await server.session();
  const stream = await session.call('tools/call', 7, { name: 'x' });
  await stream.message(1);
  const { context } = await server.handler.handled('tools/call');
  return { session, stream, context, gate };
}

describe('without resumption', () => {
  it('events have no ids, and nothing primes a stream', async () => {
    await using server = await TestedHttpServer.start({ lostRequestMs: LOST_MS });
    const { stream, gate } = await streaming(server);
    gate.open(success(7, {}));
    await stream.ended();
    expect(stream.events).toHaveLength(2);
    expect(stream.text).not.toMatch(/^id:/m);
    await using usual = await TestedHttpServer.start();
    const { stream: resumable, gate: other } = await streaming(usual);
    other.open(success(7, {}));
    await resumable.ended();
    expect(resumable.text).toMatch(/^id:/m);
  });

  it('a request whose client has gone is cancelled after a while', async () => {
    await using server = await TestedHttpServer.start({ lostRequestMs: LOST_MS });
    const { stream, context } = await streaming(server);
    const timers = server.clock.pending;
    stream.drop();
    await waitFor('the loss is noticed', () => server.clock.pending > timers);
    server.clock.advance(LOST_MS * 0.9);
    expect(context.signal.aborted).toBe(false);
    server.clock.advance(LOST_MS * 0.1);
    expect(context.signal.aborted).toBe(true);
    expect(context.signal.reason).toMatchObject({ code: 'cancelled', origin: 'peer' });
  });

  it('a request that is answered meanwhile is not', async () => {
    await using server = await TestedHttpServer.start({ lostRequestMs: LOST_MS });
    const { stream, context, gate } = await streaming(server);
    const timers = server.clock.pending;
    stream.drop();
    await waitFor('the loss is noticed', () => server.clock.pending > timers);
    gate.open(success(7, {}));
    await nextTurn();
    server.clock.advance(LOST_MS * 2);
    expect(context.signal.aborted).toBe(false);
  });

  it('an id may be used again after its request was given up', async () => {
    await using server = await TestedHttpServer.start({ lostRequestMs: LOST_MS });
    const { session, stream } = await streaming(server);
    const timers = server.clock.pending;
    stream.drop();
    await waitFor('the loss is noticed', () => server.clock.pending > timers);
    server.clock.advance(LOST_MS);
    const again = await session.call('tools/list', 7);
    await again.ended();
    expect(again.status).toBe(200);
    expect(JSON.parse(again.text)).toMatchObject({ id: 7, result: {} });
  });

  it('the client is asked only on a stream that it has open', async () => {
    await using server = await TestedHttpServer.start({ lostRequestMs: LOST_MS });
    const { stream, context } = await streaming(server);
    const asked = context.request('roots/list');
    expect(await stream.message(2)).toMatchObject({ method: 'roots/list' });
    asked.catch(() => {});
    const timers = server.clock.pending;
    stream.drop();
    await waitFor('the loss is noticed', () => server.clock.pending > timers);
    await expect(context.request('roots/list')).rejects.toMatchObject({ code: 'peer_unreachable' });
    await expect(context.peer.request('roots/list')).rejects.toMatchObject({ code: 'peer_unreachable' });
  });

  it('a handler cannot send its client away for later', async () => {
    await using server = await TestedHttpServer.start({ lostRequestMs: LOST_MS });
    expect((await streaming(server)).context.closeStream).toBeUndefined();
    await using usual = await TestedHttpServer.start();
    expect((await streaming(usual)).context.closeStream).toBeTypeOf('function');
  });

  it('is refused for a time that is none', async () => {
    await expect(TestedHttpServer.start({ lostRequestMs: -1 })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('lostRequestMs'),
    });
  });
});

describe('a socket that listens already', () => {
  it('is taken over with its port, and closed with the server', async () => {
    const socket = createServer((connection) => connection.destroy());
    await new Promise<void>((resolve) => {
      socket.listen(0, '127.0.0.1', resolve);
    });
    const { port } = socket.address() as { port: number };
    const listener = await listenHttp(new ScriptedHandler(), { socket });
    expect(listener.port).toBe(port);
    expect(listener.url).toBe(`http://127.0.0.1:${port}/mcp`);
    expect((await probe({ port })).status).toBe(415);
    await listener.close();
    await expect(probe({ port })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
