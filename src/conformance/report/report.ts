import type { Revision } from '../../protocol/index.js';
import type { Level, SkipWhy, Subject } from '../check.js';
import type { CheckTransport } from '../wire/wire-record.js';

export type Verdict = 'pass' | 'fail' | 'warn' | 'info' | 'skip';

/** In order of importance. */
export const VERDICTS: readonly Verdict[] = ['fail', 'warn', 'info', 'pass', 'skip'];

/** One frame or HTTP message that shows a finding: cut to a readable length, secrets hidden. */
export interface EvidenceItem {
  readonly direction: 'sent' | 'received';
  readonly session: string;
  /** Milliseconds since the run began. */
  readonly atMs: number;
  /** `POST http://127.0.0.1:3000/mcp` or `HTTP 200`. */
  readonly httpLine?: string;
  readonly httpHeaders?: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
  /** Length of the whole frame. */
  readonly bytes: number;
  /** True when `text` is not all of it. */
  readonly isCut: boolean;
}

/** The verdict of one check in one revision. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly subject: Subject;
  readonly revision: Revision;
  readonly transport: CheckTransport;
  readonly level: Level;
  readonly verdict: Verdict;
  /** What was found; for a pass it may be empty. */
  readonly reason: string;
  /** For a skip. */
  readonly skipped?: SkipWhy;
  /** URL of the passage. */
  readonly spec: string;
  readonly durationMs: number;
  /** For what is no pass and no skip. */
  readonly evidence: readonly EvidenceItem[];
}

/** How many results have which verdict. `tested` = all but skip. */
export interface Counts {
  readonly pass: number;
  readonly fail: number;
  readonly warn: number;
  readonly info: number;
  readonly skip: number;
  readonly tested: number;
  readonly total: number;
}

export interface RevisionReport {
  readonly revision: Revision;
  readonly served: boolean;
  /** How that was found out. */
  readonly reason: string;
  readonly counts: Counts;
  /** Checks that do not exist in this revision or on this transport: no results, and in no count. */
  readonly notApplicable: number;
}

/** Why the run came to its end. */
export type RunEnd =
  /** Everything was tried. */
  | 'done'
  /** The total time was over. */
  | 'budget'
  | 'interrupted'
  /** No session could be opened in any revision. */
  | 'unreachable';

/** What a run found out. `spec-fixtures/check-report.schema.json` describes its JSON. */
export interface CheckReport {
  readonly format: 'plainwire-check';
  readonly version: 1;
  readonly tool: { readonly name: 'plainwire'; readonly version: string };
  readonly target: { readonly transport: CheckTransport; readonly description: string };
  readonly server: { readonly name: string; readonly version: string } | null;
  readonly end: RunEnd;
  readonly durationMs: number;
  readonly counts: Counts;
  readonly revisions: readonly RevisionReport[];
  readonly checks: readonly CheckResult[];
}

export function countVerdicts(results: readonly Pick<CheckResult, 'verdict'>[]): Counts {
  const of = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length;
  const skip = of('skip');
  return {
    pass: of('pass'),
    fail: of('fail'),
    warn: of('warn'),
    info: of('info'),
    skip,
    tested: results.length - skip,
    total: results.length,
  };
}
