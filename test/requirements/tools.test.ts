import { describe, expect, it } from 'vitest';
import { McpClient } from '../../src/client/index.js';
import type { Fault, JsonObject } from '../../src/protocol/index.js';
import { connectInMemory, McpServer } from '../../src/server/index.js';
import { ScriptedClient, textOf } from '../support/scripted-client.js';
import { modernServer } from '../support/scripted-server.js';

describe('tools', () => {
  // requirement: tool-name-case-sensitive
  it.each(['2026-07-28', '2025-11-25'] as const)('are told apart by case, in %s', async (revision) => {
    const server = new McpServer({ name: 'test', version: '1' });
    server.tool({ name: 'run', run: () => 'small' }).tool({ name: 'RUN', run: () => 'great' });
    await using client = await McpClient.connect(connectInMemory(server), { revision });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['run', 'RUN']);
    expect((await client.callTool('run')).content).toMatchObject([{ text: 'small' }]);
    expect((await client.callTool('RUN')).content).toMatchObject([{ text: 'great' }]);
    await expect(client.callTool('Run')).rejects.toMatchObject({ code: -32602 });
  });

  // requirement: tool-annotations-untrusted
  it.each<JsonObject>([
    { readOnlyHint: true, idempotentHint: true },
    { destructiveHint: true, openWorldHint: true },
    { readOnlyHint: 'of course' },
  ])('are called in the same way whatever they say about themselves: %o', async (annotations) => {
    const server = modernServer({
      'tools/list': { tools: [{ name: 't', inputSchema: { type: 'object' }, annotations }] },
      'tools/call': { content: [] },
    });
    await using client = await McpClient.connect(server.target, { listen: false });
    expect((await client.listTools())[0]?.annotations).toEqual(annotations);
    for (let round = 0; round < 2; round += 1) await client.callTool('t');
    const sent = server.requests('tools/call').map(({ params }) => ({ ...params, _meta: undefined }));
    expect(sent).toEqual(Array(2).fill({ name: 't', arguments: {} }));
  });

  // requirement: tool-schemas-ref-rules
  it('with a schema that leads elsewhere are reported, and nothing is fetched', async () => {
    const warnings: Fault[] = [];
    const outputSchema = { type: 'object', properties: { a: { $ref: 'https://127.0.0.1:9/schema.json' } } };
    const server = modernServer({
      'tools/list': { tools: [{ name: 't', inputSchema: { type: 'object' }, outputSchema }] },
      'tools/call': { content: [], structuredContent: { a: 1 } },
    });
    await using client = await McpClient.connect(server.target, {
      listen: false,
      onWarning: (warning) => warnings.push(warning),
    });
    await client.listTools();
    await client.callTool('t');
    expect(warnings).toMatchObject([{ code: 'schema_invalid' }]);
    expect(String(warnings[0]?.cause)).toContain('nothing is fetched');
  });

  // requirement: tasks-undeclared-processed-normally
  it('are called normally when the call asks for a task that nobody declared', async () => {
    const server = new McpServer({ name: 'test', version: '1' }).tool({ name: 't', run: () => 'done' });
    const client = new ScriptedClient(server);
    const { capabilities } = await client.initialize('2025-11-25');
    expect(capabilities).not.toHaveProperty('tasks');
    const result = await client.result('tools/call', { name: 't', task: { ttl: 1000 } });
    expect(textOf(result)).toBe('done');
    expect(result).not.toHaveProperty('task');
  });
});
