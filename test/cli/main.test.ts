import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-code.js';
import { VERSION } from '../../src/protocol/index.js';
import type { BundledProgram } from '../support/bundle-program.js';
import { bundleProgram } from '../support/bundle-program.js';
import { waitFor } from '../support/wait-for.js';

const ROOT = join(import.meta.dirname, '..');
const SERVER = join(ROOT, 'fixtures', 'raw-server.mjs');
const server = (mode = 'good') => ['--', process.execPath, SERVER, mode];

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(join(ROOT, '..', 'src', 'cli', 'main.ts'));
});
afterAll(() => program[Symbol.asyncDispose]());

function start(argv: readonly string[]) {
  const child = spawn(process.execPath, [program.path, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  return { child, output };
}

async function run(...argv: readonly string[]) {
  const { child, output } = start(argv);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

describe('the plainwire command', () => {
  it.each([
    ['call', ['echo', 'message=hi'], 'hi\n'],
    ['call', ['add', 'a=2', 'b=3'], 'number 5\n'],
    ['call', ['add', '{"a":"2","b":"3"}'], 'string 23\n'],
    ['call', ['escape'], '\\x1b[31mred\n'],
    ['read', ['memo://a'], 'a memo\n'],
    ['prompt', ['greet', 'name=Ada'], 'user: Greet Ada\n'],
    ['complete', ['greet', 'name=A', 'greeting=hello'], 'Ada\nhello\n'],
  ])('%s %j', async (verb, words, expected) => {
    expect(await run(verb, ...words, ...server())).toMatchObject({ code: EXIT.ok, stdout: expected });
  });

  it('inspects a server', async () => {
    const { code, stdout } = await run('inspect', ...server());
    expect(code).toBe(EXIT.ok);
    for (const text of ['raw 1.2.3', '2025-11-25', 'tools (6)', 'echo', 'memo://{name}', 'greet'])
      expect(stdout).toContain(text);
  });

  it.each([
    ['inspect', []],
    ['call', ['echo', 'message=hi']],
    ['read', ['memo://a']],
    ['prompt', ['greet', 'name=Ada']],
    ['complete', ['greet', 'name=A']],
  ])('%s --json prints one JSON value', async (verb, words) => {
    const { code, stdout } = await run(verb, '--json', ...words, ...server());
    expect(code).toBe(EXIT.ok);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });

  it.each([
    ['a tool that reports an error', ['call', 'fail', ...server()], EXIT.failed, /reports an error/],
    ['an unknown verb', ['dance', ...server()], EXIT.usage, /no verb/],
    ['no server', ['inspect'], EXIT.usage, /Name a server/],
    ['no tool', ['call', ...server()], EXIT.usage, /name of a tool/],
    [
      'a word too many, and a server that would not start',
      ['inspect', 'x', '--', '/no/such'],
      EXIT.usage,
      /no further words/,
    ],
    ['a server and another', ['inspect', 'http://127.0.0.1:9/mcp', ...server()], EXIT.usage, /two servers/],
    ['a command without dashes', ['inspect', 'node', 'x.js'], EXIT.usage, /inspect -- node x\.js/],
    [
      'an unknown flag',
      ['inspect', '--timeot', '3', ...server()],
      EXIT.usage,
      /^plainwire: There is no flag --timeot: did you mean --timeout\?\n.*help inspect/,
    ],
    [
      'what the server does not offer',
      ['prompt', 'greet', ...server('bare')],
      EXIT.protocol,
      /prompts.*`plainwire inspect` shows[^`]*$/,
    ],
    [
      'suggestions that the server does not offer',
      ['complete', 'a', 'b=', ...server('bare')],
      EXIT.protocol,
      /completions.*inspect/,
    ],
    [
      'a program that does not exist',
      ['inspect', '--', '/no/such/program'],
      EXIT.connect,
      /no\/such\/program/,
    ],
    ['a server that exits', ['inspect', ...server('exit')], EXIT.connect, /licence has run out/],
    ['a revision nobody knows', ['inspect', ...server('future')], EXIT.connect, /2099-01-01/],
    ['an unknown tool', ['call', 'nope', ...server()], EXIT.protocol, /Unknown tool: nope/],
    [
      'a tool that hangs',
      ['call', 'hang', '--timeout', '300ms', ...server()],
      EXIT.timedOut,
      /`--timeout 2m` gives it longer/,
    ],
    [
      'a revision that is pinned',
      ['inspect', '--revision', '2026-07-28', ...server()],
      EXIT.connect,
      /2026-07-28/,
    ],
  ])('%s', async (_name, argv, code, message) => {
    const result = await run(...argv);
    expect(result).toMatchObject({ code, stderr: expect.stringMatching(message) });
  });

  it('shows the wire on standard error only', async () => {
    const { stdout, stderr } = await run('call', '-v', 'echo', 'message=hi', ...server());
    expect(stdout).toBe('hi\n');
    expect(stderr).toMatch(/→ .*"method":"initialize"/);
    expect(stderr).toMatch(/← .*"serverInfo"/);
  });

  it('writes long output to its end', async () => {
    const { stdout } = await run('call', 'many', ...server());
    expect(stdout.split('\n')).toHaveLength(2001);
    expect(stdout).toContain('line 1999 ');
  });

  it('prints version and help', async () => {
    expect(await run('--version')).toMatchObject({ code: EXIT.ok, stdout: `${VERSION}\n` });
    expect((await run('--help')).stdout).toContain('exit codes');
  });

  it.each([
    [['help', 'call'], /^plainwire call: call a tool\n/],
    [['check', '--help'], /--baseline file/],
    [['help'], /exit codes/],
    [[], /exit codes/],
  ])('%j prints help', async (argv, expected) => {
    expect(await run(...argv)).toMatchObject({
      code: EXIT.ok,
      stdout: expect.stringMatching(expected),
      stderr: '',
    });
  });

  it('tells the same mistake of a server once', async () => {
    const { code, stderr } = await run('inspect', '--', process.execPath, '-e', 'console.log("hello")');
    expect(code).toBe(EXIT.connect);
    expect(stderr.match(/^warning: .*cannot be used/gm)).toHaveLength(1);
  });

  it('cancels the call and ends when interrupted', async () => {
    const { child, output } = start(['call', '-v', 'hang', ...server()]);
    await waitFor('the call is out', () => output.stderr.includes('"name":"hang"'));
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(EXIT.interrupted);
    expect(output.stderr).toContain('notifications/cancelled');
  });

  it('ends quietly when its reader goes away', async () => {
    const { child, output } = start(['call', 'many', ...server()]);
    child.stdout.destroy();
    const [code, signal] = await once(child, 'close');
    expect(signal).toBeNull();
    expect(code).not.toBeNull();
    expect(output.stderr).not.toContain('EPIPE');
  });

  it.each([[['call', 'echo', 'message=hi', ...server()]], [['--version']]])(
    '%j says so when its output does not fit anywhere',
    async (argv) => {
      const { code, stderr } = await runFull(argv);
      expect(code).toBe(EXIT.outputLost);
      expect(stderr).toBe(
        'plainwire: Standard output could not be written (ENOSPC). What is there is incomplete.\n',
      );
    },
  );
});

/** Runs with a full disk for standard output. */
async function runFull(argv: readonly string[]) {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [program.path, ...argv], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
