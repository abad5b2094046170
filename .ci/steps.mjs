// Runs the steps in order and adds up what they counted. A step counts by the JSON report that its test runner leaves
// in CI_REPORT, or else as one passed or failed check.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first command is the test command of README.md, word for word (test/docs.test.ts holds it to that). */
const STEPS = [
  { name: 'tests', command: 'npm ci && npm test' },
  { name: 'package', command: 'npm run check:package' },
  { name: 'peers', command: 'npm run test:peers' },
  { name: 'conformance', command: 'npm run conformance' },
];

const reports = mkdtempSync(join(tmpdir(), 'plainwire-ci-'));

function readReport(path) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(path, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests === 0 ? numFailedTestSuites : numFailedTests };
  } catch {
    return undefined;
  }
}

function runStep({ name, command }) {
  const report = join(reports, `${name}.json`);
  const startedAt = Date.now();
  console.log(`\n=== ${name}: ${command}`);
  const { status } = spawnSync(command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, CI_REPORT: report },
  });
  const succeeded = status === 0;
  const counted = readReport(report) ?? { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 };
  const failed = succeeded ? counted.failed : Math.max(1, counted.failed);
  console.log(
    `=== ${name}: ${counted.passed} passed, ${failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  return { passed: counted.passed, failed };
}

const results = STEPS.map(runStep);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
