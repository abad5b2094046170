// The server of the official SDK 2.x that is measured: `stdio` or `http`, with JSON answers.
import { createServer } from 'node:http';
import { ECHO_TOOL, largeResult } from '../echo-tool.mjs';
import { peerModule } from './peer-module.mjs';

const { createMcpHandler, fromJsonSchema, McpServer } = peerModule('@modelcontextprotocol/server');
const { serveStdio } = peerModule('@modelcontextprotocol/server/stdio');
const { toNodeHandler } = peerModule('@modelcontextprotocol/node');

const large = largeResult();

function buildServer() {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  const { name, description, inputSchema } = ECHO_TOOL;
  server.registerTool(name, { description, inputSchema: fromJsonSchema(inputSchema) }, ({ message }) => ({
    content: [{ type: 'text', text: large ?? message }],
  }));
  return server;
}

if (process.argv[2] === 'http') {
  const listener = createServer(toNodeHandler(createMcpHandler(buildServer, { responseMode: 'json' })));
  listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
  process.stdin.on('end', () => process.exit(0)).resume();
} else {
  serveStdio(buildServer);
}
