import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Handle, HttpReply } from './http-types.js';

/** A listening server. */
export interface Listener extends AsyncDisposable {
  /** Of the MCP endpoint. */
  readonly url: string;
}

/** Serves on a free port, by default of the loopback interface. */
export async function listen(handle: Handle, host = '127.0.0.1'): Promise<Listener> {
  const server = createServer((request, response) => {
    void serve(handle, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(handle: Handle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const { port } = request.socket.address() as AddressInfo;
  const reply = await handle({
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers as Record<string, string | undefined>,
    body: Buffer.concat(chunks),
    origin: `http://127.0.0.1:${port}`,
    gone: gone.signal,
  });
  await write(reply, response);
}

async function write({ status, headers, body, stream }: HttpReply, response: ServerResponse): Promise<void> {
  response.writeHead(status, headers);
  if (stream === undefined) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  await stream((data, id, event) => {
    const name = event === undefined ? '' : `event: ${event}\n`;
    const idField = id === undefined ? '' : `id: ${id}\n`;
    response.write(`${name}${idField}data: ${data}\n\n`);
  });
  response.end();
}
