// The servers that mutants are made of have no findings, and every check passes on one of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS, type CheckReport, runChecks } from '../../src/conformance/index.js';
import { type BundledProgram, bundleProgram } from '../support/bundle-program.js';
import { PROGRAM, serve } from './mutants/server-under-test.js';
import { VARIANTS, type VariantName } from './mutants/variants.js';
import { Pool } from './pool.js';

interface Case {
  readonly variant: VariantName;
  readonly over: 'stdio' | 'http' | 'sse';
  readonly hasToken?: true;
  /** For a variant that differs in one thing. Default: all checks. */
  readonly only?: readonly string[];
}

const CASES: readonly Case[] = [
  { variant: 'dual', over: 'http' },
  { variant: 'dual', over: 'stdio' },
  { variant: 'dual', over: 'sse' },
  { variant: 'modern', over: 'http' },
  { variant: 'streams', over: 'http', only: ['http-*', 'sub-*', 'rpc-id-echo', 'progress-*'] },
  { variant: 'bare', over: 'http', only: ['cap-*'] },
  { variant: 'modest', over: 'http', only: ['*undeclared*'] },
  { variant: 'slow', over: 'stdio', only: ['cancel-in-flight', 'progress-*'] },
  { variant: 'silent', over: 'http', only: ['http-get', 'http-delete*'] },
  { variant: 'guarded', over: 'http', only: ['authorization'] },
  { variant: 'guarded', over: 'http', only: ['authorization'], hasToken: true },
];

const nameOf = ({ variant, over, hasToken }: Case): string =>
  `${variant} over ${over}${hasToken === true ? ' with a token' : ''}`;

/** A correct server is never late: only the machine can be. */
const PATIENT = { requestMs: 20_000, checkMs: 90_000 };

const pool = new Pool(3);

describe('correct servers', () => {
  let program: BundledProgram;
  const reports = new Map<string, Promise<CheckReport>>();

  async function check({ variant, over, hasToken, only = [] }: Case): Promise<CheckReport> {
    const deviations = [VARIANTS[variant]];
    const which = `variant:${variant}`;
    await using server = await serve({ over, deviations, program: program.path, which, hasToken });
    return await runChecks(server.target, {
      only,
      callReadonly: true,
      allowCalls: ['echo'],
      concurrency: 8,
      ...PATIENT,
    });
  }

  beforeAll(async () => {
    program = await bundleProgram(PROGRAM);
    for (const each of CASES)
      reports.set(
        nameOf(each),
        pool.run(() => check(each)),
      );
  });

  afterAll(async () => {
    await Promise.allSettled(reports.values());
    await program[Symbol.asyncDispose]();
  }, 280_000);

  it.each(CASES.map(nameOf))('%s has no findings', { timeout: 280_000 }, async (name) => {
    const report = await reports.get(name);
    expect(report?.end).toBe('done');
    const isFinding = ({ verdict }: { verdict: string }): boolean => verdict !== 'pass' && verdict !== 'skip';
    const isExcused = ({ id }: { id: string }): boolean =>
      name === 'guarded over http' && id === 'connection-opens';
    const findings = report?.checks.filter((result) => isFinding(result) && !isExcused(result)) ?? [];
    expect(
      findings.map(({ id, revision, verdict, reason }) => `${verdict} ${id} ${revision}: ${reason}`),
    ).toEqual([]);
    expect(report?.counts.pass).toBeGreaterThan(0);
  });

  it('let every check pass', { timeout: 280_000 }, async () => {
    const passed = new Set<string>();
    for (const report of await Promise.all(reports.values())) {
      for (const { id, verdict } of report.checks) if (verdict === 'pass') passed.add(id);
    }
    expect(CHECKS.map(({ id }) => id).filter((id) => !passed.has(id))).toEqual([]);
  });
});
