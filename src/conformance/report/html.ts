import { SUBJECTS } from '../check.js';
import { HTML_STYLE } from './html-style.js';
import type { CheckReport, CheckResult, EvidenceItem } from './report.js';
import { VERDICTS } from './report.js';
import type { FindingGroup } from './summary.js';
import { countBySubject, groupFindings, headline, serverLine, skipReasons, visible } from './summary.js';

const NUMBERS = ['pass', 'tested', 'fail', 'warn', 'info', 'skip'] as const;

/** The report as one page that needs nothing else: no script, no font, no request. */
export function htmlReport(report: CheckReport): string {
  const findings = groupFindings(report.checks);
  const body = [
    `<header><h1>${escapeHtml(serverLine(report))}</h1>`,
    `<p class="target"><code>${escapeHtml(report.target.description)}</code></p>`,
    `<p class="headline">${VERDICTS.map((verdict) => badge(verdict, `${report.counts[verdict]} ${verdict}`)).join(' ')}</p>`,
    `<p>${escapeHtml(headline(report))}${skipSentence(report)}</p></header>`,
    `<section><h2>Revisions</h2>${revisionTable(report)}</section>`,
    `<section><h2>Subjects</h2>${subjectTable(report)}</section>`,
    `<section><h2>Findings</h2>${findings.length === 0 ? '<p>None.</p>' : findings.map(findingHtml).join('\n')}</section>`,
    `<section><h2>All checks</h2>${allChecks(report)}</section>`,
    `<footer>plainwire ${escapeHtml(report.tool.version)}</footer>`,
  ];
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>plainwire check: ${escapeHtml(serverLine(report))}</title>`,
    `<style>${HTML_STYLE}</style></head><body><main>`,
    ...body,
    '</main></body></html>',
    '',
  ].join('\n');
}

function skipSentence({ checks }: CheckReport): string {
  const reasons = skipReasons(checks);
  return reasons === '' ? '' : ` (${escapeHtml(reasons)})`;
}

function revisionTable({ revisions }: CheckReport): string {
  const rows = revisions.map(({ revision, served, reason, counts }) =>
    served
      ? `<tr><th scope="row">${revision}</th>${numberCells(counts)}</tr>`
      : `<tr class="absent"><th scope="row">${revision}</th><td colspan="${NUMBERS.length}">not served: ${escapeHtml(reason)}</td></tr>`,
  );
  return table('revision', rows);
}

function subjectTable({ checks }: CheckReport): string {
  const rows = countBySubject(checks).map(
    ({ subject, counts }) =>
      `<tr><th scope="row"><a href="#subject-${subject}">${subject}</a></th>${numberCells(counts)}</tr>`,
  );
  return table('subject', rows);
}

function table(first: string, rows: readonly string[]): string {
  const heads = [first, ...NUMBERS].map((head) => `<th scope="col">${head}</th>`).join('');
  return `<div class="scroll"><table class="numbers"><thead><tr>${heads}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function numberCells(counts: CheckReport['counts']): string {
  return NUMBERS.map((name) => `<td class="${counts[name] === 0 ? 'zero' : name}">${counts[name]}</td>`).join(
    '',
  );
}

function findingHtml(finding: FindingGroup): string {
  const { verdict, id, level, revisions, title, reason, spec, evidence } = finding;
  return [
    `<article class="finding ${verdict}">`,
    `<h3>${badge(verdict, verdict)} <code>${escapeHtml(id)}</code></h3>`,
    `<p class="where">${level} in ${revisions.join(', ')} · <a href="${escapeHtml(spec)}">specification</a></p>`,
    `<p>${escapeHtml(title)}</p>`,
    `<p class="reason">${escapeHtml(reason)}</p>`,
    evidence.length === 0
      ? ''
      : `<details><summary>on the wire</summary>${evidence.map(itemHtml).join('')}</details>`,
    '</article>',
  ].join('');
}

function itemHtml(item: EvidenceItem): string {
  const { direction, httpLine, httpHeaders = {}, text, bytes, isCut, session, atMs } = item;
  const headers = Object.entries(httpHeaders).map(([name, value]) => `${name}: ${String(value)}`);
  const lines = [httpLine ?? '', ...headers, text === '' ? '' : `${text}${isCut ? '…' : ''}`];
  const shown = lines.filter((line) => line !== '').join('\n');
  const head = `${direction === 'sent' ? '→ sent' : '← received'} · ${session} · ${atMs} ms · ${bytes} bytes`;
  return `<div class="item ${direction}"><p>${escapeHtml(head)}</p><pre>${escapeHtml(shown)}</pre></div>`;
}

function allChecks({ checks }: CheckReport): string {
  return SUBJECTS.map((subject) => {
    const own = checks.filter((result) => result.subject === subject);
    if (own.length === 0) return '';
    const rows = own.map(checkRow).join('\n');
    const heads = ['verdict', 'check', 'revision', 'level', 'what was found'];
    const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
    return `<details id="subject-${subject}"><summary>${subject} (${own.length})</summary><div class="scroll"><table class="checks"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div></details>`;
  }).join('\n');
}

function checkRow({ verdict, id, revision, level, reason, title, spec, skipped }: CheckResult): string {
  const found = skipped === undefined ? reason : `${skipped}: ${reason}`;
  return `<tr><td>${badge(verdict, verdict)}</td><td><a href="${escapeHtml(spec)}"><code>${escapeHtml(id)}</code></a><br><small>${escapeHtml(title)}</small></td><td>${revision}</td><td>${level}</td><td>${escapeHtml(found)}</td></tr>`;
}

function badge(verdict: string, text: string): string {
  return `<span class="badge ${verdict}">${escapeHtml(text)}</span>`;
}

function escapeHtml(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
