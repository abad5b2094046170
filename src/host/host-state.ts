import type { Era, Implementation, Revision } from '../protocol/index.js';
import type { ServerTarget } from '../transport/index.js';
import type { Origin } from './config/server-entry.js';

/** How many of each a server offers; undefined as long as nobody asked for the list. */
export interface ServerCounts {
  /** Tools that are offered: filters and quarantine have been applied. */
  readonly tools: number | undefined;
  readonly resources: number | undefined;
  readonly resourceTemplates: number | undefined;
  readonly prompts: number | undefined;
}

/**
 * Where a server stands. `connecting`: an attempt is under way. `ready`: its tools can be called. `failed`: there is no
 * connection, `reason` says why. `closed`: switched off, or the host was closed.
 */
export type ServerPhase = 'connecting' | 'ready' | 'failed' | 'closed';

/** What is known of one server at one moment: frozen, and replaced by the next. */
export interface ServerState {
  readonly name: string;
  readonly origin: Origin;
  readonly transport: ServerTarget['kind'];
  readonly phase: ServerPhase;
  /** Why it failed or is closed; undefined in the other phases. Secrets are hidden. */
  readonly reason: string | undefined;
  /** The last words of a server process on stderr, redacted; '' when there are none. Kept over a reconnect that fails. */
  readonly stderr: string;
  /** When the next attempt begins, in milliseconds after the failure; undefined when there will be none. */
  readonly retryInMs: number | undefined;
  /** Of the last session, if there was one. */
  readonly revision: Revision | undefined;
  readonly era: Era | undefined;
  /** What the server says of itself; for display, not verified. */
  readonly serverInfo: Implementation | undefined;
  readonly counts: ServerCounts;
  /** Lists that could not be fetched and items that were left out, each with the reason. */
  readonly problems: readonly string[];
}

export const NO_COUNTS: ServerCounts = Object.freeze({
  tools: undefined,
  resources: undefined,
  resourceTemplates: undefined,
  prompts: undefined,
});
