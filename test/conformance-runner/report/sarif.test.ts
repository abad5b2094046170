import { describe, expect, it } from 'vitest';
import { sarifReport } from '../../../src/conformance/report/sarif.js';
import { sampleReport } from './sample-report.js';

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
  }[];
}

describe('sarifReport', () => {
  const sarif = JSON.parse(sarifReport(sampleReport())) as Sarif;
  const [run] = sarif.runs;

  it('has a result for each finding and a rule for each check that made one', () => {
    expect(sarif.version).toBe('2.1.0');
    expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['rpc-id-echo', 'error'],
      ['rpc-id-echo', 'error'],
      ['tool-unknown', 'warning'],
      ['tool-annotations', 'note'],
    ]);
    const rules = run?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(run?.results.every(({ ruleId, ruleIndex }) => rules[ruleIndex] === ruleId)).toBe(true);
  });

  it('tells the same finding of the next run by its fingerprint', () => {
    const prints =
      run?.results.map(({ partialFingerprints }) => partialFingerprints['plainwireCheck/v1']) ?? [];
    expect(new Set(prints).size).toBe(4);
    expect(prints[0]).toBe('rpc-id-echo/stdio/2025-11-25');
  });

  it('says whether the run was complete', () => {
    expect(run?.invocations[0]?.executionSuccessful).toBe(true);
    const cut = JSON.parse(sarifReport(sampleReport({ end: 'budget' }))) as Sarif;
    expect(cut.runs[0]?.invocations[0]?.executionSuccessful).toBe(false);
  });
});
