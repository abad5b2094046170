import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../../src/client/connect/era-cache.js';
import type { Change, McpClientOptions, SubscribeFilter, Subscription } from '../../../src/client/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { JsonObject, RequestMessage } from '../../../src/protocol/index.js';
import { Fault, META, RpcError } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import type { Answer, Asked, ScriptedServer } from '../../support/scripted-server.js';
import { legacyServer, modernServer, SILENCE } from '../../support/scripted-server.js';

const ALL: JsonObject = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
};

async function connected(server: ScriptedServer, options: McpClientOptions = {}) {
  const clock = new FakeClock();
  const warnings: Fault[] = [];
  const client = await McpClient.connect(server.target, {
    clock,
    cache: { eras: new ProgramEraCache() },
    listen: false,
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  return { client, clock, warnings };
}

const filterOf = ({ params }: RequestMessage): JsonObject => params?.['notifications'] as JsonObject;

/** A server that agrees to everything, or to `agreed`, and hands its streams to the test. */
function listening(agreed?: JsonObject) {
  const streams: Asked[] = [];
  const ends: Gate<Answer>[] = [];
  const server = modernServer(
    {
      'subscriptions/listen': (asked) => {
        const end = new Gate<Answer>();
        streams.push(asked);
        ends.push(end);
        asked.notify('notifications/subscriptions/acknowledged', {
          _meta: { [META.SUBSCRIPTION_ID]: asked.request.id },
          notifications: agreed ?? filterOf(asked.request),
        });
        return end.promise;
      },
      'tools/list': { tools: [] },
    },
    ALL,
  );
  return { server, streams, ends };
}

async function take(subscription: Subscription, count: number): Promise<Change[]> {
  const changes: Change[] = [];
  while (changes.length < count) {
    const { value, done } = await subscription.next();
    if (done === true) break;
    changes.push(value);
  }
  return changes;
}

const FULL: SubscribeFilter = { tools: true, prompts: true, resourceList: true, resources: ['a:1'] };

describe('subscribing at a modern server', () => {
  it('opens one stream and yields what it tells', async () => {
    const { server, streams } = listening();
    const { client } = await connected(server);
    const subscription = client.subscribe(FULL);
    expect(await subscription.ready).toEqual(FULL);
    expect(filterOf(server.requests('subscriptions/listen')[0] as RequestMessage)).toEqual({
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ['a:1'],
    });
    for (const method of ['tools/list_changed', 'resources/list_changed', 'prompts/list_changed', 'vendor'])
      streams[0]?.notify(`notifications/${method}`);
    streams[0]?.notify('notifications/resources/updated', { uri: 'a:1' });
    expect(await take(subscription, 4)).toEqual([
      { kind: 'tools' },
      { kind: 'resources' },
      { kind: 'prompts' },
      { kind: 'resource', uri: 'a:1' },
    ]);
    await client.close();
  });

  it('works with for await, and leaving the loop cancels at the server', async () => {
    const { server, streams } = listening();
    const { client } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await subscription.ready;
    streams[0]?.notify('notifications/tools/list_changed');
    for await (const change of subscription) {
      expect(change).toEqual({ kind: 'tools' });
      break;
    }
    const told = await server.sees('notifications/cancelled');
    expect(told.params?.['requestId']).toBe(streams[0]?.request.id);
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
    await client.close();
  });

  it('makes a kept list stale', async () => {
    const { server, streams } = listening();
    const { client } = await connected(server);
    await client.listTools();
    const subscription = client.subscribe({ tools: true });
    await subscription.ready;
    streams[0]?.notify('notifications/tools/list_changed');
    await client.listTools();
    expect(server.requests('tools/list')).toHaveLength(2);
    await client.close();
  });

  // requirement: subscription-filter-checked
  it('warns of what the server does not agree to', async () => {
    const { server } = listening({ toolsListChanged: true });
    const { client, warnings } = await connected(server);
    const subscription = client.subscribe(FULL);
    expect(await subscription.ready).toEqual({ tools: true });
    expect(warnings).toMatchObject([{ code: 'capability_missing', details: { missing: { length: 3 } } }]);
    await client.close();
  });

  it('fails when the server agrees to nothing', async () => {
    const { server } = listening({});
    const { client } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await expect(subscription.ready).rejects.toMatchObject({ code: 'capability_missing' });
    await expect(subscription.next()).rejects.toMatchObject({ code: 'capability_missing' });
    expect(await subscription.next()).toMatchObject({ done: true });
    expect(server.requests('subscriptions/listen')).toHaveLength(1);
    await client.close();
  });

  it('fails when the server refuses', async () => {
    const server = modernServer({}, ALL);
    const { client } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await expect(subscription.ready).rejects.toMatchObject({ code: -32601 });
    await expect(subscription.next()).rejects.toMatchObject({ code: -32601 });
    await client.close();
  });

  it('fails when the server never agrees', async () => {
    const server = modernServer({ 'subscriptions/listen': SILENCE }, ALL);
    const { client, clock } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await server.sees('subscriptions/listen');
    clock.advance(60_000);
    await expect(subscription.ready).rejects.toMatchObject({ code: 'timed_out' });
    await client.close();
    expect(clock.pending).toBe(0);
  });

  it('lives with a server that forgets to acknowledge', async () => {
    const server = modernServer(
      {
        'subscriptions/listen': ({ notify }) => {
          notify('notifications/tools/list_changed');
          return SILENCE;
        },
      },
      ALL,
    );
    const { client } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    expect(await take(subscription, 1)).toEqual([{ kind: 'tools' }]);
    expect(await subscription.ready).toEqual({ tools: true });
    await client.close();
  });

  it('has no time limit once it stands', async () => {
    const { server, streams } = listening();
    const { client, clock } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await subscription.ready;
    clock.advance(86_400_000);
    streams[0]?.notify('notifications/tools/list_changed');
    expect(await take(subscription, 1)).toEqual([{ kind: 'tools' }]);
    await client.close();
  });
});

describe('a lost stream', () => {
  it.each<{ title: string; end: Answer }>([
    { title: 'a graceful end', end: { resultType: 'complete' } },
    { title: 'a connection that broke', end: new Fault('connection_lost', 'cut') },
    { title: "the end of the server's side", end: new Fault('subscription_ended', 'bye') },
    { title: 'an internal error', end: new RpcError(-32603, 'Internal error') },
  ])('is opened again after $title, and a gap is told', async ({ end }) => {
    const { server, streams, ends } = listening();
    const { client, clock } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await subscription.ready;
    ends[0]?.open(end);
    await clock.timerWithin(1000);
    clock.advance(1000);
    await server.sees('subscriptions/listen', 2);
    streams[1]?.notify('notifications/tools/list_changed');
    expect(await take(subscription, 2)).toEqual([{ kind: 'gap' }, { kind: 'tools' }]);
    await client.close();
    expect(clock.pending).toBe(0);
  });

  it('is opened again more and more slowly', async () => {
    const { server, ends } = listening();
    const { client, clock } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await subscription.ready;
    for (const [index, maxMs] of [1000, 2000, 4000, 8000].entries()) {
      ends[index]?.open({ resultType: 'complete' });
      await clock.timerWithin(maxMs);
      clock.advance(maxMs / 2 - 1);
      expect(server.requests('subscriptions/listen')).toHaveLength(index + 1);
      clock.advance(maxMs / 2 + 1);
      await server.sees('subscriptions/listen', index + 2);
    }
    await client.close();
  });

  it.each(['unauthorized', 'forbidden'] as const)('is given up when it ends with %s', async (code) => {
    const { server, ends } = listening();
    const { client } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await subscription.ready;
    ends[0]?.open(new Fault(code, 'no more'));
    await expect(subscription.next()).rejects.toMatchObject({ code });
    await client.close();
  });

  it('is not waited for when the client closes meanwhile', async () => {
    const { server, ends } = listening();
    const { client, clock } = await connected(server);
    const subscription = client.subscribe({ tools: true });
    await subscription.ready;
    ends[0]?.open({ resultType: 'complete' });
    await clock.timerWithin(1000);
    await client.close();
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
    expect(clock.pending).toBe(0);
  });

  // requirement: subscription-resent-after-reconnect
  it('of a server that ended starts it again', async () => {
    const { server, streams } = listening();
    const { client, clock } = await connected(server);
    const subscription = client.subscribe({ resources: ['a:1'] });
    await subscription.ready;
    await server.connection.exit();
    await clock.timerWithin(1000);
    clock.advance(1000);
    await server.sees('subscriptions/listen', 2);
    expect(server.connections).toHaveLength(2);
    streams[1]?.notify('notifications/resources/updated', { uri: 'a:1' });
    expect(await take(subscription, 2)).toEqual([{ kind: 'gap' }, { kind: 'resource', uri: 'a:1' }]);
    await client.close();
  });
});

describe('closing', () => {
  it('ends the iteration of all subscriptions', async () => {
    const { server } = listening();
    const { client } = await connected(server);
    const subscriptions = [client.subscribe({ tools: true }), client.subscribe({ prompts: true })];
    const readers = subscriptions.map((subscription) => subscription.next());
    await Promise.all(subscriptions.map(({ ready }) => ready));
    await client.close();
    expect(await Promise.all(readers)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  it('before the server agreed rejects what waits for that', async () => {
    const server = modernServer({ 'subscriptions/listen': SILENCE }, ALL);
    const { client } = await connected(server);
    await using subscription = client.subscribe({ tools: true });
    await server.sees('subscriptions/listen');
    await subscription.close();
    await expect(subscription.ready).rejects.toMatchObject({ code: 'closed' });
    await client.close();
  });
});

describe('what cannot be subscribed to', () => {
  it.each([
    { filter: {}, code: 'invalid_argument' },
    { filter: { resources: [] }, code: 'invalid_argument' },
    { filter: { resources: ['a', 'b', 'c'] }, code: 'limit_exceeded' },
  ])('$filter: $code', async ({ filter, code }) => {
    const { server } = listening();
    const { client } = await connected(server, { limits: { subscriptionUris: 2 } });
    expect(() => client.subscribe(filter)).toThrow(expect.objectContaining({ code }));
    await client.close();
  });
});

describe('subscribing at a legacy server', () => {
  const SUBSCRIBE = { 'resources/subscribe': {}, 'resources/unsubscribe': {} };

  it('asks for each resource, and yields what it tells', async () => {
    const server = legacyServer(SUBSCRIBE, ALL);
    const { client } = await connected(server);
    const subscription = client.subscribe({ ...FULL, resources: ['a:1', 'a:2', 'a:1'] });
    expect(await subscription.ready).toEqual({ ...FULL, resources: ['a:1', 'a:2'] });
    expect(server.requests('resources/subscribe').map(({ params }) => params)).toEqual([
      { uri: 'a:1' },
      { uri: 'a:2' },
    ]);
    server.connection.tell('notifications/tools/list_changed');
    server.connection.tell('notifications/resources/updated', { uri: 'a:2/part' });
    server.connection.tell('notifications/resources/updated', { uri: 'other:1' });
    server.connection.tell('notifications/resources/list_changed');
    expect(await take(subscription, 3)).toEqual([
      { kind: 'tools' },
      { kind: 'resource', uri: 'a:2/part' },
      { kind: 'resources' },
    ]);
    await subscription.close();
    expect(server.requests('resources/unsubscribe')).toHaveLength(2);
    await client.close();
  });

  it('yields only the lists that were asked for', async () => {
    const server = legacyServer({}, ALL);
    const { client } = await connected(server);
    const subscription = client.subscribe({ prompts: true });
    await subscription.ready;
    server.connection.tell('notifications/tools/list_changed');
    server.connection.tell('notifications/prompts/list_changed');
    expect(await take(subscription, 1)).toEqual([{ kind: 'prompts' }]);
    await client.close();
  });

  it('subscribes once for several, and unsubscribes after the last', async () => {
    const server = legacyServer(SUBSCRIBE, ALL);
    const { client } = await connected(server);
    const first = client.subscribe({ resources: ['a:1'] });
    const second = client.subscribe({ resources: ['a:1'] });
    await Promise.all([first.ready, second.ready]);
    expect(server.requests('resources/subscribe')).toHaveLength(1);
    await first.close();
    expect(server.requests('resources/unsubscribe')).toHaveLength(0);
    server.connection.tell('notifications/resources/updated', { uri: 'a:1' });
    expect(await take(second, 1)).toEqual([{ kind: 'resource', uri: 'a:1' }]);
    await second.close();
    expect(server.requests('resources/unsubscribe')).toHaveLength(1);
    const third = client.subscribe({ resources: ['a:1'] });
    await third.ready;
    expect(server.requests('resources/subscribe')).toHaveLength(2);
    await client.close();
  });

  it('goes on with what works, and says what does not', async () => {
    const server = legacyServer(
      {
        ...SUBSCRIBE,
        'resources/subscribe': ({ params }) =>
          params['uri'] === 'a:1' ? {} : new RpcError(-32002, 'unknown'),
      },
      { resources: { subscribe: true } },
    );
    const { client, warnings } = await connected(server);
    const subscription = client.subscribe({ tools: true, resources: ['a:1', 'a:2'] });
    expect(await subscription.ready).toEqual({ resources: ['a:1'] });
    expect(warnings).toMatchObject([
      {
        code: 'capability_missing',
        message: expect.stringContaining('updates of a:2'),
        cause: { code: -32002 },
        details: { missing: { length: 2 } },
      },
    ]);
    await client.close();
  });

  it.each<{ title: string; capabilities: JsonObject; error: object }>([
    {
      title: 'the capability is missing',
      capabilities: { resources: {} },
      error: { code: 'capability_missing' },
    },
    {
      title: 'the server refuses all',
      capabilities: { resources: { subscribe: true } },
      error: { code: -32601 },
    },
  ])('fails when $title', async ({ capabilities, error }) => {
    const server = legacyServer({}, capabilities);
    const { client, warnings } = await connected(server);
    const subscription = client.subscribe({ resources: ['a:1'] });
    await expect(subscription.ready).rejects.toMatchObject(error);
    await expect(subscription.next()).rejects.toMatchObject(error);
    expect(warnings).toEqual([]);
    await client.close();
  });

  it('is done again after a restart, and a gap is told', async () => {
    const server = legacyServer(SUBSCRIBE, ALL);
    const { client, clock } = await connected(server);
    const subscription = client.subscribe({ resources: ['a:1'] });
    await subscription.ready;
    await server.connection.exit();
    await clock.timerWithin(1000);
    clock.advance(1000);
    await server.sees('resources/subscribe', 2);
    expect(await take(subscription, 1)).toEqual([{ kind: 'gap' }]);
    server.connection.tell('notifications/resources/updated', { uri: 'a:1' });
    expect(await take(subscription, 1)).toEqual([{ kind: 'resource', uri: 'a:1' }]);
    await client.close();
    expect(server.requests('resources/unsubscribe')).toHaveLength(0);
  });
});
