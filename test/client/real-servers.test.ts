import { afterEach, describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../src/client/connect/era-cache.js';
import type { Change, McpClientOptions } from '../../src/client/index.js';
import { McpClient, streamableHttpServer } from '../../src/client/index.js';
import type { CallToolResult, Era, Fault } from '../../src/protocol/index.js';
import { isResourceNotFound, type RpcError } from '../../src/protocol/index.js';
import { connectInMemory, McpServer, serveHttp } from '../../src/server/index.js';
import type { HttpListener, ServerTarget } from '../../src/transport/index.js';
import { Gate } from '../support/gate.js';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Stage {
  readonly server: McpServer;
  readonly target: ServerTarget;
  readonly listener: HttpListener | undefined;
  readonly started: Gate;
  readonly aborted: Gate<string>;
}

async function stage(transport: 'memory' | 'http'): Promise<Stage> {
  const started = new Gate();
  const aborted = new Gate<string>();
  const server = new McpServer(
    { name: 'stage', version: '1', instructions: 'Play.' },
    { logging: true, pageSize: 2, requestState: { key: 'k'.repeat(32) } },
  );
  server
    .tool({ name: 'echo', inputSchema: { type: 'object' }, run: (args) => JSON.stringify(args) })
    .tool({
      name: 'steps',
      inputSchema: { type: 'object' },
      run: (_args, context) => {
        context.log('info', 'stepping');
        for (let step = 1; step <= 3; step += 1) context.progress(step, { total: 3 });
        return 'stepped';
      },
    })
    .tool({
      name: 'hang',
      inputSchema: { type: 'object' },
      run: (_args, { signal }) => {
        started.open();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.open('aborted');
            reject(signal.reason);
          });
        });
      },
    })
    .tool({
      name: 'ask',
      inputSchema: { type: 'object' },
      run: async (_args, context) => {
        const requestedSchema = {
          type: 'object',
          properties: { name: { type: 'string', default: 'Ada' } },
        } as const;
        const form = await context.elicit({ message: 'Name?', requestedSchema });
        const said = await context.sample({ messages: [], maxTokens: 1 });
        const roots = await context.roots();
        return JSON.stringify([form, said.model, roots.map(({ uri }) => uri)]);
      },
    })
    .tool({
      name: 'mirrored',
      inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
      run: (_args, { headers }) => String(headers?.['mcp-param-region']),
    })
    .tool({
      name: 'session',
      inputSchema: { type: 'object' },
      run: (_args, { sessionId }) => String(sessionId),
    })
    .resource({ uri: 'stage:/prop', name: 'prop', read: () => 'a skull' })
    .prompt({ name: 'line', get: () => 'To be' });
  if (transport === 'memory') {
    return { server, target: connectInMemory(server), listener: undefined, started, aborted };
  }
  const listener = await serveHttp(server);
  closers.push(() => listener.close());
  return { server, target: streamableHttpServer({ url: listener.url }), listener, started, aborted };
}

async function connected(transport: 'memory' | 'http', era: Era, options: McpClientOptions = {}) {
  const set = await stage(transport);
  const client = await McpClient.connect(set.target, {
    era,
    cache: { eras: new ProgramEraCache() },
    ...options,
  });
  closers.push(() => client.close());
  return { ...set, client };
}

function textOf({ content: [block] }: CallToolResult): string {
  return block?.type === 'text' ? (block as { text: string }).text : '';
}

