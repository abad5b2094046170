/** Something that happened in a run. `type` says what; the other members depend on it. */
export interface RunEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/**
 * What a run of an agent shares with the servers that it hands out. An application may give an object of its own with
 * more members: tools find it as `context.run`.
 */
export interface RunContext {
  /** Aborted when the run is stopped. Nothing is started for it after that. */
  readonly signal?: AbortSignal;
  /** Told what happens. What it throws changes nothing. */
  readonly emit?: (event: RunEvent) => void;
}
