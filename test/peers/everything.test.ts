// Our client on @modelcontextprotocol/server-everything, in each of its three ways to be reached.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sseServer, stdioServer, streamableHttpServer } from '../../src/client/index.js';
import type { ServerTarget } from '../../src/transport/index.js';
import { HttpPeer, peerPackage } from '../support/peers.js';
import { childProcesses } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { PeerSession, textOf } from './peer-session.js';

const PROGRAM = peerPackage('@modelcontextprotocol/server-everything/dist/index.js');

interface Way {
  readonly mode: string;
  readonly start: () => Promise<{ target: ServerTarget; peer?: HttpPeer }>;
}

const WAYS: readonly Way[] = [
  {
    mode: 'stdio',
    start: async () => ({ target: stdioServer({ command: process.execPath, args: [PROGRAM, 'stdio'] }) }),
  },
  {
    mode: 'streamableHttp',
    start: async () => {
      const peer = await HttpPeer.startOnPort([PROGRAM, 'streamableHttp'], '/mcp');
      return { peer, target: streamableHttpServer({ url: peer.url }) };
    },
  },
  {
    mode: 'sse',
    start: async () => {
      const peer = await HttpPeer.startOnPort([PROGRAM, 'sse'], '/sse');
      return { peer, target: sseServer({ url: peer.url }) };
    },
  },
];

const TOOLS = [
  'echo',
  'get-annotated-message',
  'get-env',
  'get-resource-links',
  'get-resource-reference',
  'get-roots-list',
  'get-structured-content',
  'get-sum',
  'get-tiny-image',
  'gzip-file-as-resource',
  'simulate-research-query',
  'toggle-simulated-logging',
  'toggle-subscriber-updates',
  'trigger-elicitation-request',
  'trigger-long-running-operation',
  'trigger-sampling-request',
  'trigger-url-elicitation',
];

