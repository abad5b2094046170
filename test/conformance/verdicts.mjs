// What counts as passed. Pure, so that test/conformance-verdicts.test.ts can show that it can fail.

/** Scenario names by role, from what `conformance list --requirements` prints: scored ones and reported ones. */
export function parseScenarioList(text) {
  const lists = { server: [], client: [] };
  let role;
  for (const line of text.split('\n')) {
    if (/^Server scenarios/.test(line)) role = 'server';
    else if (/^Client scenarios/.test(line)) role = 'client';
    const item = /^\s+- (\S+)(?: \[(server|client)\])?$/.exec(line);
    if (item !== null) lists[item[2] ?? role].push(item[1]);
  }
  return lists;
}

/** How many checks of one scenario ended how. */
export function tally(checks) {
  const count = (status) => checks.filter((check) => check.status === status).length;
  return {
    passed: count('SUCCESS'),
    failed: count('FAILURE'),
    warned: count('WARNING'),
    skipped: count('SKIPPED'),
  };
}

/** `ok`, `skipped` (the suite did not try anything) or `FAIL`: a warning, and a client that ended badly, count as failing. */
function verdictOf({ passed, failed, warned, skipped, code }) {
  if (failed > 0 || warned > 0 || (code ?? 0) !== 0) return 'FAIL';
  if (passed > 0) return 'ok';
  return skipped > 0 ? 'skipped' : 'FAIL';
}

/**
 * @param rows one per role, revision and scenario
 * @param expected groups `{reason, role, scenarios}` of scenarios that are known to fail
 */
export function judge(rows, expected) {
  const groups = expected.map((group) => ({ ...group, scenarios: new Set(group.scenarios) }));
  const isExpected = ({ role, scenario }) =>
    groups.some((group) => group.role === role && group.scenarios.has(scenario));
  const judged = rows.map((row) => {
    const verdict = verdictOf(row);
    if (!isExpected(row)) return { ...row, verdict };
    return { ...row, verdict: verdict === 'FAIL' ? 'expected' : 'STALE' };
  });
  const nameOf = ({ role, revision, scenario }) => `${role} ${revision} ${scenario}`;
  const unknown = groups.flatMap(({ role, scenarios }) =>
    [...scenarios]
      .filter((scenario) => !rows.some((row) => row.role === role && row.scenario === scenario))
      .map((scenario) => `${role} ${scenario} (which is not run)`),
  );
  const stale = [...judged.filter(({ verdict }) => verdict === 'STALE').map(nameOf), ...unknown];
  const count = (wanted) => judged.filter(({ verdict }) => verdict === wanted).length;
  return {
    rows: judged,
    stale,
    passed: count('ok'),
    failed: count('FAIL') + stale.length,
    skipped: count('skipped'),
    expectedFailures: count('expected'),
  };
}
