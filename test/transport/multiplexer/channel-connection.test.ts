import { afterEach, describe, expect, it } from 'vitest';
import {
  type Fault,
  type NotificationMessage,
  notification,
  type RequestMessage,
  request,
  success,
} from '../../../src/protocol/index.js';
import {
  type ClientConnection,
  type ConnectionOptions,
  connectChannel,
  memoryPair,
  type WireEvent,
} from '../../../src/transport/index.js';
import { nextTurn } from '../../support/turn.js';
import { waitFor } from '../../support/wait-for.js';
import { WirePeer } from '../../support/wire-peer.js';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

describe('connectChannel', () => {
  let connection: ClientConnection & AsyncDisposable;
  let server: WirePeer;
  let warnings: Fault[] = [];
  let incoming: (RequestMessage | NotificationMessage)[] = [];
  let wire: WireEvent[] = [];

  function open(options: ConnectionOptions = {}): void {
    const [left, right] = memoryPair();
    warnings = [];
    incoming = [];
    wire = [];
    connection = connectChannel(left, {
      onWarning: (warning) => void warnings.push(warning),
      onIncoming: (message) => void incoming.push(message),
      ...options,
    });
    server = new WirePeer(right);
  }

  afterEach(async () => {
    await connection.close();
  });

  /** Everything that was said has arrived: a round trip is over. */
  async function settle(): Promise<void> {
    await nextTurn();
    await nextTurn();
  }

  const faultOf = (promise: Promise<unknown>): Promise<Fault> =>
    promise.then(
      () => Promise.reject(new Error('expected a rejection')),
      (error: Fault) => error,
    );

  describe('responses', () => {
    // requirement: response-echoes-id
    it('go to the request with their id, in any order', async () => {
      open();
      const answers = [1, 2, 3].map((id) => connection.exchange(request(id, `method/${id}`)));
      for (let id = 1; id <= 3; id++)
        expect(await server.next()).toMatchObject({ id, method: `method/${id}` });
      for (const id of [3, 1, 2]) server.say({ id, result: { is: id } });
      expect(await Promise.all(answers)).toEqual([1, 2, 3].map((id) => success(id, { is: id })));
      expect(warnings).toEqual([]);
    });

    it('of JSON-RPC errors are outcomes', async () => {
      open();
      const answer = connection.exchange(request(1, 'tools/call'));
      server.say({ id: 1, error: { code: -32602, message: 'Unknown tool', data: { a: 1 } } });
      expect(await answer).toEqual({
        kind: 'error',
        id: 1,
        error: { code: -32602, message: 'Unknown tool', data: { a: 1 } },
      });
    });

    it.each([
      [7, '7'],
      [0, ''],
      [0, '0'],
      [9007199254740993n, '9007199254740993'],
      [9007199254740993n, 9007199254740995n],
    ])('keep the ids %s and %s apart', async (left, right) => {
      open();
      const first = connection.exchange(request(left, 'a'));
      const second = connection.exchange(request(right, 'b'));
      const idText = (id: unknown): string => (typeof id === 'string' ? JSON.stringify(id) : String(id));
      server.sayText(`{"jsonrpc":"2.0","id":${idText(right)},"result":{"to":"second"}}`);
      server.sayText(`{"jsonrpc":"2.0","id":${idText(left)},"result":{"to":"first"}}`);
      expect(await first).toEqual(success(left, { to: 'first' }));
      expect(await second).toEqual(success(right, { to: 'second' }));
    });

    it.each([
      { name: 'an unknown id', message: { id: 99, result: {} }, warning: /id 99/ },
      { name: 'the id of another type', message: { id: '1', result: {} }, warning: /"1".*keep their type/ },
      {
        name: 'no id',
        message: { error: { code: -32700, message: 'Parse error' } },
        warning: /-32700 Parse error/,
      },
      {
        name: 'a null id',
        message: { id: null, error: { code: -32600, message: 'no' } },
        warning: /-32600 no/,
      },
    ])('with $name are a warning, and harm nothing', async ({ message, warning }) => {
      open();
      const answer = connection.exchange(request(1, 'ping'));
      await server.next();
      server.say(message);
      server.say({ id: 1, result: {} });
      expect(await answer).toEqual(success(1, {}));
      expect(warnings.map((fault) => fault.message)).toEqual([expect.stringMatching(warning)]);
      expect(warnings[0]?.code).toBe('invalid_message');
    });

    it('that come twice are a warning', async () => {
      open();
      const answer = connection.exchange(request(1, 'ping'));
      server.say({ id: 1, result: { first: true } });
      server.say({ id: 1, result: { first: false } });
      expect(await answer).toEqual(success(1, { first: true }));
      await settle();
      expect(warnings).toHaveLength(1);
    });

    it('that cannot be read fail the one request they name', async () => {
      open();
      const bad = connection.exchange(request(1, 'a'));
      const good = connection.exchange(request(2, 'b'));
      server.say({ id: 1, result: 5 });
      server.say({ id: 2, result: {} });
      expect(await faultOf(bad)).toMatchObject({ code: 'invalid_message' });
      expect(await good).toEqual(success(2, {}));
    });

    it.each([
      { name: 'id in front', text: `{"jsonrpc":"2.0","id":1,"result":{"t":"${'x'.repeat(2000)}"}}` },
      { name: 'id at the end', text: `{"result":{"t":"${'x'.repeat(2000)}"},"jsonrpc":"2.0","id":1}` },
    ])('that are too long fail the one request they name: $name', async ({ text }) => {
      const [left, right] = memoryPair({ limits: { lineBytes: 1000 } });
      connection = connectChannel(left);
      server = new WirePeer(right);
      const bad = connection.exchange(request(1, 'a'));
      const good = connection.exchange(request(2, 'b'));
      server.sayText(text);
      server.say({ id: 2, result: {} });
      expect(await faultOf(bad)).toMatchObject({ code: 'limit_exceeded', limit: 'lineBytes' });
      expect(await good).toEqual(success(2, {}));
    });
  });

  describe('notifications', () => {
    // requirement: progress-tokens-tracked
    it('of progress go to the request that gave the token', async () => {
      open();
      const seen: unknown[] = [];
      const tokens = [1, '1', 'abc', 9007199254740993n];
      const answers = tokens.map((progressToken, index) =>
        connection.exchange(request(index + 10, 'tools/call', { _meta: { progressToken } }), {
          onNotification: ({ params }) => void seen.push([index, params?.progress]),
        }),
      );
      server.sayText(
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9007199254740993,"progress":4}}',
      );
      server.say({ method: 'notifications/progress', params: { progressToken: 'abc', progress: 3 } });
      server.say({ method: 'notifications/progress', params: { progressToken: '1', progress: 2 } });
      server.say({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
      for (const index of tokens.keys()) server.say({ id: index + 10, result: {} });
      await Promise.all(answers);
      expect(seen).toEqual([
        [3, 4],
        [2, 3],
        [1, 2],
        [0, 1],
      ]);
      expect(incoming).toEqual([]);
      expect(warnings).toEqual([]);
    });

    // requirement: progress-tokens-tracked
    it('of progress after the answer, or for nobody, are a warning at most', async () => {
      open();
      const seen: unknown[] = [];
      const answer = connection.exchange(request(1, 'tools/call', { _meta: { progressToken: 1 } }), {
        onNotification: (message) => void seen.push(message),
      });
      server.say({ id: 1, result: {} });
      server.say({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
      server.say({ method: 'notifications/progress', params: { progressToken: 'nobody', progress: 1 } });
      server.say({ method: 'notifications/progress' });
      server.say({ method: 'notifications/progress', params: {} });
      await answer;
      await settle();
      expect(seen).toEqual([]);
      expect(warnings.map(({ code }) => code)).toEqual(['invalid_message']);
      const again = connection.exchange(request(2, 'ping'));
      server.say({ id: 2, result: {} });
      expect(await again).toEqual(success(2, {}));
    });

    // requirement: subscription-correlated-by-id
    it('of a subscription go to the request that opened it', async () => {
      open();
      const seen: string[] = [];
      const listen = (id: number | string): Promise<unknown> =>
        connection.exchange(request(id, 'subscriptions/listen', { notifications: {} }), {
          onNotification: ({ method }) => void seen.push(`${typeof id} ${method}`),
        });
      const answers = [listen(1), listen('1')];
      const about = (id: number | string): object => ({ _meta: { [SUBSCRIPTION]: id } });
      server.say({ method: 'notifications/subscriptions/acknowledged', params: about(1) });
      server.say({ method: 'notifications/tools/list_changed', params: about('1') });
      server.say({ method: 'notifications/tools/list_changed', params: about(99) });
      server.say({ id: 1, result: { resultType: 'complete' } });
      server.say({ id: '1', result: { resultType: 'complete' } });
      await Promise.all(answers);
      expect(seen).toEqual([
        'number notifications/subscriptions/acknowledged',
        'string notifications/tools/list_changed',
      ]);
      expect(warnings).toHaveLength(1);
    });

    it('of nobody go to onIncoming', async () => {
      open();
      server.say({ method: 'notifications/tools/list_changed' });
      server.say({ method: 'notifications/message', params: { level: 'info', data: 'x', _meta: {} } });
      server.say({ method: 'vendor/thing', params: { _meta: { [SUBSCRIPTION]: null } } });
      server.say({ method: 'notifications/cancelled', params: { requestId: 5 } });
      await settle();
      expect(incoming.map(({ method }) => method)).toEqual([
        'notifications/tools/list_changed',
        'notifications/message',
        'vendor/thing',
        'notifications/cancelled',
      ]);
    });

    it('may meet callbacks that throw', async () => {
      open({
        onIncoming: () => {
          throw new Error('mine');
        },
      });
      const answer = connection.exchange(request(1, 'a', { _meta: { progressToken: 1 } }), {
        onNotification: () => {
          throw new Error('mine');
        },
      });
      server.say({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
      server.say({ method: 'notifications/tools/list_changed' });
      server.say({ id: 1, result: {} });
      expect(await answer).toEqual(success(1, {}));
      expect(warnings.map(({ code }) => code)).toEqual(['handler_failed', 'handler_failed']);
    });

    // As everything on a subscription, the cancellation carries its id; some servers leave it out.
    it.each([
      { name: 'with', meta: { _meta: { [SUBSCRIPTION]: 1 } } },
      { name: 'without', meta: {} },
    ])('of cancellation $name the id end a subscription, and no other request', async ({ meta }) => {
      open();
      const listening = connection.exchange(request(1, 'subscriptions/listen'));
      const calling = connection.exchange(request(2, 'tools/call'));
      server.say({ method: 'notifications/cancelled', params: { ...meta, requestId: 1, reason: 'restart' } });
      server.say({ method: 'notifications/cancelled', params: { requestId: 2 } });
      const fault = await faultOf(listening);
      server.say({ id: 1, result: { resultType: 'complete' } });
      server.say({ id: 2, result: {} });
      expect(fault).toMatchObject({ code: 'subscription_ended' });
      expect(fault.message).toContain('restart');
      expect(await calling).toEqual(success(2, {}));
      expect(warnings).toEqual([]);
    });
  });

  it.each(['before', 'after'])(
    'a subscription ends with its result when that comes right %s the cancellation',
    async (when) => {
      open();
      const listening = connection.exchange(request(1, 'subscriptions/listen'));
      const result = { id: 1, result: { resultType: 'complete' } };
      if (when === 'before') server.say(result);
      server.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
      if (when === 'after') server.say(result);
      expect(await listening).toEqual(success(1, { resultType: 'complete' }));
      await settle();
      expect(warnings).toEqual([]);
    },
  );

  describe('requests of the server', () => {
    it('go to onIncoming, and are answered with reply', async () => {
      open();
      server.say({ id: 'r1', method: 'roots/list' });
      await settle();
      expect(incoming).toEqual([request('r1', 'roots/list')]);
      await connection.reply(success('r1', { roots: [] }));
      expect(await server.next()).toEqual({ jsonrpc: '2.0', id: 'r1', result: { roots: [] } });
    });

    it('are refused by name when nobody takes them', async () => {
      open({ onIncoming: undefined as never });
      server.say({ id: 1, method: 'sampling/createMessage' });
      expect(await server.next()).toMatchObject({ id: 1, error: { code: -32601 } });
    });

    // requirement: stdio-client-sends-no-responses
    it('are not answered in the modern era, where there are none', async () => {
      open({ onIncoming: undefined as never });
      connection.negotiated({ revision: '2026-07-28', era: 'modern' });
      server.say({ id: 1, method: 'sampling/createMessage' });
      await settle();
      expect(server.waiting).toBe(0);
      expect(warnings).toHaveLength(1);
    });

    it.each([
      { era: 'legacy', revision: '2025-11-25', answers: 1 },
      { era: 'modern', revision: '2026-07-28', answers: 0 },
    ] as const)(
      'that are malformed get $answers answer in the $era era',
      async ({ era, revision, answers }) => {
        open();
        connection.negotiated({ revision, era });
        server.say({ id: 1, method: 'roots/list', params: [] });
        await settle();
        expect(server.waiting).toBe(answers);
        if (answers === 1) expect(await server.next()).toMatchObject({ id: 1, error: { code: -32600 } });
      },
    );
  });

  it('reads no more from a server that does not read the answers to its requests', async () => {
    const limits = { writeQueueBytes: 1000 };
    const [left, right] = memoryPair({ limits });
    connection = connectChannel(left, {
      limits,
      onIncoming: (message) => {
        incoming.push(message);
        if (message.kind === 'request') void connection.reply(success(message.id, { text: 'x'.repeat(90) }));
      },
    });
    incoming = [];
    server = new WirePeer(right);
    server.pause();
    for (let id = 1; id <= 100; id++) server.say({ id, method: 'ping' });
    await settle();
    const held = incoming.length;
    expect(held).toBeLessThan(20);
    server.resume();
    await waitFor('all are answered', () => server.heard.length === 100);
  });

  describe('batches', () => {
    const batch = [
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
      { jsonrpc: '2.0', id: 2, result: {} },
      { jsonrpc: '2.0', id: 1, result: {} },
    ];

    // requirement: batches-received
    it('of 2025-03-26 are unpacked', async () => {
      open();
      connection.negotiated({ revision: '2025-03-26', era: 'legacy' });
      const answers = [connection.exchange(request(1, 'a')), connection.exchange(request(2, 'b'))];
      server.say(batch);
      expect(await Promise.all(answers)).toEqual([success(1, {}), success(2, {})]);
      expect(incoming).toHaveLength(1);
    });

    it('of other revisions are a warning', async () => {
      open();
      connection.negotiated({ revision: '2025-06-18', era: 'legacy' });
      server.say(batch);
      await settle();
      expect(warnings.map(({ code }) => code)).toEqual(['invalid_message']);
      expect(incoming).toEqual([]);
    });
  });

  describe('text that is no protocol', () => {
    it('is skipped, told, and kept up to a limit', async () => {
      open({ limits: { strayLines: 3 } });
      for (let line = 1; line <= 10; line++) server.sayText(`INFO step ${line}`);
      const answer = connection.exchange(request(1, 'ping'));
      server.say({ id: 1, result: {} });
      expect(await answer).toEqual(success(1, {}));
      expect(warnings.map(({ code }) => code)).toEqual([
        'invalid_json',
        'invalid_json',
        'invalid_json',
        'invalid_message',
      ]);
      expect(warnings[0]?.message).toContain('INFO step 1');
      expect(warnings[3]?.message).toContain('more of it is not reported');
      expect(connection.diagnostics()).toContain('INFO step 3');
      expect(connection.diagnostics()).not.toContain('INFO step 4');
    });
  });

  describe('abort', () => {
    // requirement: client-sends-cancellation, stdio-cancel-by-notification, cancelled-late-response-ignored
    // requirement: cancellation-races-handled
    it('settles at once, tells the server, and makes the late answer no surprise', async () => {
      open();
      const controller = new AbortController();
      const answer = connection.exchange(request(1, 'tools/call'), { signal: controller.signal });
      await server.next();
      controller.abort(new Error('the user pressed stop'));
      expect(await faultOf(answer)).toMatchObject({
        code: 'cancelled',
        cause: { message: 'the user pressed stop' },
      });
      expect(await server.next()).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 1, reason: 'the user pressed stop' },
      });
      server.say({ id: 1, result: {} });
      await settle();
      expect(warnings).toEqual([]);
    });

    it.each([
      { reason: 'text', expected: 'text' },
      { reason: { secret: 'object' }, expected: undefined },
      { reason: 'x'.repeat(1000), expected: 'x'.repeat(200) },
    ])('passes on a reason that is text: $reason', async ({ reason, expected }) => {
      open();
      const controller = new AbortController();
      const answer = connection.exchange(request(9007199254740993n, 'a'), { signal: controller.signal });
      controller.abort(reason);
      await faultOf(answer);
      await settle();
      expect(server.heard[1]).toContain('"requestId":9007199254740993');
      expect(JSON.parse(server.heard[1] ?? '').params.reason).toEqual(expected);
    });

    // requirement: initialize-not-cancelled
    it('never cancels initialize on the wire', async () => {
      open();
      const controller = new AbortController();
      const answer = connection.exchange(request(0, 'initialize'), { signal: controller.signal });
      await server.next();
      controller.abort();
      expect(await faultOf(answer)).toMatchObject({ code: 'cancelled' });
      await settle();
      expect(server.waiting).toBe(0);
    });

    // requirement: cancellation-own-open-requests-only, legacy-cancellation-own-open-requests-only
    it('before the request sends nothing', async () => {
      open();
      const answer = connection.exchange(request(1, 'a'), { signal: AbortSignal.abort() });
      expect(await faultOf(answer)).toMatchObject({ code: 'cancelled' });
      await settle();
      expect(server.waiting).toBe(0);
    });

    // requirement: cancellation-own-open-requests-only, legacy-cancellation-own-open-requests-only
    it('after the answer does nothing, and leaves no listener behind', async () => {
      open();
      const controller = new AbortController();
      let listeners = 0;
      const { signal } = controller;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...args: Parameters<typeof add>) => {
        listeners += 1;
        add(...args);
      };
      signal.removeEventListener = (...args: Parameters<typeof remove>) => {
        listeners -= 1;
        remove(...args);
      };
      const answer = connection.exchange(request(1, 'a'), { signal });
      await server.next();
      expect(listeners).toBe(1);
      server.say({ id: 1, result: {} });
      await answer;
      expect(listeners).toBe(0);
      controller.abort();
      await settle();
      expect(server.waiting).toBe(0);
    });
  });

  describe('the end', () => {
    it('of the channel settles everything that waits, by name', async () => {
      open();
      const answers = [1, 2, 3].map((id) => faultOf(connection.exchange(request(id, 'a'))));
      await server.next();
      await server.close();
      for (const fault of await Promise.all(answers))
        expect(fault).toMatchObject({ code: 'connection_lost' });
      expect((await connection.closed).fault).toMatchObject({ code: 'connection_lost' });
      expect(await faultOf(connection.exchange(request(4, 'a')))).toMatchObject({ code: 'connection_lost' });
      expect(await faultOf(connection.notify(notification('a')))).toMatchObject({ code: 'connection_lost' });
    });

    it('by this side settles everything at once, and says so later', async () => {
      open();
      const answer = faultOf(connection.exchange(request(1, 'a')));
      await connection[Symbol.asyncDispose]();
      await connection.close();
      expect(await answer).toMatchObject({ code: 'closed' });
      expect(await connection.closed).toEqual({});
      const later = [
        connection.exchange(request(2, 'a')),
        connection.notify(notification('a')),
        connection.reply(success(1, {})),
      ];
      for (const promise of later) expect(await faultOf(promise)).toMatchObject({ code: 'closed' });
    });
  });

  // requirement: request-id-unique-in-flight
  it('refuses an id that is in use, and takes it again afterwards', async () => {
    open();
    const first = connection.exchange(request(1, 'a'));
    expect(await faultOf(connection.exchange(request(1, 'b')))).toMatchObject({ code: 'invalid_argument' });
    server.say({ id: 1, result: { of: 'a' } });
    expect(await first).toEqual(success(1, { of: 'a' }));
    const second = connection.exchange(request(1, 'c'));
    server.say({ id: 1, result: { of: 'c' } });
    expect(await second).toEqual(success(1, { of: 'c' }));
  });

  it('refuses what cannot be encoded, and keeps nothing of it', async () => {
    open();
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const attempt = connection.exchange(request(1, 'a', circular as never));
    expect((await faultOf(attempt)).name).toBe('Fault');
    const again = connection.exchange(request(1, 'b'));
    server.say({ id: 1, result: {} });
    expect(await again).toEqual(success(1, {}));
  });

  it('shows the wire, redacted, with times', async () => {
    open({ onWire: (event) => void wire.push(event) });
    const answer = connection.exchange(request(1, 'a', { authorization: 'Bearer very-secret-token' }));
    server.say({ id: 1, result: {} });
    await answer;
    expect(wire.map(({ direction, transport }) => [direction, transport])).toEqual([
      ['sent', 'memory'],
      ['received', 'memory'],
    ]);
    expect(wire[0]?.text).toContain('"method":"a"');
    expect(wire[0]?.text).not.toContain('very-secret-token');
    expect(wire[1]?.text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect(wire[0]?.atMs).toBeGreaterThanOrEqual(0);
  });

  it('tells what the server did in few words and without secrets, however much it put into names', async () => {
    open({ onIncoming: undefined as never });
    connection.negotiated({ revision: '2026-07-28', era: 'modern' });
    const long = `Authorization: Bearer s3cret ${'x'.repeat(100_000)}`;
    server.say({ id: 1, method: long });
    server.say({ id: long, result: {} });
    server.say({ error: { code: -1, message: long } });
    server.say({ method: long, params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } } });
    await settle();
    expect(warnings).toHaveLength(4);
    for (const { message } of warnings) {
      expect(message.length).toBeLessThan(400);
      expect(message).not.toContain('s3cret');
    }
  });

  it('goes on when onWire or onWarning throw', async () => {
    const fail = (): never => {
      throw new Error('mine');
    };
    open({ onWire: fail, onWarning: fail });
    server.sayText('not json');
    const answer = connection.exchange(request(1, 'a'));
    server.say({ id: 1, result: {} });
    expect(await answer).toEqual(success(1, {}));
  });
});
