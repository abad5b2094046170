import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Server } from 'node:net';
import type { Handle, HttpReply } from './http-types.js';

/** A listening server. */
export interface Listener extends AsyncDisposable {
  /** Of the host, without a path. */
  readonly origin: string;
}

export interface ListenOptions {
  /** Default: the loopback interface. */
  readonly host?: string | undefined;
  /** Sees the head of each request as it came, and may answer in place of the server with raw HTTP. */
  readonly front?: ((head: string) => string | undefined) | undefined;
}

/** Serves on a free port. */
export async function listen(
  handle: Handle,
  { host = '127.0.0.1', front }: ListenOptions = {},
): Promise<Listener> {
  const server = createServer((request, response) => {
    void serve(handle, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 500;
  const inner = await opened(server, front === undefined ? host : '127.0.0.1');
  const outer = front === undefined ? undefined : frontServer(inner, front);
  const port = outer === undefined ? inner : await opened(outer, host);
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      outer?.close();
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

async function opened(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Node trims header values and lowers names: what a server makes of them raw is decided in front of it. */
function frontServer(port: number, front: (head: string) => string | undefined): Server {
  return createNetServer((socket) => {
    const inner = connect(port, '127.0.0.1');
    const drop = (): void => {
      socket.destroy();
      inner.destroy();
    };
    socket.on('error', drop).on('close', drop);
    inner.on('error', drop).on('close', drop);
    inner.pipe(socket);
    socket.on('data', (bytes) => {
      const answer = front(bytes.toString('latin1'));
      if (answer === undefined) inner.write(bytes);
      else socket.write(answer);
    });
  });
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
    origin: `http://${request.headers.host ?? `127.0.0.1:${port}`}`,
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
