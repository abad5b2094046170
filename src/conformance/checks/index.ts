import type { Check } from '../check.js';
import { PING_CHECKS } from './ping.js';

/** Every check there is, in the order of the report. One line for each subject's file. */
export const CHECKS: readonly Check[] = [...PING_CHECKS];
