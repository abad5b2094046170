// What the client's kept lists are good for, and what not.
import { describe, expect, it } from 'vitest';
import { McpClient, type McpClientOptions } from '../../src/client/index.js';
import type { JsonObject } from '../../src/protocol/index.js';
import type { Script, ScriptedServer } from '../support/scripted-server.js';
import { modernServer } from '../support/scripted-server.js';

const HINTS = { ttlMs: 1_000_000, cacheScope: 'private' };
const ALL: JsonObject = { tools: {}, prompts: {}, resources: {} };
const FRESH: Script = {
  'tools/list': ({ params }) => ({ tools: [], ...HINTS, page: params['cursor'] ?? 'first' }),
  'prompts/list': { prompts: [], ...HINTS },
  'resources/list': { resources: [], ...HINTS },
  'resources/templates/list': { resourceTemplates: [], ...HINTS },
  'resources/read': ({ params }) => ({ contents: [{ uri: params['uri'] as string, text: 'x' }], ...HINTS }),
};

const connect = (server: ScriptedServer, options: McpClientOptions = {}): Promise<McpClient> =>
  McpClient.connect(server.target, { listen: false, ...options });

describe('a result that is kept', () => {
  // requirement: cache-key-method-and-params
  it('answers no other method, and no other parameters', async () => {
    const server = modernServer(FRESH, ALL);
    await using client = await connect(server);
    for (let round = 0; round < 2; round += 1) {
      await client.listTools();
      await client.listPrompts();
      await client.listResources();
      await client.listResourceTemplates();
    }
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
      expect(server.requests(method)).toHaveLength(1);
    expect(await client.request('tools/list', { cursor: 'second' })).toMatchObject({ page: 'second' });
    expect((await client.readResource('a:1')).contents).toMatchObject([{ uri: 'a:1' }]);
    expect((await client.readResource('a:2')).contents).toMatchObject([{ uri: 'a:2' }]);
  });

  // requirement: cache-private-not-shared
  it('is not handed to another client, which may have other credentials', async () => {
    const server = modernServer(FRESH, ALL);
    await using first = await connect(server);
    await using second = await connect(server);
    await first.listTools();
    await second.listTools();
    expect(server.requests('tools/list')).toHaveLength(2);
  });
});

describe('a result that depended on input', () => {
  // requirement: cache-not-after-input
  it('is asked for again, however long it says that it is fresh', async () => {
    const asks = { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } };
    const server = modernServer(
      {
        'resources/read': ({ params }) =>
          params['inputResponses'] === undefined ? asks : { contents: [], ...HINTS },
      },
      ALL,
    );
    await using client = await connect(server, { roots: [] });
    for (let round = 0; round < 2; round += 1) await client.readResource('a:1');
    expect(server.requests('resources/read')).toHaveLength(4);
  });
});
