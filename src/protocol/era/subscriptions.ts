import type { JsonObject } from '../json.js';
import { isJsonObject } from '../json.js';
import type { NotificationMessage, RequestId } from '../jsonrpc/message.js';
import { notification } from '../jsonrpc/message.js';
import { isRequestId } from '../jsonrpc/request-id.js';
import { META } from '../meta-keys.js';

/**
 * The notification, marked as belonging to a subscription. The original is not changed.
 *
 * @param id the id of the `subscriptions/listen` request, type and digits as they came.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#receiving-notifications
 */
export function withSubscriptionId(message: NotificationMessage, id: RequestId): NotificationMessage {
  const meta = message.params?.['_meta'];
  const marked: JsonObject = { ...(isJsonObject(meta) ? meta : undefined), [META.SUBSCRIPTION_ID]: id };
  return notification(message.method, { ...message.params, _meta: marked });
}

/** The subscription that a notification belongs to; undefined for all others. */
export function subscriptionIdOf(message: NotificationMessage): RequestId | undefined {
  const meta = message.params?.['_meta'];
  const id = isJsonObject(meta) ? meta[META.SUBSCRIPTION_ID] : undefined;
  return isRequestId(id) ? id : undefined;
}

/**
 * The result that ends a subscription gracefully, before `completeResult`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#graceful-closure
 */
export function subscriptionEnd(id: RequestId): JsonObject {
  return { _meta: { [META.SUBSCRIPTION_ID]: id } };
}
