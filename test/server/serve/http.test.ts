import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { McpClient, streamableHttpServer } from '../../../src/client/index.js';
import type { JsonObject, Revision } from '../../../src/protocol/index.js';
import { META } from '../../../src/protocol/index.js';
import {
  bearerAuth,
  fetchHandler,
  McpServer,
  nodeHandler,
  type ServerOptions,
  serveHttp,
} from '../../../src/server/index.js';

function newServer(options: ServerOptions = {}): McpServer {
  return new McpServer({ name: 'test', version: '1' }, { onLog: () => {}, ...options })
    .tool({ name: 'era', run: (_args, context) => context.era })
    .tool({ name: 'needy', requires: { sampling: {} }, run: () => 'x' })
    .tool({ name: 'who', run: (_args, { auth, headers }) => `${auth?.principal} ${headers?.['x-trace']}` })
    .tool({
      name: 'regional',
      inputSchema: {
        type: 'object',
        properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, level: { type: 'integer' } },
      },
      run: ({ region }) => String(region),
    });
}

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});

async function listen(server: McpServer, options: Parameters<typeof serveHttp>[1] = {}) {
  const listener = await serveHttp(server, options);
  cleanUps.push(() => listener.close());
  return listener;
}

function post(url: string, method: string, params: JsonObject, headers: Record<string, string> = {}) {
  const meta = { [META.PROTOCOL_VERSION]: '2026-07-28', [META.CLIENT_CAPABILITIES]: {} };
  const name = typeof params['name'] === 'string' ? { 'Mcp-Name': params['name'] } : {};
  return fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...name,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
}

describe.each<['legacy' | 'modern', Revision]>([
  ['modern', '2026-07-28'],
  ['legacy', '2025-11-25'],
])('serveHttp: %s', (era, revision) => {
  it('serves a client', async () => {
    const { url } = await listen(newServer({ revisions: [revision] }));
    await using client = await McpClient.connect(streamableHttpServer({ url }));
    expect(client.revision).toBe(revision);
    expect((await client.callTool('era')).content).toEqual([{ type: 'text', text: era }]);
  });

  it('tells a client what changes', async () => {
    const server = newServer({ revisions: [revision] });
    const { url } = await listen(server);
    await using client = await McpClient.connect(streamableHttpServer({ url }));
    const subscription = client.subscribe({ tools: true });
    const changes = subscription[Symbol.asyncIterator]();
    await subscription.ready;
    const heard = changes.next();
    let isHeard = false;
    void heard.then(() => {
      isHeard = true;
    });
    // The stream that carries it is opened after the handshake; what is sent before is lost.
    while (!isHeard) {
      server.notifyToolsChanged();
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    expect((await heard).value).toMatchObject({ kind: 'tools' });
    await subscription.close();
  });
});

describe('serveHttp', () => {
  // requirement: http-single-endpoint, legacy-http-single-endpoint
  it('serves both eras on one endpoint', async () => {
    const { url } = await listen(newServer());
    await using modern = await McpClient.connect(streamableHttpServer({ url }));
    await using legacy = await McpClient.connect(streamableHttpServer({ url }), { revision: '2025-06-18' });
    expect((await modern.callTool('era')).content).toEqual([{ type: 'text', text: 'modern' }]);
    expect((await legacy.callTool('era')).content).toEqual([{ type: 'text', text: 'legacy' }]);
  });

  // requirement: http-unknown-method-404, missing-client-capability-http-400
  // requirement: http-param-header-missing-rejected, http-param-header-mismatch-400
  // requirement: http-header-rejection-400, http-header-rejection-code
  it.each<[string, string, JsonObject, Record<string, string>, number, number]>([
    ['an unknown method', 'nothing/known', {}, {}, 404, -32601],
    ['a missing capability', 'tools/call', { name: 'needy' }, {}, 400, -32021],
    [
      'a missing parameter header',
      'tools/call',
      { name: 'regional', arguments: { region: 'eu' } },
      {},
      400,
      -32020,
    ],
    [
      'a wrong parameter header',
      'tools/call',
      { name: 'regional', arguments: { region: 'eu' } },
      { 'Mcp-Param-Region': 'us' },
      400,
      -32020,
    ],
    ['an unknown tool', 'tools/call', { name: 'none' }, {}, 200, -32602],
  ])('%s has its status', async (_name, method, params, headers, status, code) => {
    const { url } = await listen(newServer());
    const response = await post(url, method, params, headers);
    expect([response.status, ((await response.json()) as { error: { code: number } }).error.code]).toEqual([
      status,
      code,
    ]);
  });

  it('accepts a parameter header that agrees', async () => {
    const { url } = await listen(newServer());
    const headers = { 'Mcp-Param-Region': '=?base64?ZXU=?=' };
    const response = await post(
      url,
      'tools/call',
      { name: 'regional', arguments: { region: 'eu' } },
      headers,
    );
    expect(await response.json()).toMatchObject({ result: { content: [{ text: 'eu' }] } });
  });

  // requirement: modern-only-names-versions-to-initialize
  it('refuses what the server does not speak, naming what it does', async () => {
    const { url } = await listen(newServer({ revisions: ['2026-07-28'] }));
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('2026-07-28');
  });

  it('serves legacy requests without sessions', async () => {
    const { url } = await listen(newServer(), { legacySessions: 'none' });
    const call = async (method: string, params: JsonObject, version: string) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': version,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return (await response.json()) as JsonObject;
    };
    expect(await call('tools/call', { name: 'era' }, '2025-06-18')).toMatchObject({
      result: { content: [{ text: 'legacy' }] },
    });
    const handshake = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'c', version: '1' },
    };
    expect(await call('initialize', handshake, '2025-06-18')).toMatchObject({
      result: { protocolVersion: '2025-06-18' },
    });
  });

  it('promises clients without a session nothing that a later message would have to keep', async () => {
    const server = newServer({ logging: true }).resource({ uri: 'a:b', name: 'r', read: () => 'x' });
    const { url } = await listen(server, { legacySessions: 'none' });
    const call = async (method: string, params: JsonObject) => {
      const headers = {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-06-18',
      };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return (await (await fetch(url, { method: 'POST', headers, body })).json()) as JsonObject;
    };
    const clientInfo = { name: 'c', version: '1' };
    const handshake = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const { result } = (await call('initialize', handshake)) as { result: JsonObject };
    expect(result['capabilities']).toEqual({ tools: {}, resources: {} });
    expect(await call('resources/subscribe', { uri: 'a:b' })).toMatchObject({ error: { code: -32601 } });
    expect(await call('logging/setLevel', { level: 'info' })).toMatchObject({ error: { code: -32601 } });
  });
});

