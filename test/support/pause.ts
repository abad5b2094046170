import { setTimeout } from 'node:timers/promises';

/** Lets time pass, for the few tests that are about time itself. */
export function pause(ms: number): Promise<void> {
  return setTimeout(ms);
}
