import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../../src/client/connect/era-cache.js';
import type { ListName, McpClientOptions } from '../../../src/client/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { Fault, JsonObject } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import type { Answer, Script, ScriptedServer } from '../../support/scripted-server.js';
import { legacyServer, modernServer } from '../../support/scripted-server.js';

const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  inputSchema: { type: 'object' },
  ...more,
});

const ALL: JsonObject = { tools: {}, resources: {}, prompts: {} };

async function connected(
  script: Script,
  options: McpClientOptions = {},
  capabilities = ALL,
  make = modernServer,
) {
  const warnings: Fault[] = [];
  const clock = new FakeClock();
  const server = make(script, capabilities);
  const client = await connect(server, { clock, onWarning: (warning) => warnings.push(warning), ...options });
  return { server, client, clock, warnings };
}

function connect(server: ScriptedServer, options: McpClientOptions): Promise<McpClient> {
  return McpClient.connect(server.target, {
    cache: { eras: new ProgramEraCache() },
    listen: false,
    ...options,
  });
}

const LISTS: {
  name: ListName;
  method: string;
  items: JsonObject[];
  get: (client: McpClient) => Promise<unknown>;
}[] = [
  { name: 'tools', method: 'tools/list', items: [tool('a'), tool('b')], get: (client) => client.listTools() },
  {
    name: 'resources',
    method: 'resources/list',
    items: [
      { uri: 'a:1', name: 'same' },
      { uri: 'a:2', name: 'same' },
    ],
    get: (client) => client.listResources(),
  },
  {
    name: 'resourceTemplates',
    method: 'resources/templates/list',
    items: [{ uriTemplate: 'a:{x}', name: 't' }],
    get: (client) => client.listResourceTemplates(),
  },
  { name: 'prompts', method: 'prompts/list', items: [{ name: 'p' }], get: (client) => client.listPrompts() },
];

describe.each(LISTS)('$name', ({ name, method, items, get }) => {
  const result = { [name]: items };

  it('are listed whole and unchanged', async () => {
    const { client } = await connected({ [method]: result });
    expect(await get(client)).toEqual(items);
    await client.close();
  });

  // requirement: capabilities-respected, negotiated-capabilities-only
  it('are none, and nothing is asked, without the capability', async () => {
    const { client, server } = await connected({}, {}, {});
    expect(await get(client)).toEqual([]);
    expect(server.requests(method)).toHaveLength(0);
    await client.close();
  });

  it('are none, with a warning, when the server does not have the method it declares', async () => {
    const { client, warnings } = await connected({});
    expect(await get(client)).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(['invalid_result']);
    await client.close();
  });

  it('an error of the server is passed on', async () => {
    const { client } = await connected({ [method]: new RpcError(-32603, 'down') });
    await expect(get(client)).rejects.toMatchObject({ code: -32603 });
    await client.close();
  });

  const fallbackMs = name === 'prompts' ? 0 : 30_000;
  // requirement: cache-ttl-positive-fresh, cache-ttl-zero-stale, cache-ttl-negative-zero
  // requirement: cache-ttl-absent-zero, cache-stale-refetched, cache-ttl-no-polling
  it.each([
    { title: `${fallbackMs} ms by default`, hint: {}, keptMs: fallbackMs },
    { title: 'as long as the server says', hint: { ttlMs: 5000, cacheScope: 'public' }, keptMs: 5000 },
    { title: 'not at all when the server says so', hint: { ttlMs: 0, cacheScope: 'private' }, keptMs: 0 },
    { title: 'not at all for a negative time', hint: { ttlMs: -5 }, keptMs: 0 },
  ])('are kept $title', async ({ hint, keptMs }) => {
    const { client, clock, server } = await connected({ [method]: { ...result, ...hint } });
    await get(client);
    if (keptMs > 0) {
      clock.advance(keptMs - 1);
      await get(client);
      expect(server.requests(method)).toHaveLength(1);
    }
    clock.advance(1);
    await get(client);
    expect(server.requests(method)).toHaveLength(2);
    await client.close();
  });

  it('are fetched each time without a cache', async () => {
    const { client, server } = await connected({ [method]: { ...result, ttlMs: 5000 } }, { cache: false });
    await get(client);
    await get(client);
    expect(server.requests(method)).toHaveLength(2);
    await client.close();
  });
});

describe('a kept list', () => {
  it('can be given its own time', async () => {
    const { client, clock, server } = await connected(
      { 'tools/list': { tools: [] }, 'prompts/list': { prompts: [] } },
      { cache: { listTtlMs: { prompts: 100 } } },
    );
    await client.listPrompts();
    clock.advance(99);
    await client.listPrompts();
    expect(server.requests('prompts/list')).toHaveLength(1);
    await client.close();
  });

  it('is passed by with refresh', async () => {
    const { client, server } = await connected({ 'tools/list': { tools: [] } });
    await client.listTools();
    await client.listTools({ refresh: true });
    expect(server.requests('tools/list')).toHaveLength(2);
    await client.close();
  });

  it.each(['modern', 'legacy'] as const)('goes stale with list_changed (%s)', async (era) => {
    const changed: string[] = [];
    const { client, server } = await connected(
      { 'tools/list': { tools: [tool('a')] }, 'resources/list': { resources: [] } },
      { onListChanged: (list) => changed.push(list) },
      ALL,
      era === 'modern' ? modernServer : legacyServer,
    );
    await client.listTools();
    await client.listResources();
    server.connection.tell('notifications/tools/list_changed');
    await client.listTools();
    await client.listResources();
    expect(server.requests('tools/list')).toHaveLength(2);
    expect(server.requests('resources/list')).toHaveLength(1);
    expect(changed).toEqual(['tools']);
    await client.close();
  });

  it('goes stale with the process that gave it', async () => {
    const { client, server } = await connected({ 'tools/list': { tools: [] } });
    await client.listTools();
    await server.connection.exit();
    await client.ping();
    await client.listTools();
    expect(server.requests('tools/list')).toHaveLength(2);
    await client.close();
  });
});

