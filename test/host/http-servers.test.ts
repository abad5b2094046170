// Hosts over servers that answer HTTP: no connection says that such a server has gone.
import { describe, expect, it } from 'vitest';
import { McpHost } from '../../src/host/index.js';
import type { Era, Revision } from '../../src/protocol/index.js';
import { McpServer, serveHttp } from '../../src/server/index.js';

const ERAS: readonly (readonly [Era, Revision])[] = [
  ['legacy', '2025-11-25'],
  ['modern', '2026-07-28'],
];

async function stage(revision: Revision) {
  const server = new McpServer({ name: 's', version: '1' }, { revisions: [revision] });
  server.tool({ name: 'echo', inputSchema: { type: 'object' }, run: () => 'hi' });
  server.prompt({ name: 'p', get: () => 'x' });
  server.resource({ uri: 'memo://a', name: 'a', read: () => 'text' });
  const listener = await serveHttp(server);
  const host = await McpHost.start({
    servers: { s: { url: listener.url } },
    permissions: [{ tool: '*', action: 'allow' }],
    reconnect: { firstDelayMs: 60_000 },
    client: { cache: false },
  });
  expect(host.state('s').phase).toBe('ready');
  return { host, server, listener };
}

describe.each(ERAS)('a %s server that has gone', (_, revision) => {
  it.each([
    ['call', (host: McpHost) => host.call('mcp_s_echo')],
    ['list', (host: McpHost) => host.listResources('s')],
    ['prompt', (host: McpHost) => host.listPrompts('s', {})],
  ])('is lost with a %s that finds nobody there, and connected again', async (_, ask) => {
    const { host, server, listener } = await stage(revision);
    await using _host = host;
    await listener.close();
    // The first request may still go out on a connection from before, and break off with it.
    await expect(ask(host)).rejects.toThrow();
    await ask(host).catch(() => {});
    const { phase, reason, retryInMs } = host.state('s');
    expect({ phase, isTold: reason?.includes('ECONNREFUSED'), isRetried: retryInMs !== undefined }).toEqual({
      phase: 'failed',
      isTold: true,
      isRetried: true,
    });
    expect(host.tools().map(({ name }) => name)).toContain('mcp_s_echo');
    await expect(host.call('mcp_s_echo')).rejects.toMatchObject({ code: 'server_unavailable' });

    server.tool({ name: 'added', inputSchema: { type: 'object' }, run: () => 'new' });
    const again = await serveHttp(server, { port: listener.port });
    expect((await host.reconnect('s')).phase).toBe('ready');
    expect(await host.call('mcp_s_added')).toMatchObject({ content: [{ type: 'text', text: 'new' }] });
    await host.close();
    await again.close();
  });
});
