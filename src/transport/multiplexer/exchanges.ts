import type {
  Fault,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
} from '../../protocol/index.js';
import { canonicalId, isJsonObject, isRequestId, META } from '../../protocol/index.js';
import type { ExchangeOptions } from '../connection.js';

/** Ids of exchanges that were given up, kept so that a late answer is no surprise. */
const MAX_ABANDONED = 64;

/** One request that waits for its response. */
export class Exchange {
  readonly id: RequestId;
  readonly method: string;
  readonly progressToken: RequestId | undefined;
  readonly onNotification: ((notification: NotificationMessage) => void) | undefined;
  /** Settle the promise of the caller. Only the first call counts. */
  resolve: (response: ResponseMessage) => void = () => {};
  reject: (fault: Fault) => void = () => {};
  /** Takes the abort listener off the caller's signal again. */
  release: (() => void) | undefined;

  constructor(request: RequestMessage, options: ExchangeOptions | undefined) {
    this.id = canonicalId(request.id);
    this.method = request.method;
    this.progressToken = progressTokenOf(request);
    this.onNotification = options?.onNotification;
  }
}

/** Which response, progress or subscription notification belongs to which request. */
export class Exchanges {
  readonly #byId = new Map<RequestId, Exchange>();
  readonly #byProgressToken = new Map<RequestId, Exchange>();
  readonly #abandoned = new Set<RequestId>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: RequestId): Exchange | undefined {
    return this.#byId.get(id);
  }

  add(exchange: Exchange): void {
    this.#byId.set(exchange.id, exchange);
    if (exchange.progressToken !== undefined) this.#byProgressToken.set(exchange.progressToken, exchange);
    if (this.#abandoned.size > 0) this.#abandoned.delete(exchange.id);
  }

  /** Removes the exchange with this id, which the caller then settles. */
  take(id: RequestId): Exchange | undefined {
    const exchange = this.#byId.get(id);
    if (exchange === undefined) return undefined;
    this.#byId.delete(id);
    const token = exchange.progressToken;
    if (token !== undefined && this.#byProgressToken.get(token) === exchange) {
      this.#byProgressToken.delete(token);
    }
    exchange.release?.();
    return exchange;
  }

  /** Removes an exchange whose response may still come and is then of no interest. */
  abandon(id: RequestId): Exchange | undefined {
    const exchange = this.take(id);
    if (exchange === undefined) return undefined;
    this.#abandoned.add(id);
    if (this.#abandoned.size > MAX_ABANDONED) {
      for (const oldest of this.#abandoned) {
        this.#abandoned.delete(oldest);
        break;
      }
    }
    return exchange;
  }

  wasAbandoned(id: RequestId): boolean {
    return this.#abandoned.delete(id);
  }

  takeAll(): Exchange[] {
    return [...this.#byId.keys()].flatMap((id) => this.take(id) ?? []);
  }

  /**
   * The exchange that a notification belongs to, `'unknown'` when it names one that is not there, `undefined` when
   * it names none.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#receiving-messages
   */
  ownerOf(notification: NotificationMessage): Exchange | 'unknown' | undefined {
    const { method, params } = notification;
    if (params === undefined) return undefined;
    if (method === 'notifications/progress') {
      const token = params.progressToken;
      return isRequestId(token) ? (this.#byProgressToken.get(canonicalId(token)) ?? 'unknown') : 'unknown';
    }
    const meta = params._meta;
    if (meta === undefined || !isJsonObject(meta)) return undefined;
    const subscription = meta[META.SUBSCRIPTION_ID];
    if (subscription === undefined || !isRequestId(subscription)) return undefined;
    return this.#byId.get(canonicalId(subscription)) ?? 'unknown';
  }
}

function progressTokenOf(request: RequestMessage): RequestId | undefined {
  const meta = request.params?._meta;
  if (meta === undefined || !isJsonObject(meta)) return undefined;
  const token = meta[META.PROGRESS_TOKEN];
  return isRequestId(token) ? canonicalId(token) : undefined;
}
