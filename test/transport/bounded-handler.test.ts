import { describe, expect, it } from 'vitest';
import type { Fault, ResponseMessage } from '../../src/protocol/index.js';
import { encodeMessage, request, success } from '../../src/protocol/index.js';
import { BoundedHandler, isUnavailable } from '../../src/transport/bounded-handler.js';
import type { RequestContext } from '../../src/transport/index.js';
import { Gate } from '../support/gate.js';
import { RawHttpClient, rawModern } from '../support/raw-http.js';
import { ScriptedHandler } from '../support/scripted-handler.js';
import { TestedHttpServer } from '../support/tested-http-server.js';
import { nextTurn } from '../support/turn.js';
import { waitFor } from '../support/wait-for.js';

const CONTEXT = {} as RequestContext;
const BUSY = { kind: 'error', error: { code: -32603, data: { limit: 'runningRequests', max: 2 } } };

function bounded(max: number) {
  const handler = new ScriptedHandler();
  const warnings: Fault[] = [];
  const gates: Gate<ResponseMessage>[] = [];
  handler.on('slow', () => {
    const gate = new Gate<ResponseMessage>();
    gates.push(gate);
    return gate.promise;
  });
  const subject = new BoundedHandler(handler, max, (fault) => warnings.push(fault));
  const ask = (method: string) => subject.request(request(1, method), CONTEXT);
  return { subject, handler, warnings, gates, ask };
}

describe('a bounded handler', () => {
  it('takes as many requests as the limit says, and refuses the next', async () => {
    const { ask, gates, warnings } = bounded(2);
    void ask('slow');
    const second = ask('slow');
    for (const refused of [await ask('fast'), await ask('fast')]) {
      expect(refused).toMatchObject(BUSY);
      expect(isUnavailable(refused)).toBe(true);
    }
    expect(warnings).toMatchObject([{ code: 'limit_exceeded', limit: 'runningRequests' }]);
    gates[1]?.open(success(1, {}));
    expect(isUnavailable(await second)).toBe(false);
    expect(await ask('fast')).toMatchObject({ kind: 'success' });
  });

  it('counts a request that failed as ended', async () => {
    const { ask, gates } = bounded(1);
    const failing = ask('slow');
    gates[0]?.fail(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    await nextTurn();
    expect(await ask('fast')).toMatchObject({ kind: 'success' });
  });

  it('does not count subscriptions, which have a bound of their own', async () => {
    const { ask, handler } = bounded(1);
    handler.on('subscriptions/listen', () => new Promise(() => {}));
    void ask('subscriptions/listen');
    void ask('subscriptions/listen');
    expect(await ask('fast')).toMatchObject({ kind: 'success' });
  });

  it('hands the rest through', () => {
    const { subject, handler } = bounded(1);
    expect(subject.mirroredParams('mirrors')).toEqual(handler.mirroredParams('mirrors'));
  });
});

describe('an HTTP server', () => {
  const limits = { runningRequests: 2 };

  function slow(server: TestedHttpServer): Gate<ResponseMessage> {
    const gate = new Gate<ResponseMessage>();
    server.handler.on('tools/call', () => gate.promise);
    return gate;
  }

  it('counts handlers whose client reset the connection until they have ended', async () => {
    await using server = await TestedHttpServer.start({ limits });
    const gate = slow(server);
    const clients = [1, 2].map(() => new RawHttpClient(server.port, slowCall()));
    const asked = await Promise.all([1, 2].map((count) => server.handler.handled('tools/call', count)));
    for (const { socket } of clients) socket.resetAndDestroy();
    await waitFor('both were cancelled', () => asked.every(({ context }) => context.signal.aborted));

    const refused = await server.modern('tools/list', {}, 'x');
    await refused.ended();
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text)).toMatchObject({ id: 'x', error: BUSY.error });
    expect(server.told).toEqual(['limit_exceeded:runningRequests']);
    expect(server.handler.requests).toHaveLength(2);

    gate.open(success(1, {}));
    await nextTurn();
    const answer = await server.modern('tools/list');
    expect(answer.status).toBe(200);
  });

  it('answers a legacy client in the same way, a batch member by member', async () => {
    await using server = await TestedHttpServer.start({ limits });
    const session = await server.session('2025-03-26');
    const gate = slow(server);
    const calls = [1, 2].map((id) => session.call('tools/call', id));
    await server.handler.handled('tools/call', 2);

    const refused = await session.post(encodeMessage(request(3, 'tools/list')));
    expect(refused.status).toBe(503);
    expect(refused.json()).toMatchObject({ id: 3, error: BUSY.error });
    const batch = await session.post(`[${encodeMessage(request(4, 'tools/list'))}]`);
    expect(batch.status).toBe(200);
    expect(batch.json()).toMatchObject([{ id: 4, error: BUSY.error }]);
    const handshake = await server.session();
    expect(handshake.id).toBe('undefined');

    gate.open(success(1, {}));
    await Promise.all(calls);
    expect((await session.post(encodeMessage(request(5, 'tools/list')))).status).toBe(200);
  });
});

function slowCall(): string {
  const meta =
    '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}';
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow",${meta}}}`;
  return rawModern('tools/call', { headers: ['Mcp-Name: slow'], body });
}
