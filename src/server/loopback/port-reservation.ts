import type { AddressInfo, Server } from 'node:net';
import { nodeBuiltin } from '../../transport/index.js';

export const LOOPBACK_ADDRESS = '127.0.0.1';

/**
 * A listening socket on loopback that keeps its port, and drops whoever comes, until an HTTP server takes it over. To
 * ask for a free port, let it go and bind it again later would leave a gap in which somebody else gets it.
 */
export class PortReservation {
  readonly socket: Server;
  readonly port: number;

  private constructor(socket: Server) {
    this.socket = socket;
    this.port = (socket.address() as AddressInfo).port;
  }

  /** Port 0 is any free one. Rejects with the system error. Does not keep the process alive. */
  static async bind(port: number): Promise<PortReservation> {
    const { createServer } = nodeBuiltin('node:net');
    const socket = createServer((connection) => connection.destroy());
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      // Exclusive: no worker of a cluster shares it.
      socket.listen({ host: LOOPBACK_ADDRESS, port, exclusive: true }, () => {
        socket.off('error', reject);
        resolve();
      });
    });
    // A connection that could not be accepted is no loss: it would have been dropped.
    socket.on('error', () => {});
    socket.unref();
    return new PortReservation(socket);
  }

  /** Lets the port go. Not to be called once the socket was taken over. */
  release(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.close(() => resolve());
    });
  }
}
