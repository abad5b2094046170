import type { CheckReport, CheckResult } from './report.js';
import { headline, serverLine, visible } from './summary.js';

export interface JunitOptions {
  /** Warnings are failures, too. Default false. */
  readonly strict?: boolean;
}

/** JUnit XML: one suite for each revision and one case for each check. Warnings are told in `system-out`. */
export function junitReport(report: CheckReport, { strict = false }: JunitOptions = {}): string {
  const isFailure = ({ verdict }: CheckResult): boolean =>
    verdict === 'fail' || (strict && verdict === 'warn');
  const revisions = [...new Set(report.checks.map(({ revision }) => revision))].sort();
  const suites = revisions.map((revision) => {
    const own = report.checks.filter((result) => result.revision === revision);
    const failures = own.filter(isFailure).length;
    const skipped = own.filter(({ verdict }) => verdict === 'skip').length;
    const cases = own.map((result) => testCase(result, isFailure(result)));
    const attributes = { name: `plainwire check ${revision}`, tests: own.length, failures, skipped };
    return `  <testsuite${attributesText(attributes)} errors="0">\n${cases.join('\n')}\n  </testsuite>`;
  });
  const totals = {
    name: `plainwire check: ${serverLine(report)}`,
    tests: report.counts.total,
    failures: report.checks.filter(isFailure).length,
    skipped: report.counts.skip,
    time: seconds(report.durationMs),
  };
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<!-- ${comment(headline(report))} -->`];
  return `${[...lines, `<testsuites${attributesText(totals)} errors="0">`, ...suites, '</testsuites>'].join('\n')}\n`;
}

function testCase(result: CheckResult, isFailure: boolean): string {
  const { id, subject, revision, transport, durationMs, verdict, reason } = result;
  const attributes = {
    name: id,
    classname: `plainwire.${revision}.${transport}.${subject}`,
    time: seconds(durationMs),
  };
  const open = `    <testcase${attributesText(attributes)}`;
  if (verdict === 'pass') return `${open}/>`;
  return `${open}>${body(result, isFailure, reason)}</testcase>`;
}

function body(result: CheckResult, isFailure: boolean, reason: string): string {
  if (result.verdict === 'skip')
    return `<skipped${attributesText({ message: `${result.skipped}: ${reason}` })}/>`;
  const text = [result.title, reason, result.spec, ...result.evidence.map(itemText)].join('\n');
  if (isFailure) {
    const attributes = { message: reason, type: `${result.verdict} ${result.level}` };
    return `<failure${attributesText(attributes)}>${escapeXml(text)}</failure>`;
  }
  return `<system-out>${escapeXml(`${result.verdict}: ${text}`)}</system-out>`;
}

function itemText({ direction, httpLine = '', text }: CheckResult['evidence'][number]): string {
  return `${direction === 'sent' ? '>' : '<'} ${httpLine} ${text}`;
}

function attributesText(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');
}

/** Characters that XML 1.0 cannot hold in any form are replaced. https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  return visible(text)
    .replace(NOT_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const comment = (text: string): string => escapeXml(text).replaceAll('--', '- -');
const seconds = (ms: number): string => (ms / 1000).toFixed(3);
