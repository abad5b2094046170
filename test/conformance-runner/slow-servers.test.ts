// A server that is right, and slow: it may be impossible to judge, but it is never convicted.
import { describe, expect, it } from 'vitest';
import { type CheckResult, runChecks } from '../../src/conformance/index.js';
import { stdioServer } from '../../src/transport/index.js';
import { fixturePath } from '../support/odd-server.js';

/** One of each kind that waits for something, and judges that it did not come. */
const WAITING = [
  'ping',
  'rpc-id-echo',
  'rpc-invalid-garbage',
  'rpc-survive-garbage',
  'batch-2025-03-26',
  'life-init-schema',
  'stdio-many-per-chunk',
];

async function check(mode: string, only = WAITING): Promise<readonly CheckResult[]> {
  const command = { command: process.execPath, args: [fixturePath('hostile-server.mjs'), mode] };
  const report = await runChecks(stdioServer({ ...command, graceMs: 300 }), {
    revisions: ['2025-03-26'],
    only,
    requestMs: 700,
    startMs: 20_000,
    totalMs: 100_000,
  });
  expect(report.end).toBe('done');
  return report.checks;
}

const findings = (results: readonly CheckResult[]) =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`);

describe('a server that is right', { timeout: 120_000 }, () => {
  it('passes when it is quick', async () => {
    const results = await check('right');
    expect(findings(results)).toEqual([]);
    expect(results.filter(({ skipped }) => skipped === 'could-not-test')).toEqual([]);
  });

  it('is not convicted when it is slow', async () => {
    const results = await check('right-and-slow');
    expect(findings(results)).toEqual([]);
    const untested = results.filter(({ skipped }) => skipped === 'could-not-test');
    expect(untested.length).toBeGreaterThan(0);
    expect(untested.map(({ reason }) => reason).join()).toContain('to answer a ping, too');
  });

  it('is convicted when it is quick with everything else', async () => {
    expect(findings(await check('right-without-batches', ['batch-2025-03-26']))).toEqual([
      expect.stringMatching(/^fail batch-2025-03-26/),
    ]);
  });
});
