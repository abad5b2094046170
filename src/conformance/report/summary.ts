import type { Revision } from '../../protocol/index.js';
import { SUBJECTS, type Subject } from '../check.js';
import type { CheckReport, CheckResult, Counts, Verdict } from './report.js';
import { countVerdicts, VERDICTS } from './report.js';

/** One finding, in all the revisions in which it was made with the same words. */
export interface FindingGroup extends Pick<CheckResult, 'id' | 'title' | 'subject' | 'transport' | 'level'> {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly revisions: readonly Revision[];
  /** Of the newest of them. */
  readonly spec: string;
  readonly evidence: CheckResult['evidence'];
}

/** Fails, then warnings, then remarks, each in the order of the report. */
export function groupFindings(checks: readonly CheckResult[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const result of checks) {
    if (result.verdict === 'pass' || result.verdict === 'skip') continue;
    const key = JSON.stringify([result.id, result.verdict, result.reason]);
    const known = groups.get(key);
    groups.set(key, { ...result, revisions: [...(known?.revisions ?? []), result.revision] });
  }
  const place = ({ verdict }: FindingGroup): number => VERDICTS.indexOf(verdict);
  return [...groups.values()].sort((left, right) => place(left) - place(right));
}

export interface SubjectCounts {
  readonly subject: Subject;
  readonly counts: Counts;
}

/** The subjects that have results, in the order of the report. */
export function countBySubject(checks: readonly CheckResult[]): readonly SubjectCounts[] {
  return SUBJECTS.map((subject) => ({
    subject,
    counts: countVerdicts(checks.filter((result) => result.subject === subject)),
  })).filter(({ counts }) => counts.total > 0);
}

/** Why results were skipped, and how often: `12 capability-absent, 3 not-permitted`. */
export function skipReasons(checks: readonly CheckResult[]): string {
  const numbers = new Map<string, number>();
  for (const { skipped } of checks) {
    if (skipped !== undefined) numbers.set(skipped, (numbers.get(skipped) ?? 0) + 1);
  }
  return [...numbers].map(([why, number]) => `${number} ${why}`).join(', ');
}

/** The outcome in a sentence, with its denominators. */
export function headline({ counts, end }: CheckReport): string {
  const { pass, fail, warn, info, skip, tested, total } = counts;
  const found = `${fail} fail, ${warn} warn, ${info} info`;
  const text = `${pass} of ${tested} tested pass, ${found}; ${skip} of ${total} skipped`;
  return END_NOTES[end] === undefined ? text : `${text}. ${END_NOTES[end]}`;
}

export const END_NOTES: { readonly [end in CheckReport['end']]?: string } = {
  budget: 'The time for the run was over before everything was tried.',
  interrupted: 'The run was interrupted.',
  unreachable: 'No session could be opened, so nothing else was tried.',
};

export function serverLine({ server, target, durationMs }: CheckReport): string {
  const name = server === null ? 'a server without a name' : `${server.name} ${server.version}`.trim();
  return `${name} over ${target.transport}, ${(durationMs / 1000).toFixed(1)} s`;
}

/** Characters that could move a cursor, change colours or reorder text are shown as `\\x1b` or `\\u202e`. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (char) => {
    const code = char.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** JSON text that is safe to look at on a terminal, and says the same. */
export function escapeUnsafe(json: string): string {
  return json.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Control characters without tab and line feed, and those that change the direction of text. */
const UNSAFE = /[^\P{Cc}\t\n]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
