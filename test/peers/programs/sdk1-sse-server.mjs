// A server that knows only the HTTP+SSE transport of 2024-11-05, on the official TypeScript SDK 1.x. Prints its URL; ends
// when stdin does.
import { createServer } from 'node:http';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { buildServer } from './sdk1-features.mjs';

const sessions = new Map();

async function open(response) {
  const transport = new SSEServerTransport('/messages', response);
  sessions.set(transport.sessionId, transport);
  response.once('close', () => {
    sessions.delete(transport.sessionId);
    process.stderr.write('peer: session ended\n');
  });
  await buildServer().connect(transport);
}

const listener = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const session = sessions.get(url.searchParams.get('sessionId'));
  if (request.method === 'GET' && url.pathname === '/sse') return open(response);
  if (request.method === 'POST' && session !== undefined) return session.handlePostMessage(request, response);
  // What such servers say to a POST on the address of the stream.
  return response.writeHead(url.pathname === '/sse' ? 405 : 404).end();
});
listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}/sse`));
process.stdin.on('end', () => process.exit(0)).resume();
