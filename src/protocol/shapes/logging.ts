import { any, type ObjectOf, object, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { notificationMembers } from './base.js';
import { LoggingLevelShape, MessageLevelShape } from './logging-level.js';
import { requestMembers } from './request-meta.js';

// 2025-11-25 server/utilities/logging#setting-log-level
const setLevelParamsMembers = {
  ...requestMembers,
  level: LoggingLevelShape,
};
/** Params of `logging/setLevel`. */
export interface SetLevelParams extends ObjectOf<typeof setLevelParamsMembers> {}
export const SetLevelParamsShape: Shape<SetLevelParams> = object(
  'SetLevelRequestParams',
  setLevelParamsMembers,
);

// 2026-07-28 server/utilities/logging#log-message-notifications
const loggingMessageParamsMembers = {
  ...notificationMembers,
  level: MessageLevelShape,
  logger: optional(string()),
  data: any(),
};
/** A log message. */
export interface LoggingMessageParams extends ObjectOf<typeof loggingMessageParamsMembers> {}
export const LoggingMessageParamsShape: Shape<LoggingMessageParams> = object(
  'LoggingMessageNotificationParams',
  loggingMessageParamsMembers,
);
