// Every check catches the broken servers that were made for it.
import { platform } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS, type Check, type CheckResult, runChecks } from '../../src/conformance/index.js';
import { REVISIONS, type Revision } from '../../src/protocol/index.js';
import { type BundledProgram, bundleProgram } from '../support/bundle-program.js';
import { MUTANTS, type Mutant } from './mutants/catalogue.js';
import { PROGRAM, serve } from './mutants/server-under-test.js';
import { VARIANTS } from './mutants/variants.js';
import { Pool } from './pool.js';

const VERDICTS = { MUST: 'fail', SHOULD: 'warn', INFO: 'info' } as const;
/** Mostly they wait: for silence, or for an answer that will not come. */
const pool = new Pool(8);

const checkOf = (id: string): Check | undefined => CHECKS.find((check) => check.id === id);

/** The newest revision that the check has. */
function revisionOf({ revision, check }: Mutant): Revision {
  const newest = REVISIONS.findLast((each) => checkOf(check)?.levels[each] !== undefined);
  return revision ?? newest ?? '2026-07-28';
}

function expectedVerdict(mutant: Mutant): string {
  const level = checkOf(mutant.check)?.levels[revisionOf(mutant)] ?? 'INFO';
  return mutant.verdict ?? VERDICTS[level];
}

const MODERN_ONLY = ['modern'];

/** Runs nothing but the check, and what it needs to see, in one revision. */
async function runMutant(mutant: Mutant, program: string): Promise<CheckResult | undefined> {
  const revision = revisionOf(mutant);
  const { over = 'http', variant = 'dual', deviation, check, beside = [], calls, hasToken } = mutant;
  const deviations = [VARIANTS[variant], deviation];
  await using server = await serve({ over, deviations, program, which: `mutant:${mutant.id}`, hasToken });
  const report = await runChecks(server.target, {
    // Checks of versions look at the others, too.
    revisions: needsAll(mutant) ? REVISIONS : [revision],
    only: [check, ...beside],
    callReadonly: calls === undefined,
    allowCalls: calls ?? [],
    requestMs: 3000,
    startMs: 30_000,
    checkMs: 60_000,
  });
  return report.checks.find((result) => result.id === check && result.revision === revision);
}

/** Whether a server is of one era shows only when both are tried. */
const needsAll = ({ variant, over, check }: Mutant): boolean =>
  !MODERN_ONLY.includes(variant ?? '') && over === 'stdio' && /^meta-/.test(check);

describe('mutants', () => {
  let program: BundledProgram;
  const outcomes = new Map<string, Promise<CheckResult | undefined>>();
  /** Those that nobody waits for, because only some tests were asked for, are not begun. */
  let isOver = false;

  beforeAll(async () => {
    program = await bundleProgram(PROGRAM);
    for (const mutant of MUTANTS) {
      const outcome = pool.run(async () => (isOver ? undefined : runMutant(mutant, program.path)));
      // Whoever awaits it gets the error.
      outcome.catch(() => {});
      outcomes.set(mutant.id, outcome);
    }
  });

  afterAll(async () => {
    isOver = true;
    await Promise.allSettled(outcomes.values());
    await program[Symbol.asyncDispose]();
  }, 120_000);

  it.each(MUTANTS.map((mutant) => [mutant.id, mutant] as const))(
    '%s is caught',
    { timeout: 120_000 },
    async (id, mutant) => {
      const result = await outcomes.get(id);
      // Where a port listens is read from /proc.
      if (mutant.check === 'http-bind-localhost' && platform() !== 'linux') return;
      expect(result, 'the check was run').toBeDefined();
      const told = `${result?.verdict}: ${result?.reason}`;
      expect(told).toMatch(new RegExp(`^${expectedVerdict(mutant)}: `));
      expect(result?.reason).not.toBe('');
      if (mutant.reason !== undefined) expect(result?.reason).toMatch(mutant.reason);
    },
  );

  it('has one for every check', () => {
    const caught = new Set(MUTANTS.map(({ check }) => check));
    expect(CHECKS.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
    expect([...caught].filter((id) => checkOf(id) === undefined)).toEqual([]);
  });
});
