// The GitHub Action: its body is run as GitHub would, and its inputs are those that the body reads.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const action = readFileSync(join(ROOT, 'action.yml'), 'utf8');
const script = join(ROOT, 'scripts', 'check-action.sh');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plainwire-action-'));
  // Stands for the command: notes its arguments, writes the report, and ends as it is told.
  const fake = join(folder, 'plainwire');
  writeFileSync(
    fake,
    '#!/usr/bin/env bash\nprintf \'%s\\n\' "$@" > "$NOTES"\necho "::error::said by a server"\necho "the report" > "$CHECK_REPORT_DIR/report.md"\nexit "$END"\n',
  );
  chmodSync(fake, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(inputs: Readonly<Record<string, string>>, end = 0) {
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  const env = {
    PATH: process.env['PATH'] ?? '',
    CHECK_COMMAND: '',
    CHECK_URL: '',
    CHECK_FLAGS: '',
    CHECK_BASELINE: '',
    CHECK_STRICT: 'false',
    CHECK_REPORT_DIR: join(folder, 'reports'),
    CHECK_VERSION: 'latest',
    CHECK_EXECUTABLE: join(folder, 'plainwire'),
    NOTES: join(folder, 'notes'),
    END: String(end),
    ...files,
    ...inputs,
  };
  const { code, stdout } = await promisify(execFile)('bash', [script], { env, cwd: folder }).then(
    (result) => ({ code: 0, stdout: result.stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  const read = (name: string) => (existsSync(name) ? readFileSync(name, 'utf8') : '');
  const words = read(env.NOTES).split('\n').slice(0, -1);
  return { code, stdout, words, output: read(files.GITHUB_OUTPUT), summary: read(files.GITHUB_STEP_SUMMARY) };
}

describe('the action', () => {
  it('checks a command, which takes the place of its shell', async () => {
    const { words, code } = await run({ CHECK_COMMAND: 'node "my server.js" --stdio' });
    expect(code).toBe(0);
    expect(words.slice(0, 1)).toEqual(['check']);
    expect(words.slice(-4)).toEqual(['--', 'bash', '-c', 'exec node "my server.js" --stdio']);
    for (const format of ['json', 'junit', 'html', 'sarif', 'markdown']) expect(words).toContain(format);
  });

  it('keeps the runner from taking what a server says for a command, under a word that nobody can guess', async () => {
    const runs = [await run({ CHECK_COMMAND: 'node x' }), await run({ CHECK_COMMAND: 'node x' }, 1)];
    const told = /^::stop-commands::([0-9a-f]{32})\n::error::said by a server\n::\1::\n$/;
    const tokens = runs.map(({ stdout }) => told.exec(stdout)?.[1]);
    expect(tokens).toEqual([expect.any(String), expect.any(String)]);
    expect(new Set(tokens).size).toBe(2);
  });

  it('passes flags on word for word: nothing in them is run', async () => {
    const flags = '--only=lifecycle\n--header\nX: $(touch owned) `touch owned` "; touch owned\n';
    const { words } = await run({
      CHECK_URL: 'http://127.0.0.1:1/mcp',
      CHECK_FLAGS: flags,
      CHECK_STRICT: 'true',
      CHECK_BASELINE: 'base line.json',
    });
    expect(words.slice(1, 7)).toEqual([
      '--only=lifecycle',
      '--header',
      'X: $(touch owned) `touch owned` "; touch owned',
      '--strict',
      '--baseline',
      'base line.json',
    ]);
    expect(words.at(-1)).toBe('http://127.0.0.1:1/mcp');
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });

  it('passes the exit code on, with the report in the summary', async () => {
    const { code, output, summary } = await run({ CHECK_COMMAND: 'x' }, 1);
    expect([code, summary]).toEqual([1, 'the report\n']);
    expect(output).toBe(`report-dir=${join(folder, 'reports')}\nexit-code=1\n`);
  });

  it.each([
    [{}, 'Give one of'],
    [{ CHECK_COMMAND: 'a', CHECK_URL: 'b' }, 'Give only one'],
  ])('refuses %j', async (inputs, message) => {
    const { code, stdout, words } = await run(inputs);
    expect([code, words]).toEqual([2, []]);
    expect(stdout).toContain(`::error::${message}`);
  });
});

it('action.yml gives the body every input as a variable, and puts none into the script', () => {
  const inputs = [...(action.split('\noutputs:')[0] ?? '').matchAll(/^ {2}([a-z-]+):$/gm)].map(
    ([, name]) => name,
  );
  const given = [...action.matchAll(/CHECK_([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}/g)];
  expect(given.map(([, , name]) => name)).toEqual(
    inputs.filter((name) => name !== 'icon' && name !== 'color'),
  );
  const read = new Set(
    [...readFileSync(script, 'utf8').matchAll(/CHECK_([A-Z_]+)/g)].map(([, name]) => name),
  );
  expect(given.map(([, name]) => name).sort()).toEqual([...read].sort());
  expect(action.slice(action.indexOf('run: '))).not.toContain('${{');
});
