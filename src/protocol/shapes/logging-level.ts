import { enumeration, openEnumeration } from '../shape/build.js';
import type { Infer } from '../shape/shape.js';

/** Severities of RFC 5424, least severe first. 2026-07-28 server/utilities/logging#log-levels */
export const LOGGING_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/** A level that somebody asks for: another one is an invalid parameter. */
export const LoggingLevelShape = enumeration(LOGGING_LEVELS, 'LoggingLevel');
/** The level of a message: a reader lives with one that it does not know. */
export const MessageLevelShape = openEnumeration(LOGGING_LEVELS, 'LoggingLevel');
/** How severe a log message is. */
export type LoggingLevel = Infer<typeof LoggingLevelShape>;
