// The server of the official SDK 1.x that is measured: `stdio` or `http`, with JSON answers.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { ECHO_TOOL, largeResult } from '../echo-tool.mjs';
import { peerModule } from './peer-module.mjs';

const { McpServer } = peerModule('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = peerModule('@modelcontextprotocol/sdk/server/stdio.js');
const { StreamableHTTPServerTransport } = peerModule('@modelcontextprotocol/sdk/server/streamableHttp.js');
const { z } = peerModule('zod');

const large = largeResult();

function buildServer() {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  const { name, description } = ECHO_TOOL;
  server.registerTool(name, { description, inputSchema: { message: z.string() } }, ({ message }) => ({
    content: [{ type: 'text', text: large ?? message }],
  }));
  return server;
}

function serveHttp() {
  const sessions = new Map();
  const listener = createServer(async (request, response) => {
    const known = sessions.get(request.headers['mcp-session-id']);
    if (known !== undefined) return known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: true,
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    await buildServer().connect(transport);
    return transport.handleRequest(request, response);
  });
  listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
  process.stdin.on('end', () => process.exit(0)).resume();
}

if (process.argv[2] === 'http') serveHttp();
else await buildServer().connect(new StdioServerTransport());
