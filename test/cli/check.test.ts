import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-code.js';
import { verdictCode } from '../../src/cli/verbs/check.js';
import { countVerdicts } from '../../src/conformance/index.js';
import type { BundledProgram } from '../support/bundle-program.js';
import { bundleProgram } from '../support/bundle-program.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SERVER = join(ROOT, 'test', 'fixtures', 'hostile-server.mjs');
const server = (mode = 'dies-of', word = '') => ['--', process.execPath, SERVER, mode, word];

let program: BundledProgram;
let folder: string;
beforeAll(async () => {
  program = await bundleProgram(join(ROOT, 'src', 'cli', 'main.ts'));
  folder = mkdtempSync(join(tmpdir(), 'plainwire-check-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await program[Symbol.asyncDispose]();
});

const path = (name: string) => join(folder, name);

async function run(...words: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const result = await promisify(execFile)(process.execPath, [program.path, 'check', ...words]);
    return { code: 0, ...result };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

describe('plainwire check', () => {
  it('prints tables for a person, and nothing else', async () => {
    const { code, stdout, stderr } = await run('--only', 'ping', ...server());
    expect([code, stderr]).toEqual([EXIT.ok, '']);
    expect(stdout).toMatch(/^hostile 1 over stdio, /);
    expect(stdout.trimEnd()).toMatch(/6 of 6 tested pass, 0 fail, 0 warn, 0 info; 0 of 6 skipped$/);
  });

  it('tells the shell what it found', async () => {
    const { code, stdout } = await run(
      '--only',
      'ping',
      '--revision',
      '2025-11-25',
      ...server('dies-of', 'ping'),
    );
    expect(code).toBe(EXIT.failed);
    expect(stdout).toContain('FAIL  ping  MUST  2025-11-25');
  });

  it.each([
    ['exits-at-once', /exited with code 3/],
    ['no such program', /ENOENT/],
  ])('says why there was nothing to check: %s', async (mode, cause) => {
    const target = mode === 'exits-at-once' ? server(mode) : ['--', mode];
    const { code, stdout } = await run('--only', 'ping', ...target);
    expect(code).toBe(EXIT.connect);
    expect(stdout).toMatch(cause);
  });

  it('writes reports to files, and the one for people to the terminal', async () => {
    const formats = ['--format', 'json', '--out', path('a.json'), '--format', 'html', '-o', path('a.html')];
    const { stdout } = await run('--only', 'ping', ...formats, ...server());
    expect(stdout).toContain('tested pass');
    const report = JSON.parse(readFileSync(path('a.json'), 'utf8')) as { checks: { id: string }[] };
    expect(report.checks.map(({ id }) => id)).toContain('ping');
    expect(readFileSync(path('a.html'), 'utf8')).toMatch(/^<!doctype html>/);
  });

  it('prints what it found when a file cannot be written, and writes the others', async () => {
    const formats = ['--format', 'html', '-o', folder, '--format', 'json', '-o', path('b.json')];
    const { code, stdout, stderr } = await run('--only', 'ping', ...formats, ...server());
    expect([code, stdout]).toEqual([EXIT.usage, expect.stringContaining('tested pass')]);
    expect(stderr).toContain('cannot be written (EISDIR)');
    expect(readFileSync(path('b.json'), 'utf8')).toContain('"plainwire-check"');
  });

  it('writes JSON on request, and only that', async () => {
    const { stdout } = await run('--json', '--only', 'ping', ...server());
    expect(JSON.parse(stdout)).toMatchObject({ format: 'plainwire-check', end: 'done' });
  });

  it('holds to a baseline: what is known passes, what is new and what is stale fails', async () => {
    const base = ['--only', 'ping', '--revision', '2025-11-25', '--baseline', path('base.json')];
    const broken = server('dies-of', 'ping');
    expect((await run(...base, '--update-baseline', ...broken)).code).toBe(EXIT.ok);
    const known = await run(...base, ...broken);
    expect([known.code, known.stderr]).toEqual([EXIT.ok, 'baseline: 1 known, 0 new, 0 stale\n']);
    const fixed = await run(...base, ...server());
    expect(fixed.code).toBe(EXIT.failed);
    expect(fixed.stderr).toContain('stale: ping in 2025-11-25');
    writeFileSync(path('base.json'), '{"checks":[]}');
    const fresh = await run(...base, ...broken);
    expect([fresh.code, fresh.stderr]).toEqual([
      EXIT.failed,
      'baseline: 0 known, 1 new, 0 stale\n  new: ping in 2025-11-25\n',
    ]);
  });

  it.each([
    ['prose.txt', 'one line\nand another\nand more\n', /Line 1 .*not JSON/],
    ['empty.jsonl', '', /header is missing/],
    ['header.jsonl', '{"format":"plainwire-trace","version":1}\n', /recording of nothing/],
    ['page.json', '{\n  "a": 1\n}\n', /Line 1 .*not JSON/],
  ])('refuses %s, which is no recording, in one sentence', async (name, text, why) => {
    writeFileSync(path(name), text);
    const { code, stdout, stderr } = await run('--trace', path(name));
    expect([code, stdout]).toEqual([EXIT.usage, '']);
    expect(stderr).toMatch(/holds nothing that could be checked/);
    expect(stderr).toMatch(why);
    expect(stderr).not.toMatch(/warning/);
  });

  it.each([
    [['http://127.0.0.1:9', ...server()], /two servers/],
    [['node', 'server.js'], /plainwire check -- node server\.js/],
    [['more', ...server()], /takes no further words/],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await run(...words);
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringMatching(message)]);
  });

  it('checks a recording', async () => {
    const header = '{"format":"plainwire-trace","version":1}';
    const entry = (dir: string, frame: object) =>
      JSON.stringify({ dir, transport: 'stdio', ms: 0, frame: JSON.stringify(frame) });
    const lines = [
      header,
      entry('client', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }),
      entry('server', { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25', capabilities: {} } }),
    ];
    writeFileSync(path('trace.jsonl'), lines.join('\n'));
    const { code, stdout } = await run('--trace', path('trace.jsonl'));
    expect(code).toBe(EXIT.failed);
    expect(stdout).toContain('result.serverInfo');
  });

  it('lists what there is, and explains it', async () => {
    const { stdout } = await run('--list', '--only', 'utilities');
    expect(stdout).toMatch(/^ {2}ping +utilities +M +M +M +M +- +stdio http sse$/m);
    const json = JSON.parse((await run('--list', '--json')).stdout) as { id: string; specs: object }[];
    expect(json.find(({ id }) => id === 'ping')?.specs).toMatchObject({
      '2025-11-25': expect.stringContaining('/2025-11-25/basic/utilities/ping'),
    });
    const explained = await run('--explain', 'ping');
    expect(explained.stdout).toContain('A ping is answered promptly with an empty result.');
    expect(explained.stdout).toMatch(/2025-06-18 {2}MUST {2}https:/);
  });

  it.each([
    [['--only', 'nix', ...server()], 'called nix'],
    [['--explain', 'nix'], 'no check nix'],
    [['--format', 'xml', ...server()], '--format xml'],
    [['word', ...server()], 'no further words'],
    [[], 'Name a server'],
    [['ws://127.0.0.1:1/'], 'no other transport'],
    [['--baseline', '/nowhere/b.json', ...server()], 'cannot be read'],
    [['--trace', '/nowhere/t.jsonl'], 'cannot be read'],
    [['--trace', SERVER, ...server()], 'name no server'],
    [['--no-such-flag', ...server()], '--no-such-flag'],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await run(...words);
    expect([code, stdout]).toEqual([EXIT.usage, '']);
    expect(stderr).toContain(message);
  });
});

describe('verdictCode', () => {
  const counts = (...verdicts: ('pass' | 'fail' | 'warn')[]) =>
    countVerdicts(verdicts.map((verdict) => ({ verdict })));
  const nothing = { fresh: [], stale: [] };
  const something = { fresh: [{}], stale: [] } as never;
  const stale = { fresh: [], stale: [{}] } as never;

  it.each([
    ['all pass', 'done', counts('pass'), undefined, false, EXIT.ok],
    ['a failure', 'done', counts('pass', 'fail'), undefined, false, EXIT.failed],
    ['a warning', 'done', counts('warn'), undefined, false, EXIT.ok],
    ['a warning, strict', 'done', counts('warn'), undefined, true, EXIT.failed],
    ['known failures', 'done', counts('fail'), nothing, false, EXIT.ok],
    ['known warnings, strict', 'done', counts('warn'), nothing, true, EXIT.ok],
    ['new failures', 'done', counts('fail'), something, false, EXIT.failed],
    ['stale entries', 'done', counts('pass'), stale, false, EXIT.failed],
    ['no session', 'unreachable', counts('fail'), undefined, false, EXIT.connect],
    ['no session, though the baseline knows it', 'unreachable', counts('fail'), nothing, false, EXIT.connect],
    ['no time left', 'budget', counts('pass'), undefined, false, EXIT.timedOut],
    ['no time left, and a failure', 'budget', counts('fail'), undefined, false, EXIT.failed],
    ['an interruption', 'interrupted', counts('fail'), undefined, false, EXIT.interrupted],
  ] as const)('%s', (_, end, found, comparison, strict, code) => {
    expect(verdictCode({ end, counts: found }, comparison, { strict }, false)).toBe(code);
  });

  it('is no failure when the findings become the baseline', () => {
    expect(verdictCode({ end: 'done', counts: counts('fail') }, undefined, { strict: true }, true)).toBe(
      EXIT.ok,
    );
  });
});
