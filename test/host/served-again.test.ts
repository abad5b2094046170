// The tools of a host behind a server of ours, and servers over HTTP in front of it.
import { describe, expect, it } from 'vitest';
import type { McpHostOptions } from '../../src/host/index.js';
import { McpHost } from '../../src/host/index.js';
import {
  elicitationAsker,
  McpClient,
  McpServer,
  serveHttp,
  serveRegistry,
  streamableHttpServer,
  ToolRegistry,
} from '../../src/index.js';
import type { Fault } from '../../src/protocol/index.js';

const PIXEL = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;

function notes(): McpServer {
  const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;
  return new McpServer({ name: 'notes', version: '1' })
    .tool({ name: 'write', inputSchema: schema, run: ({ text }) => `wrote ${text}` })
    .tool({
      name: 'picture',
      inputSchema: { type: 'object' },
      run: () => ({ content: [PIXEL], structuredContent: { n: 1 } }),
    })
    .resource({ uri: 'note://a', name: 'a', read: () => 'a note' });
}

/** A client of a registry with the tools of a host that has one server over HTTP. */
async function chain(
  options: Omit<McpHostOptions, 'servers'>,
  client: Parameters<typeof McpClient.connect>[1] = {},
) {
  const server = await serveHttp(notes());
  const host = await McpHost.start({ ...options, servers: { notes: { url: server.url } } });
  const served = await serveRegistry(new ToolRegistry(host.tools()), { name: 'box' });
  await served.start();
  const target = streamableHttpServer({ url: served.url ?? '', headers: served.authHeaders });
  const end = await McpClient.connect(target, client);
  return {
    end,
    host,
    [Symbol.asyncDispose]: async () => {
      await end.close();
      await served.stop();
      await host.close();
      await server.close();
    },
  };
}

const allowed = { permissions: [{ tool: '*', action: 'allow' }] } as const;

describe('the tools of a host, served again', () => {
  it('keep schemas, whole results and failures', async () => {
    await using all = await chain(allowed);
    expect(all.host.state('notes')).toMatchObject({ transport: 'http', revision: '2026-07-28' });
    const tools = await all.end.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'mcp_notes_write',
      'mcp_notes_picture',
      'list_mcp_resources',
      'list_mcp_resource_templates',
      'read_mcp_resource',
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({ required: ['text'] });
    expect(await all.end.callTool('mcp_notes_picture')).toMatchObject({
      content: [PIXEL],
      structuredContent: { n: 1 },
    });
    const read = await all.end.callTool('read_mcp_resource', { server: 'notes', uri: 'note://a' });
    expect(read.content).toEqual([{ type: 'text', text: 'a note' }]);
    expect(await all.end.callTool('mcp_notes_write', {})).toMatchObject({ isError: true });
  });

  it('tell the model what was not permitted', async () => {
    await using all = await chain({ permissions: [{ tool: 'mcp_notes_write', action: 'deny' }] });
    const result = await all.end.callTool('mcp_notes_write', { text: 'x' });
    expect(result).toMatchObject({
      isError: true,
      content: [
        { type: 'text', text: expect.stringMatching(/^the call of 'mcp_notes_write' was not made: /) },
      ],
    });
  });

  it.each([
    ['accept', 'wrote hi'],
    ['decline', /was not made/],
  ] as const)('ask the calling client, which says %s', async (action, expected) => {
    const asked: string[] = [];
    const outcomes: unknown[] = [];
    await using all = await chain(
      {
        asker: elicitationAsker,
        onEvent: (event) => event.kind === 'result' && outcomes.push(event.outcome),
      },
      {
        onElicit: ({ message }) => {
          asked.push(message);
          return action === 'accept' ? { action, content: { decision: 'approve' } } : { action };
        },
      },
    );
    const { content } = await all.end.callTool('mcp_notes_write', { text: 'hi' });
    expect(asked).toEqual([expect.stringContaining('mcp_notes_write')]);
    expect((content[0] as { text: string }).text).toMatch(expected);
    expect(outcomes).toEqual([action === 'accept' ? 'ok' : 'denied']);
  });
});

describe('a server over HTTP that goes away', () => {
  it('fails each call with the reason', async () => {
    const server = await serveHttp(notes());
    await using host = await McpHost.start({ ...allowed, servers: { notes: { url: server.url } } });
    await server.close();
    const fault = (await host.call('mcp_notes_write', { text: 'x' }).catch((error) => error)) as Fault;
    expect(fault.code).toMatch(/^(connect_failed|connection_lost)$/);
  });
});