describe.each(WAYS)('server-everything over $mode', ({ start }) => {
  let session: PeerSession;
  let peer: HttpPeer | undefined;
  let childrenBefore: number[];
  const call: PeerSession['client']['callTool'] = (...args) => session.client.callTool(...args);

  beforeAll(async () => {
    const started = await start();
    peer = started.peer;
    childrenBefore = childProcesses();
    session = await PeerSession.open(started.target);
  });
  afterAll(async () => {
    await session?.client.close();
    expect(childProcesses()).toEqual(childrenBefore);
    await peer?.[Symbol.asyncDispose]();
  });

  it('says who it is', () => {
    const { revision, serverInfo, capabilities, instructions } = session.client;
    expect({ revision, serverInfo, capabilities }).toEqual({
      revision: '2025-11-25',
      serverInfo: { name: 'mcp-servers/everything', title: 'Everything Reference Server', version: '2.0.0' },
      capabilities: {
        completions: {},
        logging: {},
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        tools: { listChanged: true },
        tasks: { cancel: {}, list: {}, requests: { tools: { call: {} } } },
      },
    });
    expect(instructions).toContain('# Everything Server');
  });

  it('lists its tools, those included that it adds when it knows the client', async () => {
    let names: string[] = [];
    await waitFor('the tools for our capabilities are there', async () => {
      const tools = await session.client.listTools({ refresh: true });
      names = tools.map(({ name }) => name).sort();
      return names.includes('trigger-url-elicitation');
    });
    expect(names.filter((name) => !name.endsWith('-async'))).toEqual(TOOLS);
    expect(session.client.quarantined('tools')).toEqual([]);
  });

  it.each([
    ['echo', { message: 'höß\u2028' }, { content: [{ type: 'text', text: 'Echo: höß\u2028' }] }],
    ['get-sum', { a: 2, b: 3 }, { content: [{ type: 'text', text: expect.stringContaining('5') }] }],
    [
      'get-structured-content',
      { location: 'Chicago' },
      { structuredContent: { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 } },
    ],
    ['get-structured-content', { location: 'Nowhere' }, { isError: true }],
    [
      'get-tiny-image',
      {},
      { content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png' }, { type: 'text' }] },
    ],
    [
      'get-annotated-message',
      { messageType: 'error' },
      { content: [{ type: 'text', annotations: { priority: 1, audience: ['user', 'assistant'] } }] },
    ],
    [
      'get-resource-links',
      { count: 2 },
      { content: [{ type: 'text' }, { type: 'resource_link' }, { type: 'resource_link' }] },
    ],
    [
      'get-resource-reference',
      { resourceType: 'Text', resourceId: 1 },
      { content: [{ type: 'text' }, { type: 'resource' }, { type: 'text' }] },
    ],
  ])('runs %s %j', async (name, args, result) => {
    expect(await call(name, args)).toMatchObject(result);
  });

  it('reports progress', async () => {
    const steps: number[] = [];
    const onProgress = ({ progress }: { progress: number }) => steps.push(progress);
    const result = await call('trigger-long-running-operation', { duration: 0.03, steps: 3 }, { onProgress });
    expect(textOf(result)).toContain('completed');
    expect(steps).toEqual([1, 2, 3]);
  });

  it('asks the user, the model and for the roots', async () => {
    session.answer = { action: 'accept', content: { name: 'Ada' } };
    const { content } = await call('trigger-elicitation-request');
    expect(JSON.stringify(content)).toContain('Ada');
    expect(session.asked.at(-1)).toMatchObject({ requestedSchema: { required: ['name'] } });
    const sampled = await call('trigger-sampling-request', { prompt: 'Hello?', maxTokens: 10 });
    expect(JSON.stringify(sampled.content)).toContain('our-model');
    expect(JSON.stringify((await call('get-roots-list')).content)).toContain('file:///ours');
  });

  it('sends the user to a URL, by request and by error', async () => {
    const args = { url: 'https://example.com/consent', message: 'Please consent' };
    session.answer = { action: 'accept' };
    const { content } = await call('trigger-url-elicitation', args);
    expect(JSON.stringify(content)).toContain('completed the URL elicitation flow');
    expect(session.asked.at(-1)).toMatchObject({ mode: 'url', ...args });
    // The server does not tell the end of the interaction; it is not waited for here.
    const again = await session.client.callTool(
      'trigger-url-elicitation',
      { ...args, errorPath: true },
      { idleMs: 500 },
    );
    expect(JSON.stringify(again.content)).toContain('completed the URL elicitation flow');
    expect(session.asked.slice(-2)).toMatchObject([
      { mode: 'url', url: 'https://modelcontextprotocol.io' },
      { mode: 'url', ...args },
    ]);
  });

  it('reads all its resources', async () => {
    const resources = await session.client.listResources();
    expect(resources).toHaveLength(7);
    for (const { uri } of resources) {
      const { contents } = await session.client.readResource(uri);
      expect(contents).toMatchObject([{ uri, text: expect.stringMatching(/\w/) }]);
    }
  });

  it('reads what its templates describe', async () => {
    const templates = await session.client.listResourceTemplates();
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'demo://resource/dynamic/text/{resourceId}',
      'demo://resource/dynamic/blob/{resourceId}',
    ]);
    const text = await session.client.readResource('demo://resource/dynamic/text/1');
    expect(text.contents).toMatchObject([{ text: expect.stringContaining('Resource 1') }]);
    const blob = await session.client.readResource('demo://resource/dynamic/blob/1');
    expect(blob.contents).toMatchObject([{ blob: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) }]);
    await expect(session.client.readResource('demo://resource/none')).rejects.toMatchObject({
      name: 'RpcError',
    });
  });

  it('gives prompts, and completes their arguments', async () => {
    const prompts = await session.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'simple-prompt',
      'args-prompt',
      'completable-prompt',
      'resource-prompt',
    ]);
    const { messages } = await session.client.getPrompt('args-prompt', { city: 'Köln' });
    expect(messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('Köln') } }]);
    const { completion } = await session.client.complete({
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      argument: { name: 'name', value: 'D' },
      context: { arguments: { department: 'Sales' } },
    });
    expect(completion.values).toEqual(['David']);
  });

  it('tells of changes to a resource, and writes to the log', async () => {
    const uri = 'demo://resource/dynamic/text/1';
    await using subscription = session.client.subscribe({ resources: [uri] });
    await subscription.ready;
    const next = subscription.next();
    await call('toggle-subscriber-updates');
    expect(await next).toEqual({ done: false, value: { kind: 'resource', uri } });
    await call('toggle-subscriber-updates');
    expect(session.logs).toContainEqual(
      expect.objectContaining({ level: 'info', data: expect.stringContaining(uri) }),
    );
  });

  it('is alive, and gives no cause for a warning', async () => {
    await session.client.ping();
    expect(session.warnings).toEqual([]);
  });
});
