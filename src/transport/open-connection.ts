import { Fault } from '../protocol/index.js';
import type { ClientConnection, ConnectionOptions } from './connection.js';
import { openHttpConnection } from './http-client/index.js';
import { openSseConnection } from './legacy-sse/index.js';
import { connectChannel } from './multiplexer/index.js';
import { openChildProcess } from './stdio/index.js';
import type { ServerTarget } from './targets.js';
import { openWebSocket } from './websocket/index.js';

/**
 * Opens a connection to a server. When it fails, is aborted or takes longer than `connectTimeoutMs`, nothing is left
 * behind: no process, socket or timer.
 *
 * @throws Fault `spawn_failed`, `connect_failed`, `tls_failed`, `timed_out`, `cancelled`, `platform_missing`…
 */
export async function openConnection(
  target: ServerTarget,
  options: ConnectionOptions = {},
): Promise<ClientConnection> {
  if (options.signal?.aborted === true) {
    throw new Fault('cancelled', 'Opening the connection was aborted.', { cause: options.signal.reason });
  }
  switch (target.kind) {
    case 'stdio':
      return connectChannel(await openChildProcess(target, options), options);
    case 'http':
      return openHttpConnection(target, options);
    case 'sse':
      return openSseConnection(target, options);
    case 'websocket':
      return connectChannel(await openWebSocket(target, options), options);
    case 'custom':
      return target.open(options);
    default:
      throw new Fault('invalid_argument', 'openConnection takes what stdioServer() and the like return.');
  }
}
