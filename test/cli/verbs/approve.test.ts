import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskTerminal } from '../../../src/cli/agents/ask-terminal.js';
import { parseCommandLine } from '../../../src/cli/command-line.js';
import { approve } from '../../../src/cli/verbs/approve.js';
import { waitFor } from '../../support/wait-for.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const fixture = (name: string) => join(ROOT, 'test', 'fixtures', name);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A terminal with somebody who types one line after the other, each after a prompt. */
function terminal(...lines: string[]): { terminal: AskTerminal; shown: () => string } {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  const left = [...lines];
  output.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (!part.endsWith(' > ')) return;
    const line = left.shift();
    if (line !== undefined) input.write(`${line}\n`);
  });
  return { terminal: { input, output, isInputFree: true, close: () => {} }, shown: () => text };
}

async function run(
  argv: readonly string[],
  somebody: AskTerminal,
  interrupted = new AbortController().signal,
) {
  const notes: string[] = [];
  const output = {
    line: () => {},
    json: () => {},
    status: () => {},
    note: (text: string) => void notes.push(text),
  };
  const report = join(folder, `report-${Math.random()}.json`);
  const line = parseCommandLine(['approve', '--env', `REPORT=${report}`, ...argv]);
  const parts = {
    openTerminal: () => somebody,
    hookCommand: [process.execPath, join(ROOT, 'dist', 'cli.js'), 'codex-hook'],
  };
  const code = await approve(line, { output, interrupted, isTerminal: true }, parts);
  const read = () => JSON.parse(readFileSync(report, 'utf8'));
  return { code, notes: notes.join('\n'), read };
}

const claude = ['--', process.execPath, fixture('fake-claude.mjs'), '-p', 'do it'];

describe('approve, with Claude Code', () => {
  it('asks in the terminal for what the agent wants to do', async () => {
    const { terminal: somebody, shown } = terminal('a');
    const { code, notes, read } = await run(['claude', '--env', 'EXTRA=more', ...claude], somebody);
    expect(shown()).toContain('Approval needed for Write');
    expect(shown()).toContain('+hello');
    const { argv, verdict, ...rest } = read();
    expect(verdict).toMatchObject({ behavior: 'allow', updatedInput: { content: 'hello\n' } });
    expect(argv.slice(-2)).toEqual(['-p', 'do it']);
    expect(rest).toEqual({
      isTokenInArgv: false,
      isTokenInEnv: false,
      extra: 'more',
      servers: ['plainwire_approvals'],
    });
    expect(code).toBe(0);
    expect(notes).toContain('1 asked for, 1 allowed, 0 denied');
  });

  it('says no with the reason that was typed', async () => {
    const { terminal: somebody } = terminal('r', 'not there');
    const { read } = await run(['claude', ...claude], somebody);
    expect(read().verdict).toEqual({ behavior: 'deny', message: 'not there' });
  });

  it('says what it hands out, with the secret masked', async () => {
    const { terminal: somebody } = terminal('a');
    const { notes } = await run(['claude', '-v', ...claude], somebody);
    expect(notes).toMatch(/url {5}http:\/\/127\.0\.0\.1:\d+\/mcp/);
    expect(notes).toContain('Authorization: ***');
    expect(notes).toMatch(
      /runs .*--permission-prompt-tool mcp__plainwire_approvals__approve --strict-mcp-config -p/,
    );
    expect(notes).not.toMatch(/Bearer [\w-]{20}/);
  });

  it('denies when nobody answers in time', async () => {
    const { terminal: somebody } = terminal();
    const { read } = await run(['claude', '--timeout', '300ms', ...claude], somebody);
    expect(read().verdict).toEqual({ behavior: 'deny', message: expect.stringContaining('within 0.3s') });
  });

  it('gives the exit code of the agent', async () => {
    const { terminal: somebody } = terminal('a');
    const { code } = await run(['claude', '--env', 'EXIT_WITH=9', ...claude], somebody);
    expect(code).toBe(9);
  });

  it('ends the agent when it is interrupted', async () => {
    const { terminal: somebody, shown } = terminal();
    const interruption = new AbortController();
    const running = run(['claude', ...claude], somebody, interruption.signal);
    await waitFor('the question is shown', () => shown().endsWith(' > '));
    interruption.abort();
    expect((await running).code).toBe(143);
  });

  it.each([
    ['no command', ['claude'], /takes the command of an agent/],
    ['too many words', ['claude', 'please', ...claude], /takes the command of an agent/],
    ['an interactive agent', ['--', 'claude'], /owns the terminal/],
    ['an agent that nobody knows', ['--', 'gemini', '-p', 'x'], /knows claude and codex/],
  ])('refuses %s before anything is started', async (_name, argv, message) => {
    let isOpened = false;
    const line = parseCommandLine(['approve', ...argv]);
    const output = { line: () => {}, json: () => {}, status: () => {}, note: () => {} };
    const surroundings = { output, interrupted: new AbortController().signal, isTerminal: true };
    const opening = () => {
      isOpened = true;
      return terminal().terminal;
    };
    await expect(approve(line, surroundings, { openTerminal: opening })).rejects.toThrow(message);
    expect(isOpened).toBe(false);
  });
});

const codex = ['--', process.execPath, fixture('fake-codex.mjs'), 'exec', 'do it'];

describe('approve, with Codex', () => {
  it('asks through the hook', async () => {
    const { terminal: somebody, shown } = terminal('a');
    const { notes, read } = await run(['codex', ...codex], somebody);
    expect(shown()).toContain('Approval needed for Bash');
    const { verb, argv, ...outcome } = read();
    expect(verb).toBe('exec');
    expect(argv.at(-1)).toBe('do it');
    expect(outcome).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(notes).toContain('1 asked for, 1 allowed, 0 denied');
  });

  it('keeps the call from running when somebody says no', async () => {
    const { terminal: somebody } = terminal('r', 'not that');
    const { read } = await run(['codex', ...codex], somebody);
    expect(read()).toMatchObject({ status: 2, stderr: expect.stringContaining('not that') });
  });

  it('starts nothing when Codex would not run the hook', async () => {
    const { terminal: somebody } = terminal();
    const running = run(['codex', '--env', 'TRUST=untrusted', ...codex], somebody);
    await expect(running).rejects.toMatchObject({ code: 'capability_missing' });
  });
});
