import { describe, expect, it } from 'vitest';
import {
  type CheckReport,
  compareWithBaseline,
  REPORT_FORMATS,
  readBaseline,
  writeBaseline,
} from '../../../src/conformance/index.js';
import { result, sampleReport } from './sample-report.js';

const reportWith = (...checks: CheckReport['checks']) => sampleReport({ checks });
const entry = (verdict: 'fail' | 'warn', id = 'a') =>
  ({ id, revision: '2025-11-25', transport: 'stdio', verdict }) as const;
const lax = { strict: false, isPartial: false };
const strict = { strict: true, isPartial: false };

describe('compareWithBaseline', () => {
  const a = (verdict: 'pass' | 'fail' | 'warn' | 'info') => result('a', { verdict });
  const skipped = (why: 'capability-absent' | 'could-not-test') =>
    result('a', { verdict: 'skip', skipped: why });

  it.each([
    ['a new failure', [a('fail')], [], lax, { fresh: 1, known: 0, stale: 0 }],
    ['a known failure', [a('fail')], [entry('fail')], lax, { fresh: 0, known: 1, stale: 0 }],
    ['a failure that was fixed', [a('pass')], [entry('fail')], lax, { fresh: 0, known: 0, stale: 1 }],
    [
      'a warning that has become a failure',
      [a('fail')],
      [entry('warn')],
      lax,
      { fresh: 1, known: 0, stale: 0 },
    ],
    [
      'a failure that has become a warning',
      [a('warn')],
      [entry('fail')],
      lax,
      { fresh: 0, known: 0, stale: 1 },
    ],
    ['a new warning', [a('warn')], [], lax, { fresh: 0, known: 0, stale: 0 }],
    ['a new warning, strict', [a('warn')], [], strict, { fresh: 1, known: 0, stale: 0 }],
    ['a known warning, strict', [a('warn')], [entry('warn')], strict, { fresh: 0, known: 1, stale: 0 }],
    ['a known warning', [a('warn')], [entry('warn')], lax, { fresh: 0, known: 0, stale: 0 }],
    [
      'another revision',
      [result('a', { verdict: 'fail', revision: '2025-06-18' })],
      [entry('fail')],
      lax,
      { fresh: 1, known: 0, stale: 1 },
    ],
    ['a check that is gone', [], [entry('fail')], lax, { fresh: 0, known: 0, stale: 1 }],
    [
      'a check that was not run',
      [],
      [entry('fail')],
      { ...lax, isPartial: true },
      { fresh: 0, known: 0, stale: 0 },
    ],
    [
      'a capability that is gone',
      [skipped('capability-absent')],
      [entry('fail')],
      lax,
      { fresh: 0, known: 0, stale: 1 },
    ],
    [
      'a check that could not be tried',
      [skipped('could-not-test')],
      [entry('fail')],
      lax,
      { fresh: 0, known: 0, stale: 0 },
    ],
  ])('%s', (_, checks, entries, options, expected) => {
    const { fresh, known, stale } = compareWithBaseline(reportWith(...checks), entries, options);
    expect({ fresh: fresh.length, known: known.length, stale: stale.length }).toEqual(expected);
  });
});

describe('a baseline', () => {
  it('that was written makes exactly the present findings known', () => {
    const report = sampleReport();
    const comparison = compareWithBaseline(report, readBaseline(writeBaseline(report)), strict);
    expect(comparison.fresh).toEqual([]);
    expect(comparison.stale).toEqual([]);
    expect(comparison.known).toHaveLength(3);
  });

  it('can be a report', () => {
    expect(readBaseline(REPORT_FORMATS.json(sampleReport()))).toHaveLength(3);
  });

  it.each([
    ['no JSON', 'not JSON'],
    ['[]', 'no array'],
    ['{"checks":{}}', 'no array'],
    ['{"checks":[{"id":"a"}]}', 'Entry 0'],
    ['{"checks":[null]}', 'Entry 0'],
  ])('is refused: %s', (text, message) => {
    expect(() => readBaseline(text)).toThrow(message);
  });
});
