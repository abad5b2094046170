import type {
  JsonObject,
  Limits,
  NotificationMessage,
  RequestId,
  SubscriptionFilter,
} from '../../protocol/index.js';
import {
  ERROR_CODES,
  invalidParams,
  notification,
  RpcError,
  subscriptionEnd,
  withSubscriptionId,
} from '../../protocol/index.js';
import type { CancellationListener, RequestContext } from '../../transport/index.js';
import { isCancelled, listenForCancellation } from '../../transport/index.js';

/** The members of a filter that stand for lists. */
export type ListKind = 'toolsListChanged' | 'promptsListChanged' | 'resourcesListChanged';

/** One open `subscriptions/listen`. Thousands are idle at a time, so it is its own listener, and no abort signal is made for it. */
class Subscription implements CancellationListener {
  readonly id: RequestId;
  readonly filter: SubscriptionFilter;
  readonly carrier: RequestContext;
  readonly ended: Promise<JsonObject>;
  #end: ((result: JsonObject) => void) | undefined;
  readonly #owner: Subscriptions;
  readonly #unwatch: (() => void) | undefined;

  constructor(id: RequestId, filter: SubscriptionFilter, carrier: RequestContext, owner: Subscriptions) {
    this.id = id;
    this.filter = filter;
    this.carrier = carrier;
    this.#owner = owner;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#unwatch = listenForCancellation(carrier, this);
  }

  /** The client cancelled or is gone, or the carrier is closing. */
  cancelled(): void {
    this.#owner.drop(this);
    this.end();
  }

  send(message: NotificationMessage): void {
    this.carrier.notify(withSubscriptionId(message, this.id));
  }

  /**
   * 2026-07-28 basic/patterns/cancellation: a server that tears a subscription down MUST send `notifications/cancelled`
   * for it; basic/patterns/subscriptions#graceful-closure: and SHOULD answer the request. To a client that has
   * cancelled by itself the carrier sends neither.
   */
  end(): void {
    const end = this.#end;
    if (end === undefined) return;
    this.#end = undefined;
    this.#unwatch?.();
    this.send(
      notification('notifications/cancelled', { requestId: this.id, reason: 'The server is closing' }),
    );
    end(subscriptionEnd(this.id));
  }
}

/**
 * The open subscriptions of one server.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export class Subscriptions {
  readonly #limits: Limits;
  readonly #open = new Set<Subscription>();
  readonly #byUri = new Map<string, Set<Subscription>>();
  #isClosed = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Opens one and acknowledges it. Resolves with its result when it ends: the server closes, or the client cancels.
   *
   * @param filter what the server agreed to.
   * @throws RpcError when the server has as many as it may.
   */
  listen(id: RequestId, filter: SubscriptionFilter, carrier: RequestContext): Promise<JsonObject> {
    if (this.#open.size >= this.#limits.subscriptions) throw tooMany(this.#limits.subscriptions);
    const subscription = new Subscription(id, filter, carrier, this);
    // The acknowledgment MUST be the first message of the subscription.
    subscription.send(
      notification('notifications/subscriptions/acknowledged', { notifications: filter as JsonObject }),
    );
    this.#open.add(subscription);
    for (const uri of filter.resourceSubscriptions ?? []) this.#watch(uri, subscription);
    if (isCancelled(carrier)) subscription.cancelled();
    if (this.#isClosed) this.close();
    return subscription.ended;
  }

  listChanged(kind: ListKind, message: NotificationMessage): void {
    for (const subscription of this.#open) if (subscription.filter[kind] === true) subscription.send(message);
  }

  resourceUpdated(uri: string, message: NotificationMessage): void {
    for (const subscription of this.#byUri.get(uri) ?? []) subscription.send(message);
  }

  /** @internal */
  drop(subscription: Subscription): void {
    this.#open.delete(subscription);
    for (const uri of subscription.filter.resourceSubscriptions ?? []) {
      const watchers = this.#byUri.get(uri);
      watchers?.delete(subscription);
      if (watchers?.size === 0) this.#byUri.delete(uri);
    }
  }

  /** Ends all of them, and those that are still to come. */
  close(): void {
    this.#isClosed = true;
    for (const subscription of [...this.#open]) {
      this.drop(subscription);
      subscription.end();
    }
  }

  #watch(uri: string, subscription: Subscription): void {
    const watchers = this.#byUri.get(uri);
    if (watchers === undefined) this.#byUri.set(uri, new Set([subscription]));
    else watchers.add(subscription);
  }
}

/** @throws RpcError -32602 */
export function requireUriCount(count: number, limits: Limits): void {
  if (count <= limits.subscriptionUris) return;
  throw invalidParams(`Invalid params: more than ${limits.subscriptionUris} resource subscriptions`, {
    limit: 'subscriptionUris',
  });
}

function tooMany(limit: number): RpcError {
  const message = `This server already has its limit of ${limit} open subscriptions`;
  return new RpcError(ERROR_CODES.INTERNAL_ERROR.code, message, { limit: 'subscriptions' });
}
