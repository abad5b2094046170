// A small server on the official TypeScript SDK 1.x. `node sdk1-server.mjs stdio` or `… http` (prints its URL).
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { buildServer } from './sdk1-features.mjs';

async function serveHttp() {
  const sessions = new Map();
  const listener = createServer(async (request, response) => {
    const known = sessions.get(request.headers['mcp-session-id']);
    if (known !== undefined) return known.handleRequest(request, response);
    if (request.headers['mcp-session-id'] !== undefined) return response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => sessions.set(id, transport),
      onsessionclosed: (id) => {
        sessions.delete(id);
        process.stderr.write('peer: session ended\n');
      },
    });
    await buildServer().connect(transport);
    return transport.handleRequest(request, response);
  });
  listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
  forgetOnSignal(sessions);
  process.stdin.on('end', () => process.exit(0)).resume();
}

/** As a server does that was restarted. */
function forgetOnSignal(sessions) {
  process.on('SIGUSR2', () => {
    sessions.clear();
    process.stderr.write('peer: forgot its sessions\n');
  });
}

const [, , mode] = process.argv;
if (mode === 'http') await serveHttp();
else await buildServer().connect(new StdioServerTransport());
