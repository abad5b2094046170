import { afterEach, describe, expect, it } from 'vitest';
import {
  type Fault,
  type JsonObject,
  type NotificationMessage,
  notification,
  type RequestMessage,
  type ResponseMessage,
  success,
} from '../../../src/protocol/index.js';
import {
  type MessageHandler,
  memoryPair,
  type Peer,
  type RequestContext,
  type ServeChannelOptions,
  type ServedChannel,
  serveChannel,
  type WireEvent,
} from '../../../src/transport/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import { nextTurn } from '../../support/turn.js';
import { waitFor } from '../../support/wait-for.js';
import { WirePeer } from '../../support/wire-peer.js';

type Handle = (message: RequestMessage, context: RequestContext) => Promise<ResponseMessage>;

describe('serveChannel', () => {
  let served: ServedChannel;
  let client: WirePeer;
  let warnings: Fault[] = [];
  let notified: { message: NotificationMessage; peer: Peer }[] = [];
  /** Requests that wait for the test, by method. */
  let gates: Map<string, Gate<JsonObject>>;
  let contexts: Map<string, RequestContext>;
  let methods: Record<string, Handle>;

  function open(options: ServeChannelOptions = {}, handler: Partial<MessageHandler> = {}): void {
    const [left, right] = memoryPair({ limits: options.limits ?? {} });
    warnings = [];
    notified = [];
    gates = new Map();
    contexts = new Map();
    served = serveChannel(
      left,
      {
        request: async (message, context) => {
          contexts.set(message.method, context);
          const handle = methods[message.method];
          if (handle !== undefined) return handle(message, context);
          if (!message.method.startsWith('gated')) return success(message.id, { method: message.method });
          const gate = new Gate<JsonObject>();
          gates.set(message.method, gate);
          return success(message.id, await gate.promise);
        },
        notification: (message, peer) => void notified.push({ message, peer }),
        ...handler,
      },
      { onWarning: (warning) => void warnings.push(warning), ...options },
    );
    client = new WirePeer(right);
  }

  methods = {};

  afterEach(async () => {
    for (const gate of gates.values()) gate.open({});
    await served.close();
    methods = {};
  });

  async function settle(): Promise<void> {
    await nextTurn();
    await nextTurn();
  }

  async function initialize(protocolVersion: string): Promise<void> {
    methods['initialize'] = async ({ id }) => success(id, { protocolVersion });
    client.say({ id: 'init', method: 'initialize' });
    expect(await client.next()).toMatchObject({ id: 'init' });
  }

  const contextOf = (method: string): RequestContext => {
    const context = contexts.get(method);
    if (context === undefined) throw new Error(`${method} has not come`);
    return context;
  };

  describe('requests', () => {
    // requirement: response-echoes-id, response-has-result
    it.each(['0', '""', '"7"', '7', '-1', '9007199254740993', '"ü"'])(
      'with the id %s are answered with it',
      async (id) => {
        open();
        client.sayText(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
        await client.next();
        expect(client.heard[0]).toBe(`{"jsonrpc":"2.0","id":${id},"result":{"method":"ping"}}`);
      },
    );

    // requirement: server-requests-of-many-conversations
    it('are handled side by side', async () => {
      open();
      client.say({ id: 1, method: 'gated/a' });
      client.say({ id: 2, method: 'gated/b' });
      client.say({ id: 3, method: 'quick' });
      expect(await client.next()).toMatchObject({ id: 3 });
      gates.get('gated/b')?.open({ is: 'b' });
      expect(await client.next()).toMatchObject({ id: 2, result: { is: 'b' } });
      gates.get('gated/a')?.open({ is: 'a' });
      expect(await client.next()).toMatchObject({ id: 1, result: { is: 'a' } });
    });

    it('that reuse an id in flight are refused, and the first one is still answered', async () => {
      open();
      client.say({ id: 1, method: 'gated' });
      client.say({ id: 1, method: 'ping' });
      client.say({ id: '1', method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 1, error: { code: -32600 } });
      expect(await client.next()).toMatchObject({ id: '1', result: { method: 'ping' } });
      gates.get('gated')?.open({ first: true });
      expect(await client.next()).toMatchObject({ id: 1, result: { first: true } });
      client.say({ id: 1, method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 1, result: { method: 'ping' } });
    });

    it.each([
      { inFlight: 2, isRefused: false },
      { inFlight: 3, isRefused: true },
    ])(
      'beyond the limit of 3 are refused: with $inFlight in flight $isRefused',
      async ({ inFlight, isRefused }) => {
        open({ limits: { inFlightRequests: 3 } });
        for (let id = 1; id <= inFlight; id++) client.say({ id, method: `gated/${id}` });
        client.say({ id: 99, method: 'ping' });
        const answer = await client.next();
        expect(answer.id).toBe(99);
        if (!isRefused) {
          expect(answer.result).toEqual({ method: 'ping' });
          expect(warnings).toEqual([]);
          return;
        }
        expect(answer.error).toMatchObject({ code: -32603, data: { limit: 'inFlightRequests', max: 3 } });
        expect(warnings).toMatchObject([{ code: 'limit_exceeded', limit: 'inFlightRequests' }]);
        gates.get('gated/1')?.open({});
        expect(await client.next()).toMatchObject({ id: 1 });
        client.say({ id: 100, method: 'ping' });
        expect(await client.next()).toMatchObject({ id: 100, result: { method: 'ping' } });
      },
    );

    it('make no room for others by being cancelled, as long as their handlers are at work', async () => {
      open({ limits: { inFlightRequests: 2 } });
      for (const id of [1, 2]) {
        client.say({ id, method: `gated/${id}` });
        client.say({ method: 'notifications/cancelled', params: { requestId: id } });
      }
      client.say({ id: 3, method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 3, error: { data: { limit: 'inFlightRequests' } } });
      gates.get('gated/1')?.open({});
      await nextTurn();
      client.say({ id: 4, method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 4, result: { method: 'ping' } });
    });

    it.each<[string, Handle]>([
      ['rejects', () => Promise.reject(new Error('the secret reason'))],
      [
        'throws',
        () => {
          throw new Error('the secret reason');
        },
      ],
      ['cannot be encoded', async ({ id }) => success(id, circular())],
    ])('whose answer %s get an internal error with fixed text', async (_what, handle) => {
      open({}, { request: handle });
      client.say({ id: 1, method: 'a' });
      expect(await client.next()).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'Internal error' },
      });
      expect(warnings).toMatchObject([{ code: 'handler_failed' }]);
    });

    // requirement: messages-are-json-rpc, error-echoes-id, error-has-code-and-message, request-id-not-null
    it.each([
      { text: 'not json', id: undefined, code: -32700 },
      { text: '{"jsonrpc":"2.0","id":1,"method":5}', id: 1, code: -32600 },
      { text: '{"jsonrpc":"2.0","id":null,"method":"a"}', id: undefined, code: -32600 },
      { text: '{"jsonrpc":"1.0","id":4,"method":"a"}', id: 4, code: -32600 },
      { text: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', id: undefined, code: -32600 },
      { text: '[]', id: undefined, code: -32600 },
      { text: '{}', id: undefined, code: -32600 },
    ])('that are none are answered, and harm nothing: $text', async ({ text, id, code }) => {
      open();
      client.sayText(text);
      client.say({ id: 2, method: 'ping' });
      const refusal = await client.next();
      expect(refusal.id).toEqual(id);
      expect(refusal.error.code).toBe(code);
      expect(await client.next()).toMatchObject({ id: 2, result: {} });
      expect(warnings).toHaveLength(1);
    });

    it.each([
      { text: '{"jsonrpc":"2.0","method":"a","params":5}' },
      { text: '{"jsonrpc":"2.0","id":1,"result":5}' },
      { text: '{"jsonrpc":"2.0","id":1,"result":{}}' },
    ])('that seem to be something else are not answered: $text', async ({ text }) => {
      open();
      client.sayText(text);
      client.say({ id: 2, method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 2 });
      expect(client.waiting).toBe(0);
      expect(warnings).toHaveLength(1);
    });

    it.each([
      {
        name: 'id in front',
        text: `{"jsonrpc":"2.0","id":"x","method":"a","params":{"t":"${'y'.repeat(2000)}"}}`,
        id: 'x',
      },
      {
        name: 'id at the end',
        text: `{"method":"a","params":{"t":"${'y'.repeat(2000)}"},"jsonrpc":"2.0","id":3}`,
        id: 3,
      },
      { name: 'no id to be found', text: 'y'.repeat(2000), id: undefined },
    ])('that are too long are refused by name: $name', async ({ text, id }) => {
      open({ limits: { lineBytes: 1000 } });
      client.sayText(text);
      client.say({ id: 2, method: 'ping' });
      const refusal = await client.next();
      expect(refusal.id).toEqual(id);
      expect(refusal.error).toMatchObject({ code: -32600, data: { limit: 'lineBytes', max: 1000 } });
      expect(await client.next()).toMatchObject({ id: 2 });
      expect(warnings).toMatchObject([{ code: 'limit_exceeded', limit: 'lineBytes' }]);
    });
  });

  describe('a context', () => {
    it('knows its peer, who is calling, and nothing of HTTP', async () => {
      open({ auth: { principal: 'me' } });
      client.say({ id: 1, method: 'a' });
      await client.next();
      const context = contextOf('a');
      expect(context.peer).toBe(served.peer);
      expect(context.auth).toEqual({ principal: 'me' });
      expect(context.headers).toBeUndefined();
      expect(context.closeStream).toBeUndefined();
      expect(served.peer).toMatchObject({ transport: 'memory', sessionId: undefined });
      expect(served.peer.gone.aborted).toBe(false);
    });

    // requirement: progress-stops-after-completion
    it('sends notifications until the answer is out, and none after', async () => {
      open();
      client.say({ id: 1, method: 'gated' });
      await settle();
      const context = contextOf('gated');
      context.notify(notification('notifications/progress', { progressToken: 1, progress: 1 }));
      gates.get('gated')?.open({});
      expect(await client.next()).toMatchObject({ method: 'notifications/progress' });
      expect(await client.next()).toMatchObject({ id: 1 });
      context.notify(notification('notifications/progress', { progressToken: 1, progress: 2 }));
      await settle();
      expect(client.waiting).toBe(0);
      await expect(context.request('roots/list')).rejects.toMatchObject({ code: 'closed' });
    });

    it('tells of a notification that cannot be encoded', async () => {
      open();
      served.peer.notify(notification('a', circular()));
      expect(warnings).toMatchObject([{ code: 'handler_failed' }]);
    });
  });

  describe('notifications', () => {
    // requirement: notification-not-answered
    it('go to the handler with their peer', async () => {
      open();
      client.say({ method: 'notifications/initialized' });
      client.say({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
      await settle();
      expect(notified.map(({ message }) => message.method)).toEqual([
        'notifications/initialized',
        'notifications/progress',
      ]);
      expect(notified[0]?.peer).toBe(served.peer);
      expect(client.waiting).toBe(0);
    });

    it('may meet a handler that throws', async () => {
      open(
        {},
        {
          notification: () => {
            throw new Error('mine');
          },
        },
      );
      client.say({ method: 'a' });
      client.say({ id: 1, method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 1 });
      expect(warnings).toMatchObject([{ code: 'handler_failed' }]);
    });
  });

  describe('cancellation', () => {
    // requirement: cancelled-request-stopped, legacy-cancelled-request-stopped
    // requirement: stdio-cancelled-work-stopped, stdio-cancelled-request-silent, cancellation-reason-logged
    // requirement: server-cancelled-only-for-subscription
    it('aborts the signal, and nothing more is sent for the request', async () => {
      open();
      client.say({ id: 1, method: 'gated' });
      await settle();
      const context = contextOf('gated');
      const { signal } = context;
      client.say({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'changed my mind' } });
      await waitFor('the signal is aborted', () => signal.aborted);
      expect(signal.reason).toMatchObject({
        code: 'cancelled',
        message: expect.stringContaining('changed my mind'),
      });
      context.notify(notification('notifications/progress', { progressToken: 1, progress: 1 }));
      gates.get('gated')?.open({});
      client.say({ id: 2, method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 2 });
      expect(client.waiting).toBe(0);
      expect(notified).toEqual([]);
      expect(warnings).toEqual([]);
    });

    // requirement: cancellation-races-handled
    it('is seen by a handler that looks at the signal only later', async () => {
      open();
      client.say({ id: 1, method: 'gated' });
      client.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
      await settle();
      expect(contextOf('gated').signal.aborted).toBe(true);
    });

    it('frees the id at once', async () => {
      open();
      client.say({ id: 1, method: 'gated' });
      client.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
      client.say({ id: 1, method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 1, result: { method: 'ping' } });
      gates.get('gated')?.open({});
      await settle();
      expect(client.waiting).toBe(0);
    });

    // requirement: cancellation-invalid-ignored
    it.each([
      { name: 'an unknown id', params: { requestId: 99 } },
      { name: 'the id as another type', params: { requestId: '1' } },
      { name: 'no id', params: {} },
      { name: 'no params', params: undefined },
      { name: 'an id that is none', params: { requestId: null } },
    ])('of $name is ignored', async ({ params }) => {
      open();
      client.say({ id: 1, method: 'gated' });
      client.say({ method: 'notifications/cancelled', params });
      await settle();
      expect(contextOf('gated').signal.aborted).toBe(false);
      gates.get('gated')?.open({});
      expect(await client.next()).toMatchObject({ id: 1 });
    });

    // requirement: initialize-not-cancelled
    it('of initialize is ignored', async () => {
      open();
      const gate = new Gate<JsonObject>();
      methods['initialize'] = async ({ id }) => success(id, await gate.promise);
      client.say({ id: 1, method: 'initialize' });
      client.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
      await settle();
      gate.open({ protocolVersion: '2025-11-25' });
      expect(await client.next()).toMatchObject({ id: 1, result: {} });
    });

    it('ends what was asked on behalf of the request, and tells the client', async () => {
      open();
      client.say({ id: 1, method: 'gated' });
      await settle();
      const question = contextOf('gated').request('elicitation/create', { message: '?' });
      expect(await client.next()).toMatchObject({ id: 1, method: 'elicitation/create' });
      client.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
      await expect(question).rejects.toMatchObject({ code: 'cancelled' });
      expect(await client.next()).toMatchObject({
        method: 'notifications/cancelled',
        params: { requestId: 1 },
      });
      client.say({ id: 1, result: {} });
      await settle();
      expect(warnings).toEqual([]);
    });
  });

  describe('questions to the client', () => {
    it('have ids of their own and are answered by them', async () => {
      open();
      const first = served.peer.request('roots/list');
      const second = served.peer.request('sampling/createMessage', { maxTokens: 1 });
      expect(await client.next()).toEqual({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
      expect(await client.next()).toMatchObject({ id: 2, params: { maxTokens: 1 } });
      client.say({ id: 2, error: { code: -1, message: 'no' } });
      client.say({ id: 1, result: { roots: [] } });
      expect(await first).toEqual(success(1, { roots: [] }));
      expect(await second).toMatchObject({ kind: 'error', error: { code: -1 } });
    });

    it('fail by name when their answer cannot be read', async () => {
      open();
      const question = served.peer.request('roots/list');
      client.say({ id: 1, result: [] });
      await expect(question).rejects.toMatchObject({ code: 'invalid_message' });
      expect(client.waiting).toBeLessThanOrEqual(1);
    });

    // requirement: legacy-cancellation-own-open-requests-only
    it('can be given up', async () => {
      open();
      const controller = new AbortController();
      const question = served.peer.request('roots/list', undefined, { signal: controller.signal });
      await client.next();
      controller.abort('enough');
      await expect(question).rejects.toMatchObject({ code: 'cancelled' });
      expect(await client.next()).toMatchObject({
        method: 'notifications/cancelled',
        params: { requestId: 1, reason: 'enough' },
      });
      const aborted = served.peer.request('roots/list', undefined, { signal: controller.signal });
      await expect(aborted).rejects.toMatchObject({ code: 'cancelled' });
    });

    it('are bounded', async () => {
      open({ limits: { inFlightRequests: 2 } });
      const answers = [1, 2].map(() => served.peer.request('roots/list'));
      const third = served.peer.request('roots/list');
      await expect(third).rejects.toMatchObject({ code: 'limit_exceeded', limit: 'inFlightRequests' });
      for (const id of [1, 2]) client.say({ id, result: {} });
      await Promise.all(answers);
    });

    it('that cannot be encoded are refused', async () => {
      open();
      await expect(served.peer.request('a', circular())).rejects.toMatchObject({ name: 'Fault' });
    });

    it('fail when the client goes', async () => {
      open();
      const question = served.peer.request('roots/list');
      await client.next();
      await client.close();
      await expect(question).rejects.toMatchObject({ code: 'connection_lost' });
      await expect(served.peer.request('roots/list')).rejects.toMatchObject({ code: 'connection_lost' });
    });
  });

  describe('batches', () => {
    // requirement: batches-received
    it('exist once 2025-03-26 is negotiated, and are answered as one', async () => {
      open();
      await initialize('2025-03-26');
      client.say([
        { jsonrpc: '2.0', id: 1, method: 'gated' },
        { jsonrpc: '2.0', method: 'notifications/a' },
        { jsonrpc: '2.0', id: 2, method: 'ping' },
        { jsonrpc: '2.0', id: 3, method: 7 },
        5,
      ]);
      await settle();
      expect(client.waiting).toBe(0);
      expect(notified).toHaveLength(1);
      gates.get('gated')?.open({ last: true });
      const answers = await client.next();
      expect(answers).toHaveLength(4);
      expect(answers).toEqual(
        expect.arrayContaining([
          { jsonrpc: '2.0', id: 1, result: { last: true } },
          { jsonrpc: '2.0', id: 2, result: { method: 'ping' } },
          expect.objectContaining({ id: 3, error: expect.objectContaining({ code: -32600 }) }),
          expect.objectContaining({ error: expect.objectContaining({ code: -32600 }) }),
        ]),
      );
    });

    it('leave out members that are cancelled', async () => {
      open();
      await initialize('2025-03-26');
      client.say([
        { jsonrpc: '2.0', id: 1, method: 'gated' },
        { jsonrpc: '2.0', id: 2, method: 'ping' },
      ]);
      client.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
      expect(await client.next()).toEqual([{ jsonrpc: '2.0', id: 2, result: { method: 'ping' } }]);
    });

    it('of notifications alone are not answered', async () => {
      open();
      await initialize('2025-03-26');
      client.say([{ jsonrpc: '2.0', method: 'a' }]);
      client.say({ id: 1, method: 'ping' });
      expect(await client.next()).toMatchObject({ id: 1 });
      expect(notified).toHaveLength(1);
    });

    // requirement: negotiated-version-respected
    it.each(['2024-11-05', '2025-06-18', '2025-11-25'])(
      'are refused after %s was negotiated',
      async (revision) => {
        open();
        await initialize(revision);
        client.say([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
        expect(await client.next()).toMatchObject({ error: { code: -32600 } });
      },
    );
  });

  describe('a client that does not read', () => {
    it('gets no further requests read, until it does', async () => {
      open({ limits: { writeQueueBytes: 1000 } });
      methods['big'] = async ({ id }) => success(id, { text: 'x'.repeat(2000) });
      client.pause();
      client.say({ id: 1, method: 'big' });
      await waitFor('the first request is handled', () => contexts.has('big'));
      await settle();
      client.say({ id: 2, method: 'second' });
      await settle();
      expect(contexts.has('second')).toBe(false);
      client.resume();
      expect(await client.next()).toMatchObject({ id: 1 });
      expect(await client.next()).toMatchObject({ id: 2 });
    });
  });

  describe('the end', () => {
    it('by the client aborts everything and says goodbye to nobody', async () => {
      open();
      client.say({ id: 1, method: 'gated' });
      await settle();
      const { signal } = contextOf('gated');
      await client.close();
      expect((await served.closed).fault).toMatchObject({ code: 'connection_lost' });
      expect(signal.reason).toMatchObject({ code: 'connection_lost' });
      expect(served.peer.gone.aborted).toBe(true);
      gates.get('gated')?.open({});
      served.peer.notify(notification('late'));
      await settle();
      expect(warnings).toEqual([]);
    });

    it('by this side waits for the answers that are owed', async () => {
      open();
      client.say({ id: 1, method: 'gated' });
      await settle();
      const closing = served.close();
      client.say({ id: 2, method: 'ping' });
      await settle();
      gates.get('gated')?.open({ done: true });
      await closing;
      expect(await client.next()).toMatchObject({ id: 1, result: { done: true } });
      expect(client.waiting).toBe(0);
      expect(await served.closed).toEqual({});
      expect(served.peer.gone.aborted).toBe(true);
    });

    it('by this side waits no longer than drainMs', async () => {
      const clock = new FakeClock();
      open({ clock, drainMs: 500 });
      client.say({ id: 1, method: 'gated' });
      await settle();
      const { signal } = contextOf('gated');
      const closing = served[Symbol.asyncDispose]();
      await clock.timerWithin(500);
      clock.advance(499);
      await settle();
      expect(signal.aborted).toBe(false);
      clock.advance(1);
      await clock.timerWithin(250);
      clock.advance(250);
      await closing;
      expect(signal.aborted).toBe(true);
      expect(clock.pending).toBe(0);
    });

    // requirement: subscription-server-teardown-response
    it('lets subscriptions give their result, and does not wait for those that give none', async () => {
      const clock = new FakeClock();
      open({ clock });
      methods['subscriptions/listen'] = ({ id, params }, { signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => {
            const ways: Record<string, () => void> = {
              result: () => resolve(success(id, { resultType: 'complete' })),
              rejection: () => reject(signal.reason),
              nothing: () => {},
            };
            ways[String(params?.['end'])]?.();
          });
        });
      for (const [id, end] of ['result', 'rejection', 'nothing'].entries()) {
        client.say({ id, method: 'subscriptions/listen', params: { end } });
      }
      await settle();
      const closing = served.close();
      await clock.timerWithin(250);
      clock.advance(250);
      await closing;
      expect(await client.next()).toEqual({ jsonrpc: '2.0', id: 0, result: { resultType: 'complete' } });
      expect(client.waiting).toBe(0);
      expect(warnings).toEqual([]);
      expect(clock.pending).toBe(0);
    });
  });

  it('shows the wire, redacted', async () => {
    const wire: WireEvent[] = [];
    open({ onWire: (event) => void wire.push(event) });
    client.say({ id: 1, method: 'a', params: { authorization: 'Bearer very-secret-token' } });
    await client.next();
    expect(wire.map(({ direction }) => direction)).toEqual(['received', 'sent']);
    expect(wire[0]?.text).toContain('"method":"a"');
    expect(wire[0]?.text).not.toContain('very-secret-token');
  });
});

function circular(): JsonObject {
  const value: JsonObject = {};
  value['self'] = value;
  return value;
}
