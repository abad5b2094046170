import type { CheckReport, EvidenceItem, Verdict } from './report.js';
import type { FindingGroup } from './summary.js';
import { countBySubject, groupFindings, headline, serverLine, skipReasons, visible } from './summary.js';

export interface PrettyOptions {
  /** Colours for a terminal. Default false. */
  readonly color?: boolean;
}

type Paint = (verdict: Verdict | 'dim' | 'bold', text: string) => string;

const CODES: Readonly<Record<Verdict | 'dim' | 'bold', string>> = {
  fail: '31;1',
  warn: '33',
  info: '36',
  pass: '32',
  skip: '2',
  dim: '2',
  bold: '1',
};
const SHOWN_CHARS = 400;

/** The report for a terminal. Everything that a server said is shown with its control characters made visible. */
export function prettyReport(report: CheckReport, { color = false }: PrettyOptions = {}): string {
  const paint: Paint = (what, text) => (color ? `\u001b[${CODES[what]}m${text}\u001b[0m` : text);
  const findings = groupFindings(report.checks);
  const sections = [
    [paint('bold', visible(serverLine(report))), `  ${visible(report.target.description)}`],
    revisionTable(report, paint),
    subjectTable(report, paint),
    ...findings.map((finding) => describeFinding(finding, paint)),
    [paint('bold', headline(report)), ...skipLine(report)],
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function skipLine({ checks }: CheckReport): string[] {
  const reasons = skipReasons(checks);
  return reasons === '' ? [] : [`skipped: ${reasons}`];
}

function revisionTable({ revisions }: CheckReport, paint: Paint): string[] {
  const rows = revisions.map(({ revision, served, reason, counts }) =>
    served ? [revision, ...numbers(counts)] : [revision, `not served: ${visible(firstLine(reason))}`],
  );
  return table([['revision', ...NUMBER_HEADS], ...rows], paint);
}

function subjectTable({ checks }: CheckReport, paint: Paint): string[] {
  const rows = countBySubject(checks).map(({ subject, counts }) => [subject, ...numbers(counts)]);
  return table([['subject', ...NUMBER_HEADS], ...rows], paint);
}

const NUMBER_HEADS = ['pass', 'tested', 'fail', 'warn', 'info', 'skip'];

function numbers(counts: CheckReport['counts']): string[] {
  return NUMBER_HEADS.map((head) => String(counts[head as keyof typeof counts]));
}

/** The first column to the left, numbers to the right; a row of two is text. */
function table(rows: readonly (readonly string[])[], paint: Paint): string[] {
  const heads = rows[0] ?? [];
  const widths = heads.map((_, column) =>
    Math.max(...rows.filter((row) => row.length > 2).map((row) => row[column]?.length ?? 0)),
  );
  const first = Math.max(...rows.map((row) => row[0]?.length ?? 0));
  return rows.map((row, index) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(first) : row.length > 2 ? cell.padStart(widths[column] ?? 0) : cell,
    );
    const line = `  ${cells.join('  ')}`.trimEnd();
    return index === 0 ? paint('dim', line) : line;
  });
}

function describeFinding(finding: FindingGroup, paint: Paint): string[] {
  const { verdict, id, level, revisions, title, reason, spec, evidence } = finding;
  const head = `${paint(verdict, verdict.toUpperCase().padEnd(4))}  ${paint('bold', id)}  ${level}  ${revisions.join(' ')}`;
  const lines = [
    head,
    `      ${title}`,
    ...visible(reason).split('\n').map(indent),
    `      ${paint('dim', spec)}`,
  ];
  return verdict === 'info' ? lines : [...lines, ...evidence.flatMap((item) => describeItem(item))];
}

const indent = (line: string): string => `      ${line}`;

function describeItem(item: EvidenceItem): string[] {
  const arrow = item.direction === 'sent' ? '→' : '←';
  const text = visible(item.text.slice(0, SHOWN_CHARS));
  const isCut = item.isCut || item.text.length > SHOWN_CHARS;
  const more = isCut ? `… (${item.bytes} bytes)` : '';
  const lines = [item.httpLine ?? '', text === '' ? '' : `${text}${more}`].filter((line) => line !== '');
  return lines.map(
    (line, index) => `      ${index === 0 ? arrow : ' '} ${line.replaceAll('\n', '\n        ')}`,
  );
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
