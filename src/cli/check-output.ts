import type { Check, CheckFacts, CheckProgress } from '../conformance/index.js';
import type { Revision } from '../protocol/index.js';
import { REVISIONS } from '../protocol/index.js';
import type { CheckFlags } from './check-flags.js';
import { EXIT, type ExitCode, UsageError } from './exit-code.js';
import type { Output } from './output.js';
import { printable, table } from './output.js';

type Conformance = typeof import('../conformance/index.js');

/** One line that says how far the run is; each replaces the one before. */
export function checkProgress(output: Output): {
  readonly show: (progress: CheckProgress) => void;
  readonly end: () => void;
} {
  const counts = { fail: 0, warn: 0 };
  return {
    show: (progress) => {
      if (progress.kind === 'probed') {
        output.status(`speaks ${progress.served.join(', ') || 'no revision that is known'}`);
        return;
      }
      const { verdict, id, revision } = progress.result;
      if (verdict === 'fail' || verdict === 'warn') counts[verdict] += 1;
      const { done, total } = progress;
      output.status(
        printable(`${done}/${total}  ${counts.fail} fail  ${counts.warn} warn  ${revision} ${id}`).slice(
          0,
          79,
        ),
      );
    },
    end: () => output.status(''),
  };
}

const LETTERS = { MUST: 'M', SHOULD: 'S', INFO: 'I' } as const;

/** `--list`: every check, with its level in each revision. */
export function listChecks(
  conformance: Conformance,
  { only, skip }: CheckFlags,
  isJson: boolean,
  output: Output,
): ExitCode {
  const { BUILT_IN_CHECKS, CHECKS, selectChecks } = conformance;
  const facts: readonly CheckFacts[] = [...BUILT_IN_CHECKS, ...selectChecks(CHECKS, { only, skip })];
  if (isJson) {
    output.json(facts.map((check) => describe(check, conformance)));
    return EXIT.ok;
  }
  output.line('Levels: M must, S should, I info, - not in this revision.');
  output.line('');
  const heads = ['check', 'subject', ...REVISIONS, 'transports'];
  const rows = facts.map(({ id, subject, levels, transports }) => [
    id,
    subject,
    ...REVISIONS.map((revision) => letter(levels[revision])),
    transports.join(' '),
  ]);
  for (const row of table([heads, ...rows])) output.line(row);
  return EXIT.ok;
}

function letter(level: CheckFacts['levels'][Revision]): string {
  return level === undefined ? '-' : LETTERS[level];
}

/** `--explain`: all that is known of one check. */
export function explainCheck(conformance: Conformance, id: string, output: Output): ExitCode {
  const facts: readonly CheckFacts[] = [...conformance.BUILT_IN_CHECKS, ...conformance.CHECKS];
  const check = facts.find((one) => one.id === id);
  if (check === undefined) {
    throw new UsageError(`There is no check ${id}. \`plainwire check --list\` shows all.`);
  }
  output.line(check.id);
  output.line(`  ${check.title}`);
  output.line('');
  const { subject, transports, needs } = check;
  const rows = [
    ['subject', subject],
    ['transports', transports.join(', ')],
    ...(needs === undefined ? [] : [['needs', `the capability ${needs}`]]),
    ...traits(check).map((trait) => ['how', trait]),
  ];
  for (const row of table(rows)) output.line(row);
  output.line('');
  const { levels, specs } = describe(check, conformance);
  const places = REVISIONS.filter((revision) => levels[revision] !== undefined);
  for (const row of table(
    places.map((revision) => [revision, levels[revision] ?? '', specs[revision] ?? '']),
  )) {
    output.line(row);
  }
  return EXIT.ok;
}

function traits(check: CheckFacts): string[] {
  const { judge, isDestructive, isWellFormed, callsTools, oncePerEra } = check as Partial<Check> & {
    judge?: unknown;
    isDestructive?: true;
    isWellFormed?: true;
    callsTools?: string;
    oncePerEra?: true;
  };
  if (judge !== undefined)
    return ['looks at everything that was received; sends nothing; works on recordings'];
  return [
    isWellFormed === true
      ? 'sends only what a well-behaved client would'
      : 'sends what no client should: a server elsewhere needs --remote',
    ...(isDestructive === true ? ['may bring the server down: a session of its own'] : []),
    ...(callsTools === 'unknown'
      ? ['calls a tool that does not exist, after everything else (--no-calls)']
      : []),
    ...(callsTools === 'listed' ? ['calls listed tools: only with --call-readonly or --allow-calls'] : []),
    ...(oncePerEra === true ? ['runs once an era, in the newest revision that is served'] : []),
  ];
}

function describe(check: CheckFacts, { passageIn, passageUrl }: Conformance) {
  const { id, title, subject, transports, levels, needs } = check;
  const places = REVISIONS.filter((revision) => levels[revision] !== undefined);
  const specs: { [revision in Revision]?: string } = Object.fromEntries(
    places.map((revision) => [revision, passageUrl(passageIn(check.spec, revision), revision)]),
  );
  return { id, title, subject, transports, levels, specs, ...(needs === undefined ? {} : { needs }) };
}
