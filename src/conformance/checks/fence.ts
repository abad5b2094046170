import type { WireSession } from '../wire/wire-session.js';

/** At least so long, or so many times what the ping took, and never longer than that. */
export const FENCE_MS = 200;
const FENCE_PINGS = 4;
const LONGEST_MS = 4000;

/**
 * Sends a ping and waits for its answer. Gives how long after it an answer to something that was sent before may still
 * come: what has not come by then was passed by.
 */
export async function fence(session: WireSession): Promise<number> {
  const startedAt = performance.now();
  await session.ping();
  const pingMs = performance.now() - startedAt;
  return Math.min(Math.max(FENCE_MS, FENCE_PINGS * pingMs), LONGEST_MS);
}
