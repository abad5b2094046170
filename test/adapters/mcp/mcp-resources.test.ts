import { describe, expect, it } from 'vitest';
import type { McpResourcesOptions } from '../../../src/adapters/index.js';
import { mcpResources } from '../../../src/adapters/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { Fault, JsonObject } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { modernServer, SILENCE } from '../../support/scripted-server.js';

const RESOURCES = [
  { uri: 'docs://runbook', name: 'runbook', description: 'On-call runbook.', mimeType: 'text/plain' },
  { uri: 'docs://ingest', name: 'worker', description: 'How the ingest worker restarts.' },
  { uri: 'docs://logo', name: 'logo' },
  { uri: 'docs://broken', name: 'broken', description: 'Nobody can read the RUNBOOK of this.' },
  { uri: 'docs://both', name: 'both' },
];
const CONTENTS: Record<string, JsonObject[]> = {
  'docs://runbook': [{ uri: 'docs://runbook', text: 'Restart the ingest worker.' }],
  'docs://ingest': [
    { uri: 'docs://ingest#1', mimeType: 'text/markdown', text: 'one' },
    { uri: 'docs://ingest#2', text: 'two' },
  ],
  'docs://logo': [{ uri: 'docs://logo', blob: 'AAAA', mimeType: 'image/png' }],
  'docs://both': [
    { uri: 'docs://both', blob: 'AAAA' },
    { uri: 'docs://both', text: 'the caption' },
  ],
};

async function memoryOf(options: Partial<McpResourcesOptions> = {}, clientOptions = {}) {
  const server = modernServer(
    {
      'resources/list': { resources: RESOURCES },
      'resources/read': ({ params }) => {
        const contents = CONTENTS[String(params['uri'])];
        return contents === undefined ? new RpcError(-32602, 'Resource not found') : { contents };
      },
    },
    { resources: {} },
  );
  const client = await McpClient.connect(server.target, { listen: false, ...clientOptions });
  const warnings: Fault[] = [];
  const memory = mcpResources(client, {
    name: 'runbooks',
    onWarning: (warning) => void warnings.push(warning),
    ...options,
  });
  return { server, client, memory, warnings };
}

