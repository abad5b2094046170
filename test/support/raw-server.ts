import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A TCP server on a loopback port that answers each connection's first bytes with whatever a test says. */
export class RawServer implements AsyncDisposable {
  /** Connections made so far. */
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(answer: (socket: Socket, received: string) => void): Promise<RawServer> {
    const server = createServer();
    const raw = new RawServer(server);
    server.on('connection', (socket) => {
      raw.connections++;
      raw.#sockets.add(socket);
      socket.once('close', () => raw.#sockets.delete(socket));
      socket.on('error', () => {});
      socket.once('data', (data) => answer(socket, data.toString('latin1')));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return raw;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/** A loopback port that nothing listens on. */
export async function unusedPort(): Promise<number> {
  const server = await RawServer.start(() => {});
  const { port } = server;
  await server[Symbol.asyncDispose]();
  return port;
}
