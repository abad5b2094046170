import { Fault } from '../protocol/index.js';
import type { ClientConnection, ConnectionOptions } from './connection.js';
import type { ServerTarget } from './targets.js';

/**
 * Opens a connection to a server. When it fails, is aborted or takes longer than `connectTimeoutMs`, nothing is left
 * behind: no process, socket or timer.
 *
 * @throws Fault `spawn_failed`, `connect_failed`, `tls_failed`, `timed_out`, `cancelled`, `platform_missing`…
 */
export async function openConnection(
  target: ServerTarget,
  _options: ConnectionOptions = {},
): Promise<ClientConnection> {
  throw new Fault('invalid_argument', `openConnection: unknown kind of server: ${target.kind}`);
}
