import type {
  Fault,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
} from '../../protocol/index.js';
import { canonicalId, isJsonObject, isRequestId, META } from '../../protocol/index.js';
import { onAbort } from '../abort-watch.js';
import type { Cancellation, CancellationListener } from '../cancellation.js';
import type { ExchangeOptions } from '../connection.js';

/** Ids of exchanges that were given up, kept so that a late answer is no surprise. */
const MAX_ABANDONED = 64;

/** Gives up an exchange that its caller does not want any more. */
export type GiveUp = (exchange: Exchange, reason: unknown) => void;

type Resolve = (response: ResponseMessage) => void;
type Reject = (fault: Fault) => void;

/**
 * One request that waits for its response. Once settled it holds on to nothing: V8 links the storage that a `Map`
 * outgrows to its successor, so what was in there is garbage that keeps garbage alive. Letting go here makes the
 * collector's pauses five times shorter under load.
 */
export class Exchange implements CancellationListener {
  readonly id: RequestId;
  readonly method: string;
  readonly progressToken: RequestId | undefined;
  /** The progress token, when it is not the id itself. */
  readonly otherToken: RequestId | undefined;
  onNotification: ((notification: NotificationMessage) => void) | undefined;
  /** Takes abort listeners off signals again. */
  release: (() => void) | undefined;
  #resolve: Resolve | undefined;
  #reject: Reject | undefined;
  #cancellation: Cancellation | undefined;
  #giveUp: GiveUp | undefined;

  constructor(
    request: RequestMessage,
    onNotification: ((notification: NotificationMessage) => void) | undefined,
    resolve: Resolve,
    reject: Reject,
  ) {
    this.id = canonicalId(request.id);
    this.method = request.method;
    this.progressToken = progressTokenOf(request);
    this.otherToken = this.progressToken === this.id ? undefined : this.progressToken;
    this.onNotification = onNotification;
    this.release = undefined;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#cancellation = undefined;
    this.#giveUp = undefined;
  }

  /** Calls `giveUp` when the caller cancels, in whichever way it can. */
  watch(options: ExchangeOptions, giveUp: GiveUp): void {
    const { cancellation } = options;
    if (cancellation === undefined) {
      if (options.signal !== undefined) this.#listen(options.signal, giveUp);
      return;
    }
    cancellation.listener = this;
    this.#cancellation = cancellation;
    this.#giveUp = giveUp;
  }

  cancelled(reason: unknown): void {
    this.#giveUp?.(this, reason);
  }

  resolve(response: ResponseMessage): void {
    const resolve = this.#resolve;
    this.#letGo();
    resolve?.(response);
  }

  reject(fault: Fault): void {
    const reject = this.#reject;
    this.#letGo();
    reject?.(fault);
  }

  #listen(signal: AbortSignal, giveUp: GiveUp): void {
    this.release = onAbort(signal, (reason) => giveUp(this, reason));
  }

  #letGo(): void {
    if (this.#cancellation !== undefined) this.#cancellation.listener = undefined;
    this.#cancellation = undefined;
    this.#giveUp = undefined;
    this.release?.();
    this.release = undefined;
    this.onNotification = undefined;
    this.#resolve = undefined;
    this.#reject = undefined;
  }
}

/** Which response, progress or subscription notification belongs to which request. */
export class Exchanges {
  readonly #byId = new Map<RequestId, Exchange>();
  readonly #byOtherToken = new Map<RequestId, Exchange>();
  readonly #abandoned = new Set<RequestId>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: RequestId): Exchange | undefined {
    return this.#byId.get(id);
  }

  add(exchange: Exchange): void {
    this.#byId.set(exchange.id, exchange);
    if (exchange.otherToken !== undefined) this.#byOtherToken.set(exchange.otherToken, exchange);
    if (this.#abandoned.size > 0) this.#abandoned.delete(exchange.id);
  }

  /** Removes the exchange with this id, which the caller then settles. */
  take(id: RequestId): Exchange | undefined {
    const exchange = this.#byId.get(id);
    if (exchange === undefined) return undefined;
    this.#byId.delete(id);
    const token = exchange.otherToken;
    if (token !== undefined && this.#byOtherToken.get(token) === exchange) this.#byOtherToken.delete(token);
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

  /** The exchange that this token was given for. Most tokens are the id of their request, and are not kept twice. */
  #reportingOn(token: RequestId): Exchange | 'unknown' {
    const namesake = this.#byId.get(token);
    if (namesake !== undefined && namesake.progressToken === token) return namesake;
    return this.#byOtherToken.get(token) ?? 'unknown';
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
      return isRequestId(token) ? this.#reportingOn(canonicalId(token)) : 'unknown';
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
