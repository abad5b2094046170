import { Fault, isJsonObject } from '../../protocol/index.js';
import type { CheckReport, CheckResult } from './report.js';

/** A finding that is known and put up with. */
export interface BaselineEntry extends Pick<CheckResult, 'id' | 'revision' | 'transport'> {
  readonly verdict: 'fail' | 'warn';
}

export interface BaselineComparison {
  /** Findings that are not in the baseline, or are there only as a warning and fail now. */
  readonly fresh: readonly CheckResult[];
  /** Findings that are in it. */
  readonly known: readonly CheckResult[];
  /** Entries whose finding is gone, or has become a warning: they must be taken out. */
  readonly stale: readonly BaselineEntry[];
}

/**
 * Reads a baseline: JSON with an array `checks` of objects with `id`, `revision`, `transport` and `verdict`, of which fail
 * and warn count. A JSON report is one.
 *
 * @throws Fault `invalid_argument`
 */
export function readBaseline(text: string): readonly BaselineEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Fault('invalid_argument', 'The baseline is not JSON.', { cause });
  }
  const checks = isJsonObject(value) ? value['checks'] : undefined;
  if (!Array.isArray(checks)) throw new Fault('invalid_argument', 'The baseline has no array `checks`.');
  return (checks as readonly unknown[]).flatMap((entry, index) => {
    if (!isEntry(entry)) {
      throw new Fault(
        'invalid_argument',
        `Entry ${index} of the baseline has no id, revision, transport or verdict.`,
      );
    }
    const isFinding = entry.verdict === 'fail' || entry.verdict === 'warn';
    return isFinding ? [entry as BaselineEntry] : [];
  });
}

function isEntry(
  value: unknown,
): value is { id: string; revision: string; transport: string; verdict: string } {
  if (!isJsonObject(value)) return false;
  return ['id', 'revision', 'transport', 'verdict'].every((name) => typeof value[name] === 'string');
}

/** The baseline that makes exactly the present findings known. */
export function writeBaseline({ checks }: CheckReport): string {
  const entries = checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id, revision, transport, verdict, reason }) => ({ id, revision, transport, verdict, reason }));
  return `${JSON.stringify({ format: 'plainwire-check-baseline', version: 1, checks: entries }, undefined, 2)}\n`;
}

export interface CompareOptions {
  /** Warnings are findings, too. */
  readonly strict: boolean;
  /** Only some checks or revisions were run: an entry without a result is not stale then. */
  readonly isPartial: boolean;
}

const key = ({ id, revision, transport }: Pick<CheckResult, 'id' | 'revision' | 'transport'>): string =>
  `${id}@${revision}/${transport}`;

/** Holds a report against a baseline. */
export function compareWithBaseline(
  report: CheckReport,
  entries: readonly BaselineEntry[],
  { strict, isPartial }: CompareOptions,
): BaselineComparison {
  const listed = new Map(entries.map((entry) => [key(entry), entry]));
  const results = new Map(report.checks.map((result) => [key(result), result]));
  const isFinding = ({ verdict }: CheckResult): boolean =>
    verdict === 'fail' || (strict && verdict === 'warn');
  const isKnown = (result: CheckResult): boolean => {
    const entry = listed.get(key(result));
    return entry !== undefined && (entry.verdict === 'fail' || result.verdict === 'warn');
  };
  const findings = report.checks.filter(isFinding);
  return {
    fresh: findings.filter((result) => !isKnown(result)),
    known: findings.filter(isKnown),
    stale: entries.filter((entry) => isStale(entry, results.get(key(entry)), isPartial)),
  };
}

/** What could not be tested is not known to be gone. */
function isStale(entry: BaselineEntry, result: CheckResult | undefined, isPartial: boolean): boolean {
  if (result === undefined) return !isPartial;
  if (result.verdict === 'skip') return result.skipped !== 'could-not-test' && !isPartial;
  return result.verdict !== entry.verdict && result.verdict !== 'fail';
}
