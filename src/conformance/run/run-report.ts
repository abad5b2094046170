import { redactText, VERSION } from '../../protocol/index.js';
import type { Check } from '../check.js';
import { type CheckReport, type CheckResult, countVerdicts, type RunEnd } from '../report/report.js';
import type { Opener } from './opener.js';
import type { RevisionProbe } from './probe.js';
import { serverName } from './server-facts.js';

export interface RunFacts {
  readonly opener: Opener;
  readonly probes: readonly RevisionProbe[];
  readonly results: readonly CheckResult[];
  /** Those that were selected; their order is that of the report. */
  readonly checks: readonly Check[];
  readonly end: RunEnd;
  readonly durationMs: number;
}

/** What a run found out, in an order that does not depend on which check ended first. */
export function runReport({ opener, probes, results, checks, end, durationMs }: RunFacts): CheckReport {
  const order = new Map(checks.map(({ id }, index) => [id, index]));
  const place = ({ id }: CheckResult): number => order.get(id) ?? -1;
  const sorted = [...results].sort(
    (left, right) => place(left) - place(right) || left.revision.localeCompare(right.revision),
  );
  return {
    format: 'plainwire-check',
    version: 1,
    tool: { name: 'plainwire', version: VERSION },
    target: { transport: opener.transport, description: redactText(opener.description) },
    server: serverName(probes),
    end,
    durationMs: Math.round(durationMs),
    counts: countVerdicts(sorted),
    revisions: [...probes]
      .sort((left, right) => left.revision.localeCompare(right.revision))
      .map(({ revision, served, reason }) => {
        const own = sorted.filter((result) => result.revision === revision);
        const notApplicable = served ? checks.length - own.filter(({ id }) => order.has(id)).length : 0;
        return { revision, served, reason: redactText(reason), counts: countVerdicts(own), notApplicable };
      }),
    checks: sorted,
  };
}
