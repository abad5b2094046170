import { describe, expect, it } from 'vitest';
import type { JsonObject, NotificationMessage } from '../../../src/protocol/index.js';
import { META } from '../../../src/protocol/index.js';
import { McpServer, type ServerOptions } from '../../../src/server/index.js';
import { type Heard, ScriptedClient } from '../../support/scripted-client.js';

const ACK = 'notifications/subscriptions/acknowledged';
const TOOLS = 'notifications/tools/list_changed';
const UPDATED = 'notifications/resources/updated';

function newServer(options: ServerOptions = {}): McpServer {
  return new McpServer({ name: 'test', version: '1' }, options)
    .tool({ name: 't', run: () => 'x' })
    .prompt({ name: 'p', get: () => 'x' })
    .resource({ uri: 'test://r', name: 'r', read: () => 'x' });
}

/** An open subscription, and what came on it. */
class Listener {
  readonly heard: NotificationMessage[] = [];
  readonly #stop = new AbortController();
  readonly ended: Promise<Heard>;

  constructor(server: McpServer, notifications: JsonObject, id = 1) {
    const client = new ScriptedClient(server);
    client.onNotification = (notice) => this.heard.push(notice);
    this.ended = client.call('subscriptions/listen', { notifications }, { id, signal: this.#stop.signal });
  }

  get methods(): string[] {
    return this.heard.map(({ method }) => method);
  }

  cancel(): Promise<Heard> {
    this.#stop.abort();
    return this.ended;
  }
}

/** List changes are sent once per tick. */
const nextTick = () => new Promise<void>((resolve) => queueMicrotask(resolve));

describe('opening', () => {
  // requirement: subscription-acknowledged-first
  it('is acknowledged first, with the filter and the id', async () => {
    const filter = { toolsListChanged: true, resourceSubscriptions: ['test://r'] };
    const listener = new Listener(newServer(), filter, 17);
    expect(listener.heard).toEqual([
      {
        kind: 'notification',
        method: ACK,
        params: { notifications: filter, _meta: { [META.SUBSCRIPTION_ID]: 17 } },
      },
    ]);
    await listener.cancel();
  });

  // requirement: subscription-only-requested-types
  it.each<[string, McpServer, JsonObject, JsonObject]>([
    ['what was not asked for', newServer(), {}, {}],
    ['what was refused', newServer(), { toolsListChanged: false }, {}],
    [
      'what the server does not have',
      new McpServer({ name: 'test', version: '1' }).tool({ name: 't', run: () => 'x' }),
      {
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: ['a:b'],
      },
      { toolsListChanged: true },
    ],
    [
      'what never changes',
      newServer({ listChanged: false, resourceUpdates: false }),
      { toolsListChanged: true, resourceSubscriptions: ['a:b'] },
      {},
    ],
    ['what is unknown', newServer(), { tasks: true, promptsListChanged: true }, { promptsListChanged: true }],
    [
      'a URI given twice',
      newServer(),
      { resourceSubscriptions: ['a:b', 'a:b'] },
      { resourceSubscriptions: ['a:b'] },
    ],
  ])('leaves out %s', async (_name, server, wanted, agreed) => {
    const listener = new Listener(server, wanted);
    expect(listener.heard[0]?.params?.['notifications']).toEqual(agreed);
    await listener.cancel();
  });

  it.each([[undefined], [7], [{ toolsListChanged: 'yes' }], [{ resourceSubscriptions: 'a:b' }]])(
    'with the filter %j is -32602',
    async (notifications) => {
      const client = new ScriptedClient(newServer());
      expect((await client.error('subscriptions/listen', { notifications } as JsonObject)).code).toBe(-32602);
    },
  );
});

describe('what comes', () => {
  // requirement: subscription-only-requested-types, subscription-notifications-tagged
  // requirement: subscription-nothing-before-acknowledgement, tools-list-changed-sent
  // requirement: prompts-list-changed-sent
  it('is what was asked for, marked with the id', async () => {
    const server = newServer();
    const tools = new Listener(server, { toolsListChanged: true }, 1);
    const prompts = new Listener(server, { promptsListChanged: true }, 2);
    const resource = new Listener(server, { resourceSubscriptions: ['test://r'] }, 3);
    server.tool({ name: 'u', run: () => 'x' }).removeTool('t');
    server.removePrompt('p');
    server.resourceUpdated('test://r');
    server.resourceUpdated('test://other');
    await nextTick();
    expect(tools.methods).toEqual([ACK, TOOLS]);
    expect(prompts.methods).toEqual([ACK, 'notifications/prompts/list_changed']);
    expect(resource.heard.slice(1)).toEqual([
      {
        kind: 'notification',
        method: UPDATED,
        params: { uri: 'test://r', _meta: { [META.SUBSCRIPTION_ID]: 3 } },
      },
    ]);
    await Promise.all([tools.cancel(), prompts.cancel(), resource.cancel()]);
  });

  // requirement: resources-list-changed-sent
  it('includes changes of templates and those that the server is told of', async () => {
    const server = newServer();
    await nextTick();
    const listener = new Listener(server, { resourcesListChanged: true, toolsListChanged: true });
    server.resourceTemplate({ uriTemplate: 'test://{x}', name: 't', read: () => 'x' });
    await nextTick();
    server.notifyToolsChanged();
    server.notifyResourcesChanged();
    server.notifyPromptsChanged();
    await nextTick();
    const resources = 'notifications/resources/list_changed';
    expect(listener.methods).toEqual([ACK, resources, TOOLS, resources]);
    await listener.cancel();
  });

  it('ends when the client cancels', async () => {
    const server = newServer();
    const listener = new Listener(server, { toolsListChanged: true, resourceSubscriptions: ['test://r'] });
    await listener.cancel();
    server.notifyToolsChanged();
    server.resourceUpdated('test://r');
    await nextTick();
    expect(listener.methods).toEqual([ACK]);
  });
});

describe('the end', () => {
  // requirement: server-cancelled-ends-subscription, subscription-server-teardown-response
  it('is announced and answered when the server closes', async () => {
    const server = newServer();
    const listener = new Listener(server, { toolsListChanged: true }, 5);
    await server.close();
    const { response } = await listener.ended;
    expect(response).toMatchObject({
      kind: 'success',
      id: 5,
      result: { resultType: 'complete', _meta: { [META.SUBSCRIPTION_ID]: 5 } },
    });
    expect(listener.heard.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 5, _meta: { [META.SUBSCRIPTION_ID]: 5 } },
    });
    await server.close();
    expect(listener.methods).toEqual([ACK, 'notifications/cancelled']);
  });

  it('comes at once on a server that is closed', async () => {
    const server = newServer();
    await server.close();
    const { response } = await new Listener(server, {}).ended;
    expect(response.kind).toBe('success');
  });

  it('comes at once for a client that is gone already', async () => {
    const client = new ScriptedClient(newServer());
    const signal = AbortSignal.abort();
    expect((await client.call('subscriptions/listen', { notifications: {} }, { signal })).response.kind).toBe(
      'success',
    );
  });
});

