import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/exit-code.js';
import { McpClient, stdioServer, streamableHttpServer } from '../../../src/client/index.js';
import { ChildProgram } from '../../support/child-program.js';
import { waitFor } from '../../support/wait-for.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const COMMAND = join(ROOT, 'dist', 'cli.js');
const MODULE = join(ROOT, 'test', 'fixtures', 'chatty-tools.mjs');

const children: ChildProgram[] = [];
const folders: string[] = [];
afterEach(async () => {
  // Not SIGKILL: what is served now has a folder to remove.
  for (const child of children) child.process.kill('SIGTERM');
  await Promise.all(children.splice(0).map(({ ended }) => ended));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function start(...argv: string[]): ChildProgram {
  const child = new ChildProgram([COMMAND, 'serve', ...argv]);
  children.push(child);
  return child;
}

describe('plainwire serve', () => {
  it('serves on loopback until it is interrupted, and prints what it hands out without the token', async () => {
    const child = start(MODULE);
    await child.untilStderr('Ctrl-C');
    const [, url = ''] = /serves at (\S+)/.exec(child.stdout) ?? [];
    const [, path = ''] = /config {2}(\S+)/.exec(child.stdout) ?? [];
    const { headers } = JSON.parse(readFileSync(path, 'utf8')).mcpServers['chatty-tools'];
    const token = headers.Authorization.replace('Bearer ', '');
    expect(token).toHaveLength(43);
    expect(child.stdout + child.stderr).not.toContain(token);
    expect(child.stdout).toContain('Authorization: ***');
    expect(child.stdout).toMatch(/mcp__chatty-tools__send +asks for approval, egress/);
    await using client = await McpClient.connect(streamableHttpServer({ url, headers }));
    expect((await client.callTool('hi')).content).toEqual([{ type: 'text', text: 'hello' }]);
    await client.close();
    child.process.kill('SIGINT');
    expect(await child.ended).toEqual({ code: EXIT.ok, signal: null });
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('says the same as JSON, and takes a name and a deadline', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plainwire-test-'));
    folders.push(folder);
    const module = join(folder, 'tools.mjs');
    writeFileSync(module, `export { registry as default } from ${JSON.stringify(MODULE)};`);
    const child = start('--json', '--http', '--name', 'engine', '--timeout', '2s', module);
    await waitFor('the JSON is out', () => child.stdout.endsWith('\n}\n'));
    const json = child.stdout.slice(child.stdout.indexOf('{'));
    expect(JSON.parse(json)).toMatchObject({
      name: 'engine',
      toolNames: ['mcp__engine__hi', 'mcp__engine__send'],
      authHeaders: { Authorization: '***' },
      suggestedTimeoutMs: 32_000,
    });
  });

  it('serves over stdio, with nothing but frames on standard output', async () => {
    const args = [COMMAND, 'serve', '--stdio', MODULE];
    const warnings: string[] = [];
    await using client = await McpClient.connect(stdioServer({ command: process.execPath, args }), {
      onWarning: ({ message }) => warnings.push(message),
    });
    expect(client.serverInfo?.name).toBe('chatty-tools');
    expect((await client.callTool('hi')).content).toEqual([{ type: 'text', text: 'hello' }]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['no module', [], /takes one module/],
    ['two modules', [MODULE, MODULE], /takes one module/],
    ['a server to talk to', [MODULE, '--', 'node'], /takes one module/],
    ['both ways at once', ['--stdio', '--http', MODULE], /one of --stdio and --http/],
    ['a module that is not there', ['./no-such-module.js'], /no module .*no-such-module\.js/],
    ['a module without tools', [join(ROOT, 'dist', 'protocol.js')], /neither a registry nor a list/],
    ['a module that is no JavaScript', [join(ROOT, 'README.md')], /cannot be loaded/],
    ['a name that cannot be one', ['--name', 'a__b', MODULE], /cannot be the name of a server/],
  ])('refuses %s', async (_what, argv, message) => {
    const child = start(...argv);
    expect(await child.ended).toMatchObject({ code: EXIT.usage });
    expect(child.stderr).toMatch(message);
  });
});
