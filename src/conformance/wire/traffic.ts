import type { Revision } from '../../protocol/index.js';
import type { CheckTransport, WireRecord } from './wire-record.js';

/** What one server process did apart from frames. */
export interface ProcessFacts {
  readonly session: string;
  readonly stderrBytes: number;
  readonly stdoutBytes: number;
}

/** Everything that went over the wire in one revision. */
export interface Traffic {
  readonly revision: Revision;
  readonly transport: CheckTransport;
  /** In the order it happened. The oldest and the largest are given up when there is very much of it. */
  readonly records: readonly WireRecord[];
  /** Records that were not kept: they were linted, and are not in `records`. */
  readonly dropped: number;
  readonly processes: readonly ProcessFacts[];
  /** True for a recording: nothing is known of what the client declared. */
  readonly isRecording: boolean;
  /** Not all that the client said is known: parts of a recording are missing. */
  readonly hasGaps?: true;
}
