import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import { McpServer } from '../../../src/server/index.js';
import { ScriptedClient } from '../../support/scripted-client.js';

describe('paged lists', () => {
  const server = new McpServer({ name: 'test', version: '1' }, { pageSize: 2 });
  for (const name of ['a', 'b', 'c']) {
    server.tool({ name, run: () => 'x' });
    server.prompt({ name, get: () => 'x' });
    server.resource({ uri: `test://${name}`, name, read: () => 'x' });
    server.resourceTemplate({ uriTemplate: `test://${name}/{x}`, name, read: () => 'x' });
  }

  // requirement: pagination-invalid-cursor-code, cache-scope-same-for-all-pages
  it.each([
    ['tools/list', 'tools'],
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ])('%s', async (method, member) => {
    const client = new ScriptedClient(server);
    const first = await client.result(method);
    expect(first[member]).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    const second = await client.result(method, { cursor: first['nextCursor'] as string });
    expect(second[member]).toMatchObject([{ name: 'c' }]);
    expect(second).not.toHaveProperty('nextCursor');
    expect(second['cacheScope']).toBe(first['cacheScope']);
    for (const cursor of ['nonsense', 7, null]) {
      expect((await client.error(method, { cursor } as JsonObject)).code).toBe(-32602);
    }
  });
});