describe('a query', () => {
  it.each<[string, number | undefined, string[]]>([
    ['runbook', 1, ['docs://runbook']],
    ['ON-CALL', 5, ['docs://runbook']],
    ['ingest', 5, ['docs://ingest']],
    ['docs://', 2, ['docs://runbook', 'docs://ingest']],
    ['', undefined, ['docs://runbook', 'docs://ingest', 'docs://both']],
    ['logo', 5, []],
    ['nothing of the kind', 5, []],
  ])('for %j with k %s gives, in the order of the server, %j', async (text, k, uris) => {
    const { memory, client } = await memoryOf();
    const items = await memory.query(text, k === undefined ? {} : { k });
    expect(items.map(({ metadata }) => metadata.uri)).toEqual(uris);
    await client.close();
  });

  it('tells where a text is from', async () => {
    const { memory, client } = await memoryOf();
    expect(await memory.query('runbook', { k: 1 })).toEqual([
      {
        content: 'Restart the ingest worker.',
        metadata: { uri: 'docs://runbook', name: 'runbook', mimeType: 'text/plain' },
      },
    ]);
    expect(await memory.query('worker', { k: 1 })).toEqual([
      { content: 'one\ntwo', metadata: { uri: 'docs://ingest', name: 'worker', mimeType: 'text/markdown' } },
    ]);
    expect(await memory.query('both')).toEqual([
      { content: 'the caption', metadata: { uri: 'docs://both', name: 'both' } },
    ]);
    await client.close();
  });

  it('goes without what cannot be read, and says so', async () => {
    const { memory, client, warnings } = await memoryOf();
    expect(await memory.query('runbook', { k: 2 })).toHaveLength(1);
    expect(warnings).toMatchObject([
      { code: 'left_out', message: expect.stringMatching(/docs:\/\/broken could not be read.*not found/) },
    ]);
    await client.close();
  });

  it('fails when nothing can be read', async () => {
    const { memory, client, warnings } = await memoryOf();
    await expect(memory.query('broken')).rejects.toMatchObject({ code: -32602 });
    expect(warnings).toHaveLength(1);
    await client.close();
  });

  it('fails when the client is closed', async () => {
    const { memory, client } = await memoryOf();
    await memory.query('runbook', { k: 1 });
    await client.close();
    await expect(memory.query('runbook', { k: 1 })).rejects.toMatchObject({ code: 'closed' });
  });

  it('is cancelled before it asks the server anything', async () => {
    const { memory, client, server } = await memoryOf();
    const query = memory.query('runbook', { signal: AbortSignal.abort() });
    await expect(query).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.requests('resources/list')).toEqual([]);
    await client.close();
  });

  it('is cancelled while it waits for the list', async () => {
    const { memory, client, server } = await memoryOf();
    server.script['resources/list'] = () => SILENCE;
    const stop = new AbortController();
    const query = memory.query('runbook', { signal: stop.signal });
    await server.sees('resources/list');
    stop.abort();
    await expect(query).rejects.toMatchObject({ code: 'cancelled' });
    await client.close();
  });

  it('is cancelled while it reads, without a warning', async () => {
    const { memory, client, server, warnings } = await memoryOf();
    server.script['resources/read'] = () => SILENCE;
    const stop = new AbortController();
    const query = memory.query('runbook', { signal: stop.signal });
    await server.sees('resources/read');
    stop.abort();
    await expect(query).rejects.toMatchObject({ code: 'cancelled' });
    expect(warnings).toEqual([]);
    await client.close();
  });

  it.each([
    ['x', { k: 0 }, /`k`/],
    ['x', { k: 1.5 }, /`k`/],
    [5, {}, /the query/],
  ])('of %j with %j is refused', async (text, options, message) => {
    const { memory, client } = await memoryOf();
    await expect(memory.query(text as string, options)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
    });
    await client.close();
  });
});

describe('the list', () => {
  it('is kept apart from the client: neither its refresh nor its clock reaches the other', async () => {
    const clock = new FakeClock();
    const { memory, client, server } = await memoryOf({ clock }, { cache: false });
    const listed = () => server.requests('resources/list').length;
    await memory.query('runbook', { k: 1 });
    await memory.query('worker', { k: 1 });
    expect(listed()).toBe(1);
    await client.listResources({ refresh: true });
    expect(listed()).toBe(2);
    server.script['resources/list'] = { resources: [] };
    expect(await memory.query('runbook', { k: 1 })).toHaveLength(1);
    expect(listed()).toBe(2);
    clock.advance(30_000);
    expect(await memory.query('runbook', { k: 1 })).toEqual([]);
    expect(listed()).toBe(3);
    await client.close();
  });

  it('is empty for a server that has no resources', async () => {
    const server = modernServer({}, { tools: {} });
    const client = await McpClient.connect(server.target, { listen: false });
    expect(await mcpResources(client, { name: 'none' }).query('x')).toEqual([]);
    await client.close();
  });
});

describe('a memory of resources', () => {
  it('is not written, for a reason', async () => {
    const { memory, client } = await memoryOf();
    expect(memory.name).toBe('runbooks');
    await expect(memory.write({ content: 'x' })).rejects.toMatchObject({
      code: 'not_writable',
      message: expect.stringMatching(/'runbooks' holds resources of an MCP server, which alone writes them/),
    });
    await client.close();
  });

  it.each([
    [{ name: '' }, /`name`/],
    [{ name: 5 }, /`name`/],
    [{ name: 'x', listTtlMs: -1 }, /`listTtlMs`/],
    [{ name: 'x', listTtlMs: Number.NaN }, /`listTtlMs`/],
  ])('is not made with %j', (options, message) => {
    expect(() => mcpResources({} as never, options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringMatching(message) }),
    );
  });
});
