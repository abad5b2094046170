import type { Revision } from '../../protocol/index.js';
import type { Clock, SseServer, StdioServer, StreamableHttpServer } from '../../transport/index.js';
import type { Check } from '../check.js';
import type { CheckResult } from '../report/report.js';

/** A server that can be checked: `stdioServer()`, `streamableHttpServer()` or `sseServer()`. */
export type CheckTarget = StdioServer | StreamableHttpServer | SseServer;

/** What the caller wants and allows. Durations in milliseconds. */
export interface CheckRunOptions {
  /** Revisions to check. Default: all. The others are tried, too, but not checked. */
  readonly revisions?: readonly Revision[];
  /** Checks to run: ids, subjects, or either with `*`. Default: all. */
  readonly only?: readonly string[];
  /** Checks to leave out, written in the same way. */
  readonly skip?: readonly string[];
  /** Call listed tools that declare `readOnlyHint: true` and require no argument. Default false. */
  readonly callReadonly?: boolean;
  /** Listed tools that may be called, by name. */
  readonly allowCalls?: readonly string[];
  /** Do not even call a tool name that no server has. Default false. */
  readonly noCalls?: boolean;
  /** Allow malformed input to be sent to a server that is not on this machine. Default false. */
  readonly remote?: boolean;
  /** HTTP requests a second, at most. Default: no limit. */
  readonly rate?: number;
  /** Checks at once. Default 8; with `rate` 1. */
  readonly concurrency?: number;
  /** Until a request counts as unanswered. Default 5,000. */
  readonly requestMs?: number;
  /** Until the first answer of a process that was started. Default 30,000. */
  readonly startMs?: number;
  /** For one check. Default 20,000, and more with `rate`. */
  readonly checkMs?: number;
  /** For the whole run. Default 300,000, and more with `rate`. */
  readonly totalMs?: number;
  /** Gives the run up: what was found by then is reported. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CheckProgress) => void;
  /** Default: all there are. */
  readonly checks?: readonly Check[];
  readonly clock?: Clock;
}

/** How far the run is. */
export type CheckProgress =
  | { readonly kind: 'probed'; readonly served: readonly Revision[] }
  | {
      readonly kind: 'result';
      readonly result: CheckResult;
      readonly done: number;
      readonly total: number;
    };

/** The options with their defaults. */
export interface Budgets {
  readonly requestMs: number;
  readonly startMs: number;
  readonly checkMs: number;
  readonly totalMs: number;
  readonly concurrency: number;
}

/** More requests than any check, or all checks of a run, send. */
const REQUESTS_OF_A_CHECK = 100;
const REQUESTS_OF_A_RUN = 5000;

/** A rate makes everything slower: checks come one by one then, and get the time that their requests have to wait. */
export function budgetsOf(options: CheckRunOptions): Budgets {
  const gapMs = options.rate === undefined ? 0 : 1000 / options.rate;
  return {
    requestMs: options.requestMs ?? 5000,
    startMs: options.startMs ?? 30_000,
    checkMs: options.checkMs ?? 20_000 + REQUESTS_OF_A_CHECK * gapMs,
    totalMs: options.totalMs ?? 300_000 + REQUESTS_OF_A_RUN * gapMs,
    concurrency: options.concurrency ?? (gapMs === 0 ? 8 : 1),
  };
}
