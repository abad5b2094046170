import { describe, expect, it } from 'vitest';
import {
  countBySubject,
  groupFindings,
  headline,
  skipReasons,
  visible,
} from '../../../src/conformance/report/summary.js';
import { result, sampleReport } from './sample-report.js';

describe('groupFindings', () => {
  it('puts the same finding in several revisions together, fails first', () => {
    const groups = groupFindings(sampleReport().checks).map(({ id, verdict, revisions }) => [
      id,
      verdict,
      revisions,
    ]);
    expect(groups).toEqual([
      ['rpc-id-echo', 'fail', ['2025-11-25', '2025-06-18']],
      ['tool-unknown', 'warn', ['2025-11-25']],
      ['tool-annotations', 'info', ['2025-11-25']],
    ]);
  });

  it('keeps apart what was found in other words', () => {
    const findings = ['one', 'other'].map((reason) => result('a', { verdict: 'fail', reason }));
    expect(groupFindings(findings)).toHaveLength(2);
  });
});

it('countBySubject keeps the order of the subjects and leaves empty ones out', () => {
  const counts = countBySubject(sampleReport().checks).map(({ subject, counts: { pass, total } }) => [
    subject,
    pass,
    total,
  ]);
  expect(counts).toEqual([
    ['json-rpc', 0, 2],
    ['tools', 0, 2],
    ['prompts', 0, 1],
    ['utilities', 1, 1],
  ]);
});

describe('headline', () => {
  it('has its denominators: a skip is no pass', () => {
    expect(headline(sampleReport())).toBe('1 of 5 tested pass, 2 fail, 1 warn, 1 info; 1 of 6 skipped');
  });

  it.each(['budget', 'interrupted', 'unreachable'] as const)(
    'says when the run was not complete: %s',
    (end) => {
      expect(headline(sampleReport({ end }))).toMatch(/skipped\. (The|No)/);
    },
  );
});

it('skipReasons counts why', () => {
  const skips = (['not-permitted', 'capability-absent', 'not-permitted'] as const).map((skipped) =>
    result('a', { verdict: 'skip', skipped }),
  );
  expect(skipReasons(skips)).toBe('2 not-permitted, 1 capability-absent');
  expect(skipReasons([])).toBe('');
});

it.each([
  ['plain é✓🦊', 'plain é✓🦊'],
  ['a\tb\nc', 'a\tb\nc'],
  ['\u001b[31m', '\\x1b[31m'],
  ['\u0000\u007f\u009b', '\\x00\\x7f\\x9b'],
  ['\u202etxt\u2028', '\\u202etxt\\u2028'],
])('visible(%j)', (text, expected) => {
  expect(visible(text)).toBe(expected);
});
