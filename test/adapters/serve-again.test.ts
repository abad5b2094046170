// Tools of one MCP server, adapted, put into a registry and served again: what reaches the last client is what the first
// server said.
import { afterEach, describe, expect, it } from 'vitest';
import { mcpTools } from '../../src/adapters/index.js';
import { McpClient, streamableHttpServer } from '../../src/client/index.js';
import type { JsonObject, Revision } from '../../src/protocol/index.js';
import { META } from '../../src/protocol/index.js';
import { connectInMemory, McpServer, serveRegistry, ToolRegistry } from '../../src/server/index.js';
import { PIXEL } from '../support/model-tools.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const INPUT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: { place: { type: 'string', minLength: 2 } },
  type: 'object',
  required: ['place'],
  properties: { place: { $ref: '#/$defs/place' }, days: { type: ['integer', 'null'], default: 1 } },
  additionalProperties: false,
  'x-vendor': { b: 1, a: 2 },
} as const;
const OUTPUT = {
  type: 'object',
  properties: { degrees: { type: 'number' } },
  required: ['degrees'],
} as const;

function weather(): McpServer {
  const server = new McpServer({ name: 'weather', version: '9.9.9' });
  server.tool({
    name: 'forecast',
    title: 'Forecast',
    description: 'Tells the weather.',
    inputSchema: INPUT,
    outputSchema: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false, title: 'Weather' },
    _meta: { 'vendor/x': { deep: [1] } },
    run: ({ place }, context) => {
      context.progress(1, { total: 2, message: 'looking out of the window' });
      if (place === 'Nowhere') return { content: [{ type: 'text', text: 'no such place' }], isError: true };
      return {
        content: [{ type: 'text', text: 'warm' }, PIXEL],
        structuredContent: { degrees: 21 },
        _meta: { 'vendor/station': 7 },
      };
    },
  });
  return server;
}

/** A client of the registry that serves what was adapted from the weather server. */
async function servedAgain(trustAnnotations: boolean, revision?: Revision) {
  const upstream = await McpClient.connect(connectInMemory(weather()));
  open.push(() => upstream.close());
  const registry = new ToolRegistry(await mcpTools(upstream, { prefix: 'w.', trustAnnotations }));
  const served = await serveRegistry(registry, { name: 'again' });
  open.push(() => served.stop());
  await served.start();
  const { url, authHeaders: headers } = served;
  const target = streamableHttpServer({ url: url ?? '', headers });
  const client = await McpClient.connect(target, revision === undefined ? {} : { revision });
  open.push(() => client.close());
  return { client, served };
}

describe.each<Revision>(['2025-06-18', '2026-07-28'])(
  'adapted tools that are served again to %s',
  (revision) => {
    it('are listed with everything that their server said', async () => {
      const { client } = await servedAgain(false, revision);
      const [tool] = await client.listTools();
      expect(JSON.stringify(tool?.inputSchema)).toBe(JSON.stringify(INPUT));
      expect(JSON.stringify(tool?.outputSchema)).toBe(JSON.stringify(OUTPUT));
      expect(tool).toMatchObject({
        name: 'w_forecast',
        title: 'Forecast',
        description: 'Tells the weather.',
        _meta: {
          'vendor/x': { deep: [1] },
          plainwire: { sideEffecting: true, requiresApproval: false, caps: [] },
        },
      });
    });

    it('give whole results, and say themselves who they are', async () => {
      const { client } = await servedAgain(false, revision);
      await client.listTools();
      const result = await client.callTool('w_forecast', { place: 'Rome' });
      expect(result).toMatchObject({
        content: [{ type: 'text', text: 'warm' }, PIXEL],
        structuredContent: { degrees: 21 },
        _meta: { 'vendor/station': 7 },
      });
      const name = (result._meta?.[META.SERVER_INFO] as JsonObject | undefined)?.['name'];
      expect(name).toBe(revision === '2026-07-28' ? 'again' : undefined);
    });

    it('fail as their server says', async () => {
      const { client } = await servedAgain(false, revision);
      await client.listTools();
      expect(await client.callTool('w_forecast', { place: 'Nowhere' })).toMatchObject({
        content: [{ type: 'text', text: 'no such place' }],
        isError: true,
      });
      const bad = await client.callTool('w_forecast', { place: 'x' });
      expect(bad).toMatchObject({ isError: true });
      expect(JSON.stringify(bad.content)).toContain('place');
    });

    it('pass progress on', async () => {
      const { client } = await servedAgain(false, revision);
      const seen: unknown[] = [];
      await client.callTool('w_forecast', { place: 'Rome' }, { onProgress: (step) => seen.push(step) });
      expect(seen).toContainEqual({ progress: 1, total: 2, message: 'looking out of the window' });
    });
  },
);

describe('the hints of adapted tools that are served again', () => {
  it.each([
    [
      false,
      {
        title: 'Weather',
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
    ],
    [true, { title: 'Weather', readOnlyHint: true, destructiveHint: false, openWorldHint: false }],
  ])('with trust %s', async (trustAnnotations, annotations) => {
    const { client, served } = await servedAgain(trustAnnotations);
    expect((await client.listTools())[0]?.annotations).toEqual(annotations);
    expect(served.description.tools[0]?.sideEffecting).toBe(!trustAnnotations);
  });
});
