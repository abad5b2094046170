import type { CheckReport, CheckResult } from './report.js';
import { visible } from './summary.js';

const LEVELS: Readonly<Record<string, string>> = { fail: 'error', warn: 'warning', info: 'note' };

/**
 * SARIF 2.1.0, for code scanning: a rule for each check that found something, a result for each finding. There is no
 * source file to point at: the location is named after the server's revision.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifReport(report: CheckReport): string {
  const findings = report.checks.filter(({ verdict }) => LEVELS[verdict] !== undefined);
  const rules = [...new Map(findings.map((result) => [result.id, rule(result)])).values()];
  const places = new Map(rules.map(({ id }, index) => [id, index]));
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'plainwire check', version: report.tool.version, rules } },
        invocations: [{ executionSuccessful: report.end === 'done' }],
        results: findings.map((result) => sarifResult(result, places.get(result.id) ?? 0)),
      },
    ],
  };
  return `${JSON.stringify(sarif, undefined, 2)}\n`;
}

function rule({ id, title, level, spec, subject }: CheckResult) {
  return {
    id,
    shortDescription: { text: title },
    helpUri: spec,
    help: { text: `${level}: ${title} See ${spec}` },
    properties: { tags: ['mcp', subject] },
  };
}

function sarifResult(result: CheckResult, ruleIndex: number) {
  const { id, verdict, reason, revision, transport, evidence } = result;
  const shown = evidence.map((item) => `${item.direction}: ${item.httpLine ?? ''} ${item.text}`.trim());
  return {
    ruleId: id,
    ruleIndex,
    level: LEVELS[verdict],
    message: { text: visible([reason, ...shown].join('\n')) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: `mcp-server/${transport}/${revision}` },
          region: { startLine: 1 },
        },
        logicalLocations: [
          { name: revision, fullyQualifiedName: `${transport}/${revision}`, kind: 'module' },
        ],
      },
    ],
    partialFingerprints: { 'plainwireCheck/v1': `${id}/${transport}/${revision}` },
  };
}
