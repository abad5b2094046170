import type { CustomServer, MessageHandler, ServeChannelOptions } from '../../transport/index.js';
import { connectChannel, customServer, memoryPair, serveChannel } from '../../transport/index.js';

export interface InMemoryOptions extends ServeChannelOptions {
  /** Names the server in messages. Default: one that no other has. */
  readonly name?: string;
}

let count = 0;

/**
 * Describes a server in this process, for `McpClient.connect`: no process, no socket, the same frames. Each
 * connection is a peer of its own.
 *
 * @example await using client = await McpClient.connect(connectInMemory(server));
 */
export function connectInMemory(server: MessageHandler, options: InMemoryOptions = {}): CustomServer {
  // What a client learns about a server it keeps under this name.
  count += 1;
  const { name = `in-memory-${count}`, ...served } = options;
  return customServer({
    name,
    open: async (connection) => {
      const [near, far] = memoryPair(served.limits === undefined ? {} : { limits: served.limits });
      serveChannel(far, server, served);
      return connectChannel(near, connection);
    },
  });
}
