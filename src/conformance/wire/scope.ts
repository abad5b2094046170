/** On whose account something goes over the wire, and until when it waits. */
export interface Scope {
  readonly check: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Something that was waited for did not come in time. */
  readonly onTimeout?: () => void;
}

/** The runner's own doing. */
export const NO_SCOPE: Scope = { check: undefined, signal: undefined };