describe('limits', () => {
  it('subscriptions', async () => {
    const server = newServer({ limits: { subscriptions: 2 } });
    const first = new Listener(server, {}, 1);
    const second = new Listener(server, {}, 2);
    const third = await new Listener(server, {}, 3).ended;
    expect(third.response).toMatchObject({ error: { code: -32603, data: { limit: 'subscriptions' } } });
    expect(third.notifications).toEqual([]);
    await first.cancel();
    const fourth = new Listener(server, {}, 4);
    expect(fourth.methods).toEqual([ACK]);
    await Promise.all([second.cancel(), fourth.cancel()]);
  });

  it('subscriptionUris', async () => {
    const server = newServer({ limits: { subscriptionUris: 2 } });
    const uris = (count: number) => ({
      resourceSubscriptions: Array.from({ length: count }, (_, i) => `a:${i}`),
    });
    const atLimit = new Listener(server, uris(2));
    expect(atLimit.methods).toEqual([ACK]);
    expect((await new Listener(server, uris(3)).ended).response).toMatchObject({ error: { code: -32602 } });
    await atLimit.cancel();
  });

  it('subscriptionUris of a legacy session', async () => {
    const server = newServer({ limits: { subscriptionUris: 1 } });
    server.resourceTemplate({ uriTemplate: 'a:{id}', name: 'a', read: () => 'x' });
    const client = new ScriptedClient(server);
    await client.initialize();
    await client.result('resources/subscribe', { uri: 'a:1' });
    await client.result('resources/subscribe', { uri: 'a:1' });
    expect((await client.error('resources/subscribe', { uri: 'a:2' })).code).toBe(-32602);
    await client.result('resources/unsubscribe', { uri: 'a:1' });
    expect(await client.result('resources/subscribe', { uri: 'a:2' })).toEqual({});
  });
});

