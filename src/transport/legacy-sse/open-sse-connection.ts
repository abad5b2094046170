import { Fault, limitsWith } from '../../protocol/index.js';
import { onAbort } from '../abort-watch.js';
import { systemClock } from '../clock.js';
import type { ClientConnection, ConnectionOptions } from '../connection.js';
import {
  connectBudget,
  type HttpTarget,
  openHttpRequester,
  RequestSender,
  warner,
} from '../http-client/index.js';
import { connectChannel } from '../multiplexer/index.js';
import { SseChannel } from './sse-channel.js';

/**
 * Opens a connection to a server of the HTTP+SSE transport: asks for the event stream and waits until the server has
 * said where messages go. The stream is not resumable; when it ends, the connection ends with `connection_lost`.
 *
 * @throws Fault `connect_failed`, `tls_failed`, `timed_out`, `cancelled`, `http_status`, `unauthorized`…
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export async function openSseConnection(
  target: HttpTarget,
  options: ConnectionOptions = {},
): Promise<ClientConnection> {
  return connectChannel(await openSseChannel(target, options), options);
}

/** The byte layer of the above: the channel of frames. */
export async function openSseChannel(
  target: HttpTarget,
  options: ConnectionOptions = {},
): Promise<SseChannel> {
  const clock = options.clock ?? systemClock;
  const limits = limitsWith(options.limits);
  const requester = await openHttpRequester(target, options);
  const sender = new RequestSender(requester, target, limits, warner(options));
  const channel = new SseChannel({ requester, sender, limits, clock });
  const giveUp = (fault: Fault): void => {
    gaveUp = fault;
    void channel.close();
  };
  let gaveUp: Fault | undefined;
  const { signal } = options;
  const budgetMs = connectBudget(options);
  const cancelTimer = clock.after(budgetMs, () => giveUp(tooSlow(budgetMs)));
  const unwatch = signal === undefined ? undefined : onAbort(signal, (reason) => giveUp(cancelled(reason)));
  try {
    channel.open();
    await channel.ready;
    return channel;
  } catch (fault) {
    await channel.close();
    throw gaveUp ?? fault;
  } finally {
    cancelTimer();
    unwatch?.();
  }
}

function cancelled(cause: unknown): Fault {
  return new Fault('cancelled', 'Opening the connection was cancelled.', { cause });
}

function tooSlow(budgetMs: number): Fault {
  return new Fault(
    'timed_out',
    `The server did not say where to send messages within ${budgetMs} ms. Raise connectTimeoutMs if it is that slow.`,
    { details: { budget: 'connect' } },
  );
}
