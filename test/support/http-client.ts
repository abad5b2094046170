import type {
  Fault,
  JsonObject,
  NotificationMessage,
  RequestId,
  RequestMessage,
  Revision,
} from '../../src/protocol/index.js';
import { eraOf, META, notification, request } from '../../src/protocol/index.js';
import {
  type ClientConnection,
  type ConnectionOptions,
  openHttpConnection,
  type StreamableHttpServerOptions,
  type WireEvent,
} from '../../src/transport/index.js';
import { FakeClock } from './fake-clock.js';

/** An HTTP connection under test, with all that it tells. */
export interface TestedConnection extends AsyncDisposable {
  readonly connection: ClientConnection;
  readonly clock: FakeClock;
  readonly incoming: (RequestMessage | NotificationMessage)[];
  readonly warnings: Fault[];
  readonly wire: WireEvent[];
}

export async function openTested(
  target: StreamableHttpServerOptions,
  options: ConnectionOptions = {},
): Promise<TestedConnection> {
  const clock = new FakeClock();
  const incoming: (RequestMessage | NotificationMessage)[] = [];
  const warnings: Fault[] = [];
  const wire: WireEvent[] = [];
  const connection = await openHttpConnection(target, {
    clock,
    onIncoming: (message) => incoming.push(message),
    onWarning: (warning) => warnings.push(warning),
    onWire: (event) => wire.push(event),
    ...options,
  });
  return { connection, clock, incoming, warnings, wire, [Symbol.asyncDispose]: () => connection.close() };
}

/** A request with the modern envelope. */
export function modernRequest(id: RequestId, method: string, params: JsonObject = {}): RequestMessage {
  const own = params['_meta'] as JsonObject | undefined;
  const meta = {
    ...own,
    [META.PROTOCOL_VERSION]: '2026-07-28',
    [META.CLIENT_CAPABILITIES]: {},
  };
  return request(id, method, { ...params, _meta: meta });
}

/** Goes through the legacy handshake, with id 0. */
export async function handshake(
  connection: ClientConnection,
  revision: Revision = '2025-11-25',
): Promise<void> {
  await connection.exchange(request(0, 'initialize', { protocolVersion: revision }));
  connection.negotiated({ revision, era: eraOf(revision) });
  await connection.notify(notification('notifications/initialized'));
}