describe('callers at the same time', () => {
  it('share one walk; one who aborts does not take it from the others', async () => {
    const gate = new Gate<Answer>();
    const controller = new AbortController();
    const { client, server } = await connected({ 'tools/list': () => gate.promise });
    const impatient = client.listTools({ signal: controller.signal });
    const patient = client.listTools();
    await server.sees('tools/list');
    controller.abort();
    await expect(impatient).rejects.toMatchObject({ code: 'cancelled' });
    gate.open({ tools: [tool('a')] });
    expect(await patient).toHaveLength(1);
    expect(server.requests('tools/list')).toHaveLength(1);
    await client.close();
  });
});

describe('pages', () => {
  // requirement: pagination-empty-cursor-continues, pagination-both-flows
  it('are followed with their cursor, each once', async () => {
    const { client, server } = await connected({
      'tools/list': ({ params }) =>
        params['cursor'] === undefined
          ? { tools: [tool('a')], nextCursor: '' }
          : { tools: [tool('b')], ttlMs: 10 },
    });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(server.requests('tools/list').map(({ params }) => params?.['cursor'])).toEqual([undefined, '']);
    await client.close();
  });

  // requirement: cache-snapshot-from-start
  it('of which the stalest decides', async () => {
    const { client, clock, server } = await connected({
      'tools/list': ({ params }) =>
        params['cursor'] === undefined
          ? { tools: [tool('a')], nextCursor: 'x', ttlMs: 1000 }
          : { tools: [tool('b')], ttlMs: 10 },
    });
    await client.listTools();
    clock.advance(10);
    await client.listTools();
    expect(server.requests('tools/list')).toHaveLength(4);
    await client.close();
  });

  it('beyond the limit are an error that names it', async () => {
    let page = 0;
    const { client } = await connected(
      {
        'tools/list': () => {
          page += 1;
          return { tools: [tool(`t${page}`)], nextCursor: `${page}` };
        },
      },
      { limits: { listPages: 3 } },
    );
    await expect(client.listTools()).rejects.toMatchObject({ code: 'limit_exceeded', limit: 'listPages' });
    await client.close();
  });
});

describe('bad items', () => {
  it('are set aside with a reason, and never fail the list', async () => {
    const bad = [{ name: 'no schema' }, 7, { inputSchema: {} }];
    const { client, warnings } = await connected({ 'tools/list': { tools: [tool('a'), ...bad, tool('a')] } });
    expect(await client.listTools()).toEqual([tool('a')]);
    const quarantined = client.quarantined('tools');
    expect(quarantined.map(({ item }) => item)).toEqual([...bad, tool('a')]);
    expect(quarantined[0]?.reason).toContain('"no schema"');
    expect(warnings).toHaveLength(4);
    expect(client.quarantined('prompts')).toEqual([]);
    await client.close();
  });

  it('do not include what is merely unknown', async () => {
    const odd = tool('a', { 'x-vendor': 1, annotations: { odd: true }, _meta: { 'com.example/x': [1] } });
    const { client } = await connected({ 'tools/list': { tools: [odd] } });
    expect((await client.listTools())[0]).toBe(odd);
    await client.close();
  });

  it('a list that is no list is an invalid result', async () => {
    const { client } = await connected({ 'tools/list': { tools: {} } });
    await expect(client.listTools()).rejects.toMatchObject({ code: 'invalid_result' });
    await client.close();
  });
});

describe('x-mcp-header', () => {
  const annotated = (header: unknown, type = 'string'): JsonObject => ({
    type: 'object',
    properties: { region: { type, 'x-mcp-header': header as string } },
  });
  const tools = [
    { name: 'good', inputSchema: annotated('Region') },
    { name: 'empty', inputSchema: annotated('') },
    { name: 'number', inputSchema: annotated('Region', 'number') },
    { name: 'blank', inputSchema: annotated('a b') },
  ];

  // requirement: x-mcp-header-bad-tool-rejected, x-mcp-header-bad-tool-excluded
  // requirement: x-mcp-header-bad-tool-warned
  it.each([
    { transport: 'http', make: modernServer, names: ['good'] },
    { transport: 'stdio', make: modernServer, names: ['good', 'empty', 'number', 'blank'] },
    { transport: 'http', make: legacyServer, names: ['good', 'empty', 'number', 'blank'] },
  ] as const)('that breaks the rules excludes the tool, over modern HTTP only ($transport)', async (row) => {
    const warnings: Fault[] = [];
    const server = row.make({ 'tools/list': { tools } }, ALL);
    server.transport = row.transport;
    await using client = await connect(server, { onWarning: (warning) => warnings.push(warning) });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(row.names);
    expect(client.quarantined('tools')).toHaveLength(4 - row.names.length);
    const excluded = tools
      .map(({ name }) => name)
      .filter((name) => !(row.names as readonly string[]).includes(name));
    expect(warnings).toHaveLength(excluded.length);
    for (const [index, name] of excluded.entries()) expect(warnings[index]?.message).toContain(`"${name}"`);
  });
});
