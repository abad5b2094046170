// Runs the steps in order and adds up what they counted. A step counts by the JSON report that its test runner leaves
// in CI_REPORT, or else as one passed or failed check.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** The first command is the test command of README.md, word for word (test/docs.test.ts holds it to that). */
const STEPS = [
  { name: 'tests', command: 'npm ci && npm test' },
  { name: 'package', command: 'npm run check:package' },
  { name: 'runner', command: 'npm run test:runner' },
  { name: 'peers', command: 'npm run test:peers' },
  { name: 'agents', command: 'npm run test:agents' },
  { name: 'conformance', command: 'npm run conformance' },
];

const reports = mkdtempSync(join(tmpdir(), 'plainwire-ci-'));

/** What failed in one test file, in a few lines each: the last part of the output is what most readers see. */
function failuresOf({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const file = relative(process.cwd(), name);
  if (failed.length === 0) return [`${file}: ${firstLines(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLines(failureMessages.join('\n'))}`,
  );
}

const firstLines = (text) => text.split('\n').slice(0, 4).join('\n    ');

function readReport(path) {
  try {
    const {
      numPassedTests,
      numFailedTests,
      numFailedTestSuites = 0,
      testResults = [],
    } = JSON.parse(readFileSync(path, 'utf8'));
    return {
      passed: numPassedTests,
      failed: numFailedTests === 0 ? numFailedTestSuites : numFailedTests,
      failures: testResults.filter(({ status }) => status === 'failed').flatMap(failuresOf),
    };
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
  return { name, passed: counted.passed, failed, failures: counted.failures ?? [] };
}

const results = STEPS.map(runStep);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
for (const { name, failures } of results)
  for (const failure of failures) console.log(`\nfailed in ${name}: ${failure}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
