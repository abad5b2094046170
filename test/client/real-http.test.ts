import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../src/client/connect/era-cache.js';
import type { McpClientOptions } from '../../src/client/index.js';
import { McpClient, streamableHttpServer } from '../../src/client/index.js';
import type { JsonObject } from '../../src/protocol/index.js';
import { failure, success } from '../../src/protocol/index.js';
import type { Script, SeenRequest, SseScript } from '../support/http-script.js';
import { answerSse, HttpScript } from '../support/http-script.js';

const INITIALIZED: JsonObject = {
  protocolVersion: '2024-11-05',
  capabilities: { tools: {} },
  serverInfo: { name: 'old', version: '1' },
};

function connect(server: HttpScript, options: McpClientOptions = {}): Promise<McpClient> {
  return McpClient.connect(streamableHttpServer({ url: server.url }), {
    cache: { eras: new ProgramEraCache() },
    ...options,
  });
}

function resultOf({ json }: SeenRequest): JsonObject {
  return json?.method === 'initialize' ? INITIALIZED : { content: [] };
}

/** A server of 2024-11-05: a stream at its URL, and a place for messages that the stream names. */
function httpSse(status: number): Script {
  let stream: SseScript | undefined;
  return (seen, response) => {
    if (seen.method === 'GET') {
      stream = answerSse(response);
      stream.event({ event: 'endpoint', data: '/messages' });
    } else if (seen.url !== '/messages') {
      response.writeHead(status).end('Not here');
    } else {
      response.writeHead(202).end();
      if (seen.json?.id !== undefined) stream?.message(success(seen.json.id, resultOf(seen)));
    }
  };
}

describe('a server of HTTP+SSE', () => {
  it.each([400, 404, 405])('that answers POST with %i is found, and spoken to', async (status) => {
    await using server = await HttpScript.start(httpSse(status));
    await using client = await connect(server);
    expect(client.revision).toBe('2024-11-05');
    expect((await client.callTool('x')).content).toEqual([]);
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /mcp',
      'POST /mcp',
      'GET /mcp',
      'POST /messages',
      'POST /messages',
      'POST /messages',
    ]);
  });
});

/** A legacy server of today's transport that meets the probe in a way of its own. */
const legacy =
  (probed: Script): Script =>
  (seen, response) => {
    if (seen.json?.method === 'server/discover') return probed(seen, response);
    if (seen.method !== 'POST') return void response.writeHead(405).end();
    if (seen.json?.id === undefined) return void response.writeHead(202).end();
    const body = JSON.stringify({ jsonrpc: '2.0', id: seen.json.id, result: resultOf(seen) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };

const answer =
  (status: number, body: string, type = 'application/json'): Script =>
  (_seen, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

const error = (code: number): string => {
  const { error: object } = failure(undefined, { code, message: 'what?' });
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: object });
};

describe('a legacy server that answers the probe with', () => {
  it.each([
    { title: '400 and nothing', probed: answer(400, '') },
    { title: '400 and an error without an id', probed: answer(400, error(-32000)) },
    { title: '404 and -32601', probed: answer(404, error(-32601)) },
    { title: '422 and a page', probed: answer(422, '<html>', 'text/html') },
    { title: '500', probed: answer(500, 'oops', 'text/plain') },
    { title: '200 and a page', probed: answer(200, '<html>', 'text/html') },
    { title: '202', probed: answer(202, '') },
  ])('$title ends in a working session', async ({ probed }) => {
    await using server = await HttpScript.start(legacy(probed));
    await using client = await connect(server);
    expect(client.era).toBe('legacy');
    expect((await client.callTool('x')).content).toEqual([]);
  });
});

describe('credentials', () => {
  it('that are missing end the opening with the parsed challenge', async () => {
    await using server = await HttpScript.start((_seen, response) => {
      const challenge = 'Bearer resource_metadata="https://as.example/meta", scope="mcp:read"';
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    });
    await expect(connect(server)).rejects.toMatchObject({
      code: 'unauthorized',
      details: { challenge: expect.anything() },
    });
    expect(server.seen).toHaveLength(1);
  });

  it('that run out later fail the call, and the next call is made with new ones', async () => {
    let isValid = true;
    const accepting = legacy(answer(400, ''));
    await using server = await HttpScript.start((seen, response) => {
      if (isValid) accepting(seen, response);
      else response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
    });
    await using client = await connect(server);
    isValid = false;
    await expect(client.callTool('x')).rejects.toMatchObject({ code: 'unauthorized' });
    isValid = true;
    expect((await client.callTool('x')).content).toEqual([]);
    expect(server.of('initialize')).toHaveLength(1);
  });
});
