import { describe, expect, it } from 'vitest';
import { McpClient } from '../../src/client/index.js';
import { REVISIONS } from '../../src/protocol/index.js';
import { connectInMemory, McpServer } from '../../src/server/index.js';

const LONG = Array.from({ length: 23 }, (_, index) => `item-${index}`);

describe.each(REVISIONS)('a list of %s with pages', (revision) => {
  // requirement: prompts-list-paginated, pagination-both-flows, pagination-no-fixed-page-size
  it.each([1, 7, 23, 24])('of %i items is read to its end', async (pageSize) => {
    const server = new McpServer({ name: 'test', version: '1' }, { pageSize });
    for (const name of LONG) {
      server.prompt({ name, get: () => 'x' });
      server.tool({ name, run: () => 'x' });
      server.resource({ uri: `test://${name}`, name, read: () => 'x' });
    }
    await using client = await McpClient.connect(connectInMemory(server), { revision });
    const lists = [await client.listPrompts(), await client.listTools(), await client.listResources()];
    for (const list of lists) expect(list.map(({ name }) => name)).toEqual(LONG);
  });
});
