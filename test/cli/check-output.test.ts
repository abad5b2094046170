import { describe, expect, it } from 'vitest';
import { readCheckFlags } from '../../src/cli/check-flags.js';
import { checkProgress, explainCheck, listChecks } from '../../src/cli/check-output.js';
import type { Output } from '../../src/cli/output.js';
import * as conformance from '../../src/conformance/index.js';

/** Keeps what a person would see. */
function kept() {
  const lines: string[] = [];
  const status: string[] = [];
  const values: unknown[] = [];
  const output = {
    line: (text: string) => void lines.push(text),
    note: (text: string) => void lines.push(text),
    status: (text: string) => void status.push(text),
    json: (value: unknown) => void values.push(value),
  } as Output;
  return { output, lines, status, values };
}

describe('checkProgress', () => {
  const result = (verdict: string, id = 'ping') =>
    ({ kind: 'result', done: 3, total: 70, result: { verdict, id, revision: '2025-11-25' } }) as never;

  it('says what is spoken, how far it is, and what was found, on one line that goes away', () => {
    const { output, status } = kept();
    const progress = checkProgress(output);
    progress.show({ kind: 'probed', served: ['2025-06-18', '2026-07-28'] });
    progress.show(result('pass'));
    progress.show(result('fail'));
    progress.show(result('warn'));
    progress.end();
    expect(status).toEqual([
      'speaks 2025-06-18, 2026-07-28',
      '3/70  0 fail  0 warn  2025-11-25 ping',
      '3/70  1 fail  0 warn  2025-11-25 ping',
      '3/70  1 fail  1 warn  2025-11-25 ping',
      '',
    ]);
  });

  it('says that nothing is spoken', () => {
    const { output, status } = kept();
    checkProgress(output).show({ kind: 'probed', served: [] });
    expect(status).toEqual(['speaks no revision that is known']);
  });

  it('fits on one line of any terminal', () => {
    const { output, status } = kept();
    checkProgress(output).show(result('pass', 'x'.repeat(200)));
    expect(status[0]).toHaveLength(79);
  });
});

describe('listChecks and explainCheck', () => {
  it('tell of every check', () => {
    const { output, lines } = kept();
    expect(listChecks(conformance, readCheckFlags({}, false), false, output)).toBe(0);
    expect(lines.length).toBeGreaterThan(conformance.CHECKS.length);
    for (const { id } of conformance.CHECKS) {
      const told = kept();
      expect(explainCheck(conformance, id, told.output)).toBe(0);
      expect(told.lines[0]).toBe(id);
      expect(told.lines.join('\n')).toMatch(/20\d\d-\d\d-\d\d {2}(MUST|SHOULD|INFO) +https:/);
    }
  });

  it('list for programs what they list for people', () => {
    const { output, values } = kept();
    listChecks(conformance, readCheckFlags({ only: ['json-rpc'] }, false), true, output);
    expect(values).toEqual([
      expect.arrayContaining([expect.objectContaining({ id: 'rpc-id-echo', subject: 'json-rpc' })]),
    ]);
  });

  it('know no check that is not there', () => {
    expect(() => explainCheck(conformance, 'nix', kept().output)).toThrow('There is no check nix');
  });
});