describe('legacy sessions', () => {
  // requirement: tools-list-changed-notified, prompts-list-changed-notified
  it('hear of every list, once they are ready', async () => {
    const server = newServer();
    const client = new ScriptedClient(server);
    await client.initialize();
    server.notifyToolsChanged();
    server.notifyPromptsChanged();
    await nextTick();
    expect(client.unasked.map(({ method }) => method)).toEqual([TOOLS, 'notifications/prompts/list_changed']);
  });

  // requirement: negotiated-capabilities-only
  it('hear only of lists that were declared to them', async () => {
    const server = new McpServer({ name: 'test', version: '1' }).tool({ name: 't', run: () => 'x' });
    const early = new ScriptedClient(server);
    await early.initialize();
    server.prompt({ name: 'p', get: () => 'x' });
    const late = new ScriptedClient(server);
    await late.initialize();
    server.removePrompt('p');
    server.tool({ name: 'u', run: () => 'x' });
    await nextTick();
    expect(early.unasked.map(({ method }) => method)).toEqual([TOOLS]);
    expect(late.unasked.map(({ method }) => method)).toEqual(['notifications/prompts/list_changed', TOOLS]);
  });

  // requirement: server-waits-for-initialized
  it('hear nothing before notifications/initialized', async () => {
    const server = newServer();
    const client = new ScriptedClient(server);
    client.revision = '2025-11-25';
    const clientInfo = { name: 'c', version: '1' };
    await client.result('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    server.notifyToolsChanged();
    await nextTick();
    expect(client.unasked).toEqual([]);
  });

  it('cannot subscribe to a resource that does not exist', async () => {
    const client = new ScriptedClient(newServer());
    await client.initialize();
    const error = await client.error('resources/subscribe', { uri: 'test://none' });
    expect(error).toMatchObject({ code: -32002, data: { uri: 'test://none' } });
  });

  it('hear of the resources that they subscribed to', async () => {
    const server = newServer();
    const client = new ScriptedClient(server);
    await client.initialize();
    expect(await client.result('resources/subscribe', { uri: 'test://r' })).toEqual({});
    server.resourceUpdated('test://r');
    server.resourceUpdated('test://other');
    expect(client.unasked).toEqual([{ kind: 'notification', method: UPDATED, params: { uri: 'test://r' } }]);
    expect(await client.result('resources/unsubscribe', { uri: 'test://r' })).toEqual({});
    server.resourceUpdated('test://r');
    expect(client.unasked).toHaveLength(1);
  });

  it('that are gone are not told', async () => {
    const server = newServer();
    const client = new ScriptedClient(server);
    await client.initialize();
    client.leave();
    server.notifyToolsChanged();
    await nextTick();
    expect(client.unasked).toEqual([]);
  });

  it('hear nothing from a server whose lists do not change', async () => {
    const server = newServer({ listChanged: false });
    const client = new ScriptedClient(server);
    await client.initialize();
    server.notifyToolsChanged();
    await nextTick();
    expect(client.unasked).toEqual([]);
  });
});

describe('many at once', () => {
  it('two thousand idle subscriptions are told in one go', async () => {
    const server = newServer();
    const listeners = Array.from(
      { length: 2000 },
      (_, id) => new Listener(server, { toolsListChanged: true }, id),
    );
    server.notifyToolsChanged();
    await nextTick();
    expect(listeners.every(({ methods }) => methods.length === 2)).toBe(true);
    await server.close();
    await Promise.all(listeners.map(({ ended }) => ended));
  });
});
