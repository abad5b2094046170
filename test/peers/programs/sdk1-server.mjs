// A small server on the official TypeScript SDK 1.x. `node sdk1-server.mjs stdio` or `… http` (prints its URL).
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const text = (value) => ({ content: [{ type: 'text', text: value }] });

function buildServer() {
  const server = new McpServer(
    { name: 'sdk1-peer', version: '1.0.0' },
    { instructions: 'A peer on SDK 1.x.', capabilities: { logging: {} } },
  );
  server.registerTool(
    'echo',
    { description: 'Gives the message back', inputSchema: { message: z.string() } },
    ({ message }) => text(message),
  );
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers',
      inputSchema: { a: z.number(), b: z.number() },
      outputSchema: { sum: z.number() },
    },
    ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  );
  server.registerTool('fail', { description: 'Fails on purpose' }, () => ({
    ...text('on purpose'),
    isError: true,
  }));
  server.registerTool('count', { description: 'Reports three steps of progress' }, async (extra) => {
    const progressToken = extra._meta?.progressToken;
    for (const progress of [1, 2, 3]) {
      if (progressToken === undefined) break;
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3 },
      });
    }
    return text('counted');
  });
  server.registerTool('hang', { description: 'Waits until it is cancelled' }, async (extra) => {
    await new Promise((resolve) => extra.signal.addEventListener('abort', resolve, { once: true }));
    process.stderr.write('peer: cancelled\n');
    return text('too late');
  });
  server.registerTool('ask', { description: 'Asks the user for a name' }, async (extra) => {
    const answer = await extra.sendRequest(
      {
        method: 'elicitation/create',
        params: {
          message: 'Your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
      },
      z.object({ action: z.string(), content: z.record(z.string(), z.unknown()).optional() }),
    );
    return text(`${answer.action}: ${answer.content?.name ?? ''}`);
  });
  server.registerTool('sample', { description: 'Asks the model' }, async (extra) => {
    const answer = await extra.sendRequest(
      {
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello?' } }], maxTokens: 10 },
      },
      z.object({ model: z.string(), content: z.any() }),
    );
    return text(`${answer.model}: ${answer.content.text}`);
  });
  server.registerTool('grow', { description: 'Adds a tool' }, () => {
    server.registerTool(`grown-${randomUUID()}`, { description: 'Was added later' }, () => text('grown'));
    return text('grew');
  });
  server.registerResource('hello', 'memo://hello', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'hello from a resource' }],
  }));
  server.registerResource(
    'note',
    new ResourceTemplate('memo://note/{name}', { list: undefined }),
    { mimeType: 'text/plain' },
    (uri, { name }) => ({ contents: [{ uri: uri.href, text: `note ${name}` }] }),
  );
  server.registerPrompt('greet', { description: 'Greets', argsSchema: { name: z.string() } }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }],
  }));
  return server;
}

async function serveHttp() {
  const sessions = new Map();
  const listener = createServer(async (request, response) => {
    const known = sessions.get(request.headers['mcp-session-id']);
    if (known !== undefined) return known.handleRequest(request, response);
    if (request.headers['mcp-session-id'] !== undefined) return response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    transport.onclose = () => sessions.delete(transport.sessionId);
    await buildServer().connect(transport);
    return transport.handleRequest(request, response);
  });
  listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
  process.stdin.on('end', () => process.exit(0)).resume();
}

if (process.argv[2] === 'http') await serveHttp();
else await buildServer().connect(new StdioServerTransport());
