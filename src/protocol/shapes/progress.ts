import { number, type ObjectOf, object, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { notificationMembers, ProgressTokenShape } from './base.js';

// 2026-07-28 basic/patterns/progress
const progressParamsMembers = {
  ...notificationMembers,
  progressToken: ProgressTokenShape,
  progress: number(),
  total: optional(number(), { check: 'nonNull' }),
  message: optional(string(), { since: '2025-03-26', check: 'nonNull' }),
};
/** How far a request has come. `progress` only ever grows. */
export interface ProgressParams extends ObjectOf<typeof progressParamsMembers> {}
export const ProgressParamsShape: Shape<ProgressParams> = object(
  'ProgressNotificationParams',
  progressParamsMembers,
);
