import { readFileSync, writeFileSync } from 'node:fs';
import type {
  BaselineComparison,
  BaselineEntry,
  CheckReport,
  CheckTarget,
  ReportFormat,
} from '../../conformance/index.js';
import { isFault } from '../../protocol/index.js';
import { type CheckFlags, readCheckFlags } from '../check-flags.js';
import { checkProgress, explainCheck, listChecks } from '../check-output.js';
import type { CommandLine } from '../command-line.js';
import { EXIT, type ExitCode, UsageError } from '../exit-code.js';
import { printable } from '../output.js';
import { reach, refuseWords, type Surroundings } from '../session.js';

// Loaded when it is needed: no other verb pays for it.
type Conformance = typeof import('../../conformance/index.js');

/** `check`: holds a server, or a recording, against the specification. */
export async function check(line: CommandLine, surroundings: Surroundings): Promise<ExitCode> {
  const flags = readCheckFlags(line.flags.check, line.flags.json);
  const conformance: Conformance = await import('../../conformance/index.js');
  requireKnown(flags, conformance);
  if (flags.list) return listChecks(conformance, flags, line.flags.json, surroundings.output);
  if (flags.explain !== undefined) return explainCheck(conformance, flags.explain, surroundings.output);
  // Without a server it is those words that were meant to be one.
  const isServed = line.target !== undefined || line.flags.host.server !== undefined;
  if (isServed || flags.trace !== undefined) refuseWords(line);
  const baseline = flags.baseline === undefined ? undefined : loadBaseline(flags, conformance);
  const report =
    flags.trace === undefined
      ? await checkServer(line, flags, conformance, surroundings)
      : checkTrace(flags.trace, line, flags, conformance, surroundings);
  writeReports(report, flags, conformance, surroundings);
  if (flags.updatesBaseline) {
    writeFile(flags.baseline ?? '', conformance.writeBaseline(report));
    return verdictCode(report, undefined, { ...flags, strict: false }, true);
  }
  const comparison =
    baseline === undefined
      ? undefined
      : conformance.compareWithBaseline(report, baseline, {
          strict: flags.strict,
          isPartial: isPartial(line, flags) || report.end !== 'done',
        });
  if (comparison !== undefined) tellComparison(comparison, surroundings);
  return verdictCode(report, comparison, flags, false);
}

function requireKnown({ reports, only, skip }: CheckFlags, conformance: Conformance): void {
  const formats = Object.keys(conformance.REPORT_FORMATS);
  const odd = reports.find(({ format }) => !conformance.isReportFormat(format));
  if (odd !== undefined) {
    throw new UsageError(`--format ${odd.format} is not one of ${formats.join(', ')}.`);
  }
  const unmatched = conformance.unmatchedPatterns(conformance.CHECKS, [...only, ...skip]);
  if (unmatched.length > 0) {
    throw new UsageError(
      `No check or subject is called ${unmatched.join(', ')}. \`plainwire check --list\` shows all.`,
    );
  }
}

async function checkServer(
  line: CommandLine,
  flags: CheckFlags,
  conformance: Conformance,
  surroundings: Surroundings,
): Promise<CheckReport> {
  const { output, interrupted, isTerminal } = surroundings;
  const { target } = await reach(line, surroundings);
  if (target.kind === 'websocket' || target.kind === 'custom') {
    throw new UsageError('check knows servers on stdio and HTTP: the specification has no other transport.');
  }
  const { revision, timeoutMs } = line.flags;
  const progress = isTerminal ? checkProgress(output) : undefined;
  const report = await conformance.runChecks(target as CheckTarget, {
    only: flags.only,
    skip: flags.skip,
    callReadonly: flags.callReadonly,
    allowCalls: flags.allowCalls,
    noCalls: flags.noCalls,
    remote: flags.remote,
    signal: interrupted,
    ...(revision === undefined ? {} : { revisions: [revision] }),
    ...(timeoutMs === undefined ? {} : { totalMs: timeoutMs }),
    ...(flags.rate === undefined ? {} : { rate: flags.rate }),
    ...(flags.jobs === undefined ? {} : { concurrency: flags.jobs }),
    ...(progress === undefined ? {} : { onProgress: progress.show }),
  });
  progress?.end();
  return report;
}

function checkTrace(
  file: string,
  line: CommandLine,
  flags: CheckFlags,
  conformance: Conformance,
  { output }: Surroundings,
): CheckReport {
  if (line.target !== undefined || line.flags.host.server !== undefined)
    throw new UsageError('--trace checks a recording: name no server with it.');
  const { revision } = line.flags;
  const { report, problems } = conformance.lintTrace(readFile(file, '--trace'), {
    description: file,
    only: flags.only,
    skip: flags.skip,
    ...(revision === undefined ? {} : { revision }),
  });
  if (report.checks.length === 0) {
    const why = problems[0] ?? 'It is a recording of nothing that a server said.';
    throw new UsageError(`${file} holds nothing that could be checked. ${why}`);
  }
  for (const problem of problems.slice(0, 5)) output.note(`warning: ${printable(problem)}`);
  return report;
}

function writeReports(
  report: CheckReport,
  { reports, strict }: CheckFlags,
  { REPORT_FORMATS }: Conformance,
  { output }: Surroundings,
): void {
  const problems: UsageError[] = [];
  for (const { format, file } of reports) {
    const color =
      file === undefined && process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;
    const text = REPORT_FORMATS[format as ReportFormat](report, { color, strict });
    if (file === undefined) output.line(text.trimEnd());
    else keepProblem(problems, () => writeFile(file, text));
  }
  // One file that cannot be written takes none of the other reports away.
  if (problems[0] !== undefined) throw problems[0];
}

function keepProblem(problems: UsageError[], write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push(error);
  }
}

function tellComparison({ fresh, known, stale }: BaselineComparison, { output }: Surroundings): void {
  output.note(`baseline: ${known.length} known, ${fresh.length} new, ${stale.length} stale`);
  for (const { id, revision } of fresh) output.note(`  new: ${id} in ${revision}`);
  for (const { id, revision } of stale)
    output.note(`  stale: ${id} in ${revision} is not found any more: take it out`);
}

/** What the shell is told. docs/check.md lists the same. */
export function verdictCode(
  report: Pick<CheckReport, 'end' | 'counts'>,
  comparison: Pick<BaselineComparison, 'fresh' | 'stale'> | undefined,
  { strict }: Pick<CheckFlags, 'strict'>,
  accepts: boolean,
): ExitCode {
  if (report.end === 'interrupted') return EXIT.interrupted;
  if (report.end === 'unreachable') return EXIT.connect;
  const { fail, warn } = report.counts;
  const isFailed =
    comparison === undefined
      ? fail > 0 || (strict && warn > 0)
      : comparison.fresh.length > 0 || comparison.stale.length > 0;
  if (isFailed && !accepts) return EXIT.failed;
  return report.end === 'budget' ? EXIT.timedOut : EXIT.ok;
}

function isPartial({ flags }: CommandLine, { only, skip }: CheckFlags): boolean {
  return only.length > 0 || skip.length > 0 || flags.revision !== undefined;
}

/** A baseline that is only to be written need not be there. */
function loadBaseline(
  { baseline = '', updatesBaseline }: CheckFlags,
  { readBaseline }: Conformance,
): readonly BaselineEntry[] {
  if (updatesBaseline) return [];
  try {
    return readBaseline(readFile(baseline, '--baseline'));
  } catch (error) {
    if (isFault(error)) throw new UsageError(`--baseline ${baseline}: ${error.message}`);
    throw error;
  }
}

function readFile(file: string, flag: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${flag} ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
