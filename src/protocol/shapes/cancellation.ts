import { type ObjectOf, object, optional, string } from '../shape/build.js';
import type { RevisionRange, Shape } from '../shape/shape.js';
import { notificationMembers, RequestIdShape } from './base.js';

/** Everywhere but in 2025-11-25, where a task is cancelled by `tasks/cancel` and its notification has no id. */
const REQUIRED: readonly RevisionRange[] = [{ until: '2025-06-18' }, { since: '2026-07-28' }];

// 2026-07-28 basic/patterns/cancellation
const cancelledParamsMembers = {
  ...notificationMembers,
  requestId: optional(RequestIdShape, { required: REQUIRED, check: 'present' }),
  reason: optional(string()),
};
/** Params of `notifications/cancelled`. */
export interface CancelledParams extends ObjectOf<typeof cancelledParamsMembers> {}
export const CancelledParamsShape: Shape<CancelledParams> = object(
  'CancelledNotificationParams',
  cancelledParamsMembers,
);