// requirement: transport-carries-all-patterns, custom-transport-keeps-messages
// requirement: custom-transport-keeps-lifecycle
describe.each([
  { transport: 'memory', era: 'modern' },
  { transport: 'memory', era: 'legacy' },
  { transport: 'http', era: 'modern' },
  { transport: 'http', era: 'legacy' },
] as const)('our server over $transport, $era', ({ transport, era }) => {
  // requirement: base-protocol-supported, base-protocol-and-lifecycle-supported
  it('presents itself, lists and calls', async () => {
    const { client } = await connected(transport, era);
    expect(client.era).toBe(era);
    expect(client.serverInfo).toMatchObject({ name: 'stage', version: '1' });
    expect(client.instructions).toBe('Play.');
    expect((await client.listTools()).map(({ name }) => name)).toEqual([
      'echo',
      'steps',
      'hang',
      'ask',
      'mirrored',
      'session',
    ]);
    expect((await client.listResources()).map(({ uri }) => uri)).toEqual(['stage:/prop']);
    expect((await client.listPrompts()).map(({ name }) => name)).toEqual(['line']);
    expect(textOf(await client.callTool('echo', { é: '✓' }))).toBe('{"é":"✓"}');
    expect((await client.readResource('stage:/prop')).contents[0]).toMatchObject({ text: 'a skull' });
    await client.ping();
  });

  it('reports progress and logs', async () => {
    const steps: number[] = [];
    const logs: unknown[] = [];
    const { client } = await connected(transport, era, {
      logLevel: 'info',
      onLog: ({ data }) => logs.push(data),
    });
    const onProgress = ({ progress }: { progress: number }): unknown => steps.push(progress);
    expect(textOf(await client.callTool('steps', {}, { onProgress }))).toBe('stepped');
    expect(steps).toEqual([1, 2, 3]);
    expect(logs).toEqual(['stepping']);
  });

  it('hears of a cancelled call', async () => {
    const { client, started, aborted } = await connected(transport, era);
    const controller = new AbortController();
    const hanging = client.callTool('hang', {}, { signal: controller.signal });
    await started.promise;
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    expect(await aborted.promise).toBe('aborted');
  });

  // requirement: base-protocol-supported
  it('asks the user, the model and for roots', async () => {
    const { client } = await connected(transport, era, {
      onElicit: () => ({ action: 'accept', content: {} }),
      onSample: () => ({ role: 'assistant', content: { type: 'text', text: 'hm' }, model: 'm1' }),
      roots: [{ uri: 'file:///work' }],
    });
    expect(JSON.parse(textOf(await client.callTool('ask')))).toEqual([
      { action: 'accept', content: { name: 'Ada' } },
      'm1',
      ['file:///work'],
    ]);
  });

  // requirement: base-protocol-supported
  it('tells of changes, and a kept list is fetched anew', async () => {
    const changed = new Gate();
    const { client, server } = await connected(transport, era, { onListChanged: () => changed.open() });
    const subscription = client.subscribe({ tools: true, resources: ['stage:/prop'] });
    expect(await subscription.ready).toEqual({ tools: true, resources: ['stage:/prop'] });
    await client.listTools();
    server.resourceUpdated('stage:/prop');
    const seen: Change[] = [];
    for await (const change of subscription) {
      seen.push(change);
      if (seen.length === 1) server.tool({ name: 'new', inputSchema: { type: 'object' }, run: () => 'new' });
      else break;
    }
    expect(seen).toEqual([{ kind: 'resource', uri: 'stage:/prop' }, { kind: 'tools' }]);
    await changed.promise;
    expect((await client.listTools()).map(({ name }) => name)).toContain('new');
  });

  it('answers with errors that can be told apart', async () => {
    const { client } = await connected(transport, era);
    await expect(client.callTool('none')).rejects.toMatchObject({ name: 'RpcError', code: -32602 });
    const error = await client.readResource('stage:/none').catch((reason: unknown) => reason);
    expect(isResourceNotFound(error as RpcError)).toBe(true);
  });

  it('mirrors arguments into headers, over modern HTTP', async () => {
    const { client } = await connected(transport, era);
    const expected = transport === 'http' && era === 'modern' ? 'eu' : 'undefined';
    expect(textOf(await client.callTool('mirrored', { region: 'eu' }))).toBe(expected);
  });

  it('ends with the client, and takes calls along', async () => {
    const { client, started } = await connected(transport, era);
    const hanging = client.callTool('hang');
    await started.promise;
    const outcome = expect(hanging).rejects.toMatchObject({ code: 'closed' });
    await client.close();
    await outcome;
  });
});

describe('without a pin', () => {
  it.each(['memory', 'http'] as const)('our server is met as a modern one over %s', async (transport) => {
    const { target } = await stage(transport);
    await using client = await McpClient.connect(target);
    expect(client.revision).toBe('2026-07-28');
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const)(
    'a server of %s only is met in its revision, over HTTP and in memory',
    async (revision) => {
      const server = new McpServer({ name: 'old', version: '1' }, { revisions: [revision] });
      server.tool({ name: 'echo', inputSchema: { type: 'object' }, run: () => 'hi' });
      const listener = await serveHttp(server);
      closers.push(() => listener.close());
      for (const target of [connectInMemory(server), streamableHttpServer({ url: listener.url })]) {
        await using client = await McpClient.connect(target, { cache: { eras: new ProgramEraCache() } });
        expect(client.revision).toBe(revision);
        expect(textOf(await client.callTool('echo'))).toBe('hi');
      }
    },
  );
});

describe('a legacy HTTP session that the server has forgotten', () => {
  it('is replaced without the caller noticing', async () => {
    const warnings: Fault[] = [];
    const { client, listener } = await connected('http', 'legacy', { onWarning: (w) => warnings.push(w) });
    const id = textOf(await client.callTool('session'));
    const gone = await fetch(listener?.url ?? '', { method: 'DELETE', headers: { 'mcp-session-id': id } });
    expect(gone.ok).toBe(true);
    const ids = await Promise.all([client.callTool('session'), client.callTool('session')]);
    expect(textOf(ids[0])).not.toBe(id);
    expect(textOf(ids[0])).toBe(textOf(ids[1]));
  });
});
