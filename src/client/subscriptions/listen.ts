import type { JsonObject, NotificationMessage, SubscriptionFilter } from '../../protocol/index.js';
import { ERROR_CODES, Fault, isFault, isJsonObject, request } from '../../protocol/index.js';
import { onAbort } from '../../transport/index.js';
import type { ClientConfig } from '../options.js';
import type { RequestMeta } from '../request-meta.js';
import type { Ids, Session } from '../session.js';
import { rpcErrorOf } from '../session.js';
import type { SubscribeFilter } from './change.js';
import { fromWire, toWire } from './change.js';

/** How a stream of changes ended. `refused`: trying again is of no use. */
export interface StreamEnd {
  readonly kind: 'lost' | 'refused';
  readonly error: unknown;
}

export interface ListenParts {
  readonly config: ClientConfig;
  readonly ids: Ids;
  readonly meta: RequestMeta;
}

export interface ListenHandlers {
  /** The server agreed, to this much. Comes before the first change. */
  acknowledged(filter: SubscribeFilter): void;
  changed(message: NotificationMessage): void;
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/** Errors that the same request would meet again. */
const FINAL_CODES: ReadonlySet<number> = new Set([
  ERROR_CODES.METHOD_NOT_FOUND.code,
  ERROR_CODES.INVALID_PARAMS.code,
  ERROR_CODES.INVALID_REQUEST.code,
  ERROR_CODES.MISSING_REQUIRED_CLIENT_CAPABILITY.code,
  ERROR_CODES.UNSUPPORTED_PROTOCOL_VERSION.code,
  ERROR_CODES.HEADER_MISMATCH.code,
]);

/**
 * Opens one `subscriptions/listen` stream and stays until it ends. Never rejects. A server that does not acknowledge
 * within `timeouts.idleMs` is given up on.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export async function listenOnce(
  parts: ListenParts,
  session: Session,
  filter: SubscribeFilter,
  handlers: ListenHandlers,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const { config, ids, meta } = parts;
  const { line } = session;
  const stop = new AbortController();
  const unwatch = onAbort(signal, (reason) => stop.abort(reason));
  const ack = new Acknowledgment(filter, handlers);
  const stopTimer = config.clock.after(config.idleMs, () => {
    if (!ack.isIn) stop.abort(unacknowledged(config.idleMs));
  });
  const params = meta.write(session, { notifications: toWire(filter) as unknown as JsonObject });
  line.callBegan();
  try {
    const response = await line.connection.exchange(request(ids.next(), 'subscriptions/listen', params), {
      signal: stop.signal,
      onNotification: (message) => ack.take(message),
    });
    if (response.kind === 'success') return { kind: 'lost', error: endedByServer() };
    const error = rpcErrorOf(response);
    return { kind: FINAL_CODES.has(error.code) ? 'refused' : 'lost', error };
  } catch (error) {
    if (stop.signal.aborted) return { kind: 'lost', error: stop.signal.reason };
    return { kind: isAccessFault(error) ? 'refused' : 'lost', error };
  } finally {
    line.callEnded();
    stopTimer();
    unwatch();
  }
}

/** Sees to it that the acknowledgment comes before the first change, even from a server that forgot it. */
class Acknowledgment {
  readonly #asked: SubscribeFilter;
  readonly #handlers: ListenHandlers;
  isIn = false;

  constructor(asked: SubscribeFilter, handlers: ListenHandlers) {
    this.#asked = asked;
    this.#handlers = handlers;
  }

  take(message: NotificationMessage): void {
    const isAcknowledgment = message.method === ACKNOWLEDGED;
    if (!this.isIn) {
      this.isIn = true;
      const agreed = isAcknowledgment ? message.params?.['notifications'] : undefined;
      this.#handlers.acknowledged(
        isJsonObject(agreed) ? fromWire(agreed as unknown as SubscriptionFilter) : this.#asked,
      );
    }
    if (!isAcknowledgment) this.#handlers.changed(message);
  }
}

export function isAccessFault(error: unknown): boolean {
  return isFault(error, 'unauthorized') || isFault(error, 'forbidden');
}

function endedByServer(): Fault {
  return new Fault('subscription_ended', 'The server ended the subscription.');
}

function unacknowledged(ms: number): Fault {
  const message = `The server did not acknowledge the subscription within ${ms} ms. Raise \`timeouts.idleMs\` if it needs longer.`;
  return new Fault('timed_out', message, { details: { budget: 'idle', ms } });
}
