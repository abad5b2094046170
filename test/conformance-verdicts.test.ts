// The judge of `npm run conformance` can fail: each way in which a scenario is not as it should be, as a row.
import { describe, expect, it } from 'vitest';
import { judge, parseScenarioList, tally } from './conformance/verdicts.mjs';

const row = (overrides = {}) => ({
  role: 'client',
  revision: '2026-07-28',
  scenario: 'a',
  passed: 1,
  failed: 0,
  warned: 0,
  skipped: 0,
  ...overrides,
});
const expectA = [{ role: 'client', reason: 'later', scenarios: ['a'] }];

describe('judge', () => {
  it.each([
    ['all checks passed', row(), [], 'ok', 0],
    ['a check failed', row({ failed: 1 }), [], 'FAIL', 1],
    ['a check warned', row({ warned: 1 }), [], 'FAIL', 1],
    ['the client ended badly', row({ code: 1 }), [], 'FAIL', 1],
    ['nothing was checked', row({ passed: 0 }), [], 'FAIL', 1],
    ['everything was skipped', row({ passed: 0, skipped: 2 }), [], 'skipped', 0],
    ['it fails as expected', row({ failed: 1 }), expectA, 'expected', 0],
    ['it passes against expectation', row(), expectA, 'STALE', 1],
  ])('%s', (_name, given, expected, verdict, failed) => {
    const judged = judge([given], expected);
    expect(judged.rows[0].verdict).toBe(verdict);
    expect(judged.failed).toBe(failed);
  });

  it('an expected failure of the other role does not count', () => {
    const judged = judge([row({ failed: 1 })], [{ ...expectA[0], role: 'server' }]);
    expect(judged.rows[0].verdict).toBe('FAIL');
  });

  it('an expected failure that is never run is stale', () => {
    expect(judge([], expectA)).toMatchObject({ failed: 1, stale: ['client a (which is not run)'] });
  });
});

describe('tally', () => {
  it('counts by status', () => {
    const checks = ['SUCCESS', 'SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO'].map((status) => ({
      status,
    }));
    expect(tally(checks)).toEqual({ passed: 2, failed: 1, warned: 1, skipped: 1 });
  });
});

describe('parseScenarioList', () => {
  it('reads scored and reported scenarios by role', () => {
    const text = [
      'Server scenarios (test against a server):',
      '  - ping',
      'Client scenarios (test against a client):',
      '  - auth/basic',
      'Run and reported, but never scored:',
      '  pending (2):',
      '    - polling [server]',
      '    - schema [client]',
    ].join('\n');
    expect(parseScenarioList(text)).toEqual({
      server: ['ping', 'polling'],
      client: ['auth/basic', 'schema'],
    });
  });
});
