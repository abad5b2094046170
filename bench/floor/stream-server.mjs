// The floor for idle streams: node:http holds whatever is asked for open, as an event stream.
import { createServer } from 'node:http';

export function listenForStreams() {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}
