import type { Output } from './output.js';

/** What a verb finds around it. */
export interface Surroundings {
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Whether a person looks at standard error. */
  readonly isTerminal: boolean;
}
