import type { CheckReport, EvidenceItem } from './report.js';
import type { FindingGroup } from './summary.js';
import { countBySubject, groupFindings, headline, serverLine, skipReasons, visible } from './summary.js';

const SHOWN_CHARS = 600;
const MARKS: Readonly<Record<string, string>> = { fail: '❌', warn: '⚠️', info: 'ℹ️' };

/** The report for a pull request or a step summary: GitHub's Markdown. */
export function markdownReport(report: CheckReport): string {
  const skipped = skipReasons(report.checks);
  const parts = [
    `## ${escapeText(serverLine(report))}`,
    `**${headline(report)}**${skipped === '' ? '' : `  \nSkipped: ${skipped}.`}`,
    `Target: ${code(report.target.description)}`,
    revisionTable(report),
    subjectTable(report),
    ...groupFindings(report.checks).map(findingText),
  ];
  return `${parts.join('\n\n')}\n`;
}

const NUMBERS = ['pass', 'tested', 'fail', 'warn', 'info', 'skip'] as const;

function revisionTable({ revisions }: CheckReport): string {
  const rows = revisions.map(({ revision, served, reason, counts }) => [
    revision,
    served ? 'yes' : `no: ${escapeCell(reason)}`,
    ...NUMBERS.map((name) => (served ? String(counts[name]) : '')),
  ]);
  return table(['revision', 'served', ...NUMBERS], rows);
}

function subjectTable({ checks }: CheckReport): string {
  const rows = countBySubject(checks).map(({ subject, counts }) => [
    subject,
    ...NUMBERS.map((name) => String(counts[name])),
  ]);
  return table(['subject', ...NUMBERS], rows);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function findingText(finding: FindingGroup): string {
  const { verdict, id, level, revisions, title, reason, spec, evidence } = finding;
  const head = `### ${MARKS[verdict] ?? ''} ${verdict} ${code(id)} (${level}, ${revisions.join(', ')})`;
  const link = `[specification](${spec})`;
  const lines = [head, `${escapeText(title)} ${link}`, `> ${escapeText(reason).replaceAll('\n', '\n> ')}`];
  return evidence.length === 0 ? lines.join('\n\n') : [...lines, evidenceText(evidence)].join('\n\n');
}

function evidenceText(evidence: readonly EvidenceItem[]): string {
  const text = evidence.map(itemText).join('\n');
  // A fence longer than any run of backticks in what it holds.
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `<details><summary>on the wire</summary>\n\n${fence}text\n${text}\n${fence}\n\n</details>`;
}

function itemText({ direction, httpLine, text, bytes, isCut }: EvidenceItem): string {
  const shown = visible(text.slice(0, SHOWN_CHARS));
  const more = isCut || text.length > SHOWN_CHARS ? `… (${bytes} bytes)` : '';
  const lines = [httpLine ?? '', `${shown}${more}`].filter((line) => line !== '');
  return `${direction === 'sent' ? '→' : '←'} ${lines.join('\n  ')}`;
}

/** Text of a server is no markup. */
function escapeText(text: string): string {
  return visible(text).replace(/[\\`*_{}[\]<>#|~@]/g, (char) => (char === '<' ? '&lt;' : `\\${char}`));
}

function escapeCell(text: string): string {
  return escapeText(text).replaceAll('\n', ' ');
}

function code(text: string): string {
  const safe = visible(text).replaceAll('\n', ' ');
  const longest = Math.max(0, ...Array.from(safe.matchAll(/`+/g), ([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return longest === 0 ? `${ticks}${safe}${ticks}` : `${ticks} ${safe} ${ticks}`;
}
