import type { JsonObject, NotificationMessage, RequestId } from '../../protocol/index.js';
import { notification } from '../../protocol/index.js';

const MAX_REASON_CHARS = 200;

/**
 * `notifications/cancelled` for a request. The reason of an `AbortSignal` goes along when it is text or an error;
 * other values are ours and stay here.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#cancellation-flow
 */
export function cancelledNotification(requestId: RequestId, reason: unknown): NotificationMessage {
  const params: JsonObject = { requestId };
  const text = reason instanceof Error ? reason.message : reason;
  if (typeof text === 'string' && text !== '') params.reason = text.slice(0, MAX_REASON_CHARS);
  return notification('notifications/cancelled', params);
}
