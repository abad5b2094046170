import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { META } from '../../src/protocol/index.js';
import { McpServer, serveHttp } from '../../src/server/index.js';
import { Gate } from '../support/gate.js';
import { openProbe } from '../support/http-probe.js';

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function listen(server: McpServer): Promise<URL> {
  const { url, close } = await serveHttp(server);
  cleanUps.push(close);
  return new URL(url);
}

const newServer = (): McpServer => new McpServer({ name: 'test', version: '1' }, { onLog: () => {} });

describe('an HTTP server', () => {
  // requirement: http-binds-localhost
  it('listens on the loopback address alone, unless told otherwise', async () => {
    const { hostname, port } = await listen(newServer());
    expect(hostname).toBe('127.0.0.1');
    // Another address of the loopback network, where there is one, reaches a server that listens on all addresses.
    if (process.platform !== 'linux') return;
    const elsewhere = new Promise((resolve, reject) => {
      request({ host: '127.0.0.2', port, path: '/mcp' }, resolve).on('error', reject).end();
    });
    await expect(elsewhere).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  // requirement: http-header-names-case-insensitive
  it.each([(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()])(
    'takes the names of headers in any case',
    async (spell) => {
      const server = newServer().tool({
        name: 't',
        inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'Region' } } },
        run: ({ a }) => String(a),
      });
      const { port } = await listen(server);
      const headers = {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 't',
        'Mcp-Param-Region': 'eu',
      };
      const _meta = { [META.PROTOCOL_VERSION]: '2026-07-28', [META.CLIENT_CAPABILITIES]: {} };
      const params = { name: 't', arguments: { a: 'eu' }, _meta };
      const answer = await openProbe({
        port: Number(port),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [spell(name), value])),
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      await answer.ended();
      expect(JSON.parse(answer.text)).toMatchObject({ id: 1, result: { content: [{ text: 'eu' }] } });
    },
  );
});

describe('the ids of legacy sessions', () => {
  // requirement: legacy-session-id-unguessable, legacy-session-id-visible-ascii
  it('are long, and never the same', async () => {
    const port = Number((await listen(newServer())).port);
    const clientInfo = { name: 'c', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const ids = new Set<unknown>();
    for (let round = 0; round < 50; round += 1) {
      const answer = await openProbe({
        port,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
      });
      expect(answer.headers['mcp-session-id']).toMatch(/^[\x21-\x7e]{32,}$/);
      ids.add(answer.headers['mcp-session-id']);
    }
    expect(ids.size).toBe(50);
  });
});

describe('the streams of a legacy session', () => {
  // requirement: legacy-message-on-one-stream, legacy-no-broadcast, legacy-get-no-responses
  // requirement: legacy-get-messages-unrelated, legacy-stream-messages-related
  it('carry each message once: what belongs to a request on its stream, all else on that of the GET', async () => {
    const gates = [new Gate(), new Gate()];
    const server = newServer().tool({
      name: 't',
      inputSchema: { type: 'object' },
      run: async (args, context) => {
        const index = Number((args as { index: number }).index);
        context.progress(1, { message: `of ${index}` });
        await gates[index]?.promise;
        context.progress(2, { message: `of ${index}` });
        return `result of ${index}`;
      },
    });
    const port = Number((await listen(server)).port);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    };
    const clientInfo = { name: 'c', version: '1' };
    const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const post = (body: object, session?: string) =>
      openProbe({
        port,
        headers: { ...headers, 'mcp-session-id': session },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      });
    const opened = await post({ id: 0, method: 'initialize', params: handshake });
    const session = String(opened.headers['mcp-session-id']);
    await post({ method: 'notifications/initialized' }, session);
    const get = await openProbe({
      port,
      method: 'GET',
      headers: { ...headers, 'content-type': undefined, 'mcp-session-id': session },
    });
    const call = (index: number) =>
      post(
        {
          id: index + 1,
          method: 'tools/call',
          params: { name: 't', arguments: { index }, _meta: { progressToken: `p${index}` } },
        },
        session,
      );
    const streams = [await call(0), await call(1)];
    for (const stream of streams) await stream.message(1);
    server.notifyToolsChanged();
    await get.message(1);
    for (const gate of gates) gate.open();
    for (const stream of streams) await stream.ended();
    const brief = ({ messages }: { messages: readonly unknown[] }) =>
      messages.map((message) => {
        const { id, method, params } = message as {
          id?: number;
          method?: string;
          params?: { message?: string };
        };
        return method === undefined ? `response to ${id}` : `${method} ${params?.message ?? ''}`.trim();
      });
    expect(streams.map(brief)).toEqual([
      ['notifications/progress of 0', 'notifications/progress of 0', 'response to 1'],
      ['notifications/progress of 1', 'notifications/progress of 1', 'response to 2'],
    ]);
    expect(brief(get)).toEqual(['notifications/tools/list_changed']);
    get.drop();
  });
});