describe('fetchHandler', () => {
  it('answers a Request', async () => {
    await using handle = fetchHandler(newServer());
    const meta = { [META.PROTOCOL_VERSION]: '2026-07-28', [META.CLIENT_CAPABILITIES]: {} };
    const params = { _meta: meta };
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'server/discover',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params }),
    });
    const response = await handle(request);
    expect(await response.json()).toMatchObject({
      result: { supportedVersions: expect.arrayContaining(['2026-07-28']) },
    });
  });
});

describe('nodeHandler', () => {
  it('is a listener for node:http', async () => {
    const handle = nodeHandler(newServer());
    const http = createServer(handle);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    cleanUps.push(
      () => handle.close(),
      () => new Promise((resolve) => http.close(resolve)),
    );
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    await using client = await McpClient.connect(streamableHttpServer({ url }));
    expect((await client.callTool('era')).content).toHaveLength(1);
  });
});

describe('bearerAuth', () => {
  const authenticate = bearerAuth({
    verify: (token) => {
      if (token === 'good') return { principal: 'ann', scopes: ['read'], expiresAtMs: 2000 };
      if (token === 'poor') return { principal: 'bob' };
      return token === 'old' ? { principal: 'cid', scopes: ['read'], expiresAtMs: 1000 } : undefined;
    },
    requiredScopes: ['read'],
    resourceMetadataUrl: 'https://a.example/.well-known/oauth-protected-resource',
    now: () => 1000,
  });
  const metadata = 'resource_metadata="https://a.example/.well-known/oauth-protected-resource"';

  // requirement: http-authentication
  it.each<[string, string | undefined, number, string]>([
    ['no token', undefined, 401, `Bearer scope="read", ${metadata}`],
    ['a bad token', 'bad', 401, `Bearer error="invalid_token", scope="read", ${metadata}`],
    ['an expired token', 'old', 401, `Bearer error="invalid_token", scope="read", ${metadata}`],
    [
      'a token without the scope',
      'poor',
      403,
      `Bearer error="insufficient_scope", scope="read", ${metadata}`,
    ],
  ])('refuses %s', async (_name, token, status, challenge) => {
    const { url } = await listen(newServer(), { authenticate });
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await post(url, 'tools/list', {}, headers as Record<string, string>);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([status, challenge]);
  });

  it('lets a good token through, and handlers know whose it is', async () => {
    const { url } = await listen(newServer(), { authenticate });
    const headers = { Authorization: 'Bearer good', 'X-Trace': '7' };
    const response = await post(url, 'tools/call', { name: 'who' }, headers);
    expect(await response.json()).toMatchObject({ result: { content: [{ text: 'ann 7' }] } });
  });

  it('asks for nothing more than it needs', async () => {
    const { url } = await listen(newServer(), { authenticate: bearerAuth({ verify: () => undefined }) });
    expect((await post(url, 'tools/list', {})).headers.get('www-authenticate')).toBe('Bearer');
  });
});
