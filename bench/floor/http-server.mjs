// The floor for HTTP: node:http, one JSON answer per POST, nothing checked. Prints its URL.
import { createServer } from 'node:http';
import { largeResult } from '../echo-tool.mjs';
import { RESULTS } from './members.mjs';

const large = largeResult();
const resultIn = RESULTS[process.argv[2] ?? 'none'];

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { id, params } = JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString());
    const text = large ?? params.arguments.message;
    const result = resultIn({ content: [{ type: 'text', text }] });
    const body = JSON.stringify({ jsonrpc: '2.0', id, result });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
process.stdin.on('end', () => process.exit(0)).resume();
