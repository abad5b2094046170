import { isFault, type Revision } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import type { ActiveCheck, CheckFacts, Judgement, Level } from '../check.js';
import { skip } from '../check.js';
import { evidenceOf } from '../report/evidence.js';
import type { CheckResult, Verdict } from '../report/report.js';
import { passageIn, passageUrl } from '../spec-passage.js';
import type { WireLog } from '../wire/wire-log.js';
import type { CheckTransport, WireRecord } from '../wire/wire-record.js';
import { type RevisionFacts, RunningCheck } from './check-context.js';
import { manyListeners } from './many-listeners.js';
import type { SessionSlot } from './session-slot.js';

/** What running a check needs besides the check. */
export interface CheckRunner {
  readonly facts: RevisionFacts;
  readonly log: WireLog;
  readonly clock: Clock;
  readonly checkMs: number;
  /** Aborted when the whole run is over. */
  readonly signal: AbortSignal;
  /** Takes what is being closed in the background. */
  readonly inBackground: (closing: Promise<void>) => void;
}

/** A judgement and what was on the wire for it. */
export interface Outcome {
  readonly judgement: Judgement;
  readonly records: readonly WireRecord[];
  readonly durationMs: number;
  /** How often something that was waited for did not come in time. */
  readonly timeouts: number;
}

/** How long a check that was cut off may take to come to its end. */
const CUT_OFF_MS = 1000;
const VERDICT_OF_LEVEL: Readonly<Record<Level, Verdict>> = { MUST: 'fail', SHOULD: 'warn', INFO: 'info' };

/** Runs the body of a check once, in bounded time. Never throws. */
export async function runOnce(
  check: ActiveCheck,
  runner: CheckRunner,
  slot: SessionSlot | undefined,
): Promise<Outcome> {
  const { clock, log, checkMs } = runner;
  const startedAt = clock.now();
  const since = log.sequence;
  const controller = manyListeners(new AbortController());
  const onRunOver = (): void => controller.abort();
  runner.signal.addEventListener('abort', onRunOver, { once: true });
  let timeouts = 0;
  const onTimeout = (): void => {
    timeouts += 1;
  };
  const scope = { check: check.id, signal: controller.signal, onTimeout };
  const context = new RunningCheck(runner.facts, scope, slot);
  let stop: () => void = () => {};
  const tooLong = new Promise<Judgement>((resolve) => {
    stop = clock.after(
      checkMs,
      () => {
        controller.abort();
        stop = clock.after(CUT_OFF_MS, () => resolve(cutOff(runner)), true);
      },
      true,
    );
  });
  const judgement = await Promise.race([judge(check, context, controller.signal, runner), tooLong]);
  stop();
  runner.signal.removeEventListener('abort', onRunOver);
  controller.abort();
  slot?.release();
  runner.inBackground(context.close());
  const records = log.ofCheck(check.id, since).filter(({ revision }) => revision === runner.facts.revision);
  return { judgement, records, durationMs: clock.now() - startedAt, timeouts };
}

async function judge(
  check: ActiveCheck,
  context: RunningCheck,
  signal: AbortSignal,
  runner: CheckRunner,
): Promise<Judgement> {
  try {
    const judgement = await check.run(context);
    // Its waits ended early: what it makes of them is no judgement of the server.
    return signal.aborted ? cutOff(runner) : judgement;
  } catch (error) {
    if (signal.aborted) return cutOff(runner);
    if (isFault(error)) return skip('could-not-test', error.message);
    return skip(
      'could-not-test',
      `the check itself failed: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function cutOff({ signal, checkMs }: CheckRunner): Judgement {
  const when = signal.aborted ? 'before the run was over' : `within ${checkMs} ms`;
  return skip('could-not-test', `the check did not come to its end ${when}`);
}

/** The result that is reported. */
export function resultOf(
  check: CheckFacts,
  revision: Revision,
  transport: CheckTransport,
  { judgement, records, durationMs }: Outcome,
): CheckResult {
  const level = check.levels[revision] ?? 'INFO';
  const verdict = verdictOf(judgement, level);
  const isFinding = verdict !== 'pass' && verdict !== 'skip';
  const shown = 'evidence' in judgement ? judgement.evidence?.records : undefined;
  return {
    ...headOf(check),
    revision,
    transport,
    level,
    verdict,
    reason: judgement.reason ?? '',
    ...(judgement.kind === 'skip' ? { skipped: judgement.why } : {}),
    spec: passageUrl(passageIn(check.spec, revision), revision),
    durationMs: Math.round(durationMs),
    evidence: isFinding ? evidenceOf(shown ?? records.slice(-2)) : [],
  };
}

/** What a judgement comes to. */
export function verdictOf({ kind }: Judgement, level: Level = 'INFO'): Verdict {
  return kind === 'breach' ? VERDICT_OF_LEVEL[level] : kind;
}

function headOf({ id, title, subject }: CheckFacts): Pick<CheckResult, 'id' | 'title' | 'subject'> {
  return { id, title, subject };
}

/** The outcome of a check that was not run. */
export function notRun(judgement: Judgement): Outcome {
  return { judgement, records: [], durationMs: 0, timeouts: 0 };
}
