// The verbs about configured servers, on files in folders of their own.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../src/cli/command-line.js';
import { openSession } from '../../../src/cli/session.js';
import { call } from '../../../src/cli/verbs/call.js';
import { prompts } from '../../../src/cli/verbs/prompts.js';
import { resources } from '../../../src/cli/verbs/resources.js';
import { servers } from '../../../src/cli/verbs/servers.js';
import { tools } from '../../../src/cli/verbs/tools.js';
import { CliRun } from '../../support/cli-run.js';
import { fixturePath } from '../../support/odd-server.js';
import { typingTerminal } from '../../support/typing-terminal.js';

const RAW = { command: process.execPath, args: [fixturePath('raw-server.mjs')] };
const EXITS = { command: process.execPath, args: [fixturePath('raw-server.mjs'), 'exit'] };
const VERBS = { servers, tools, resources, prompts };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
  await mkdir(join(folder, 'cwd'));
});
afterEach(() => rm(folder, { recursive: true }));

const pathOf = (place: 'home' | 'cwd', name: string) => join(folder, place, '.plainwire', name);

async function write(place: 'home' | 'cwd', name: string, content: unknown): Promise<string> {
  await mkdir(join(folder, place, '.plainwire'), { recursive: true });
  await writeFile(pathOf(place, name), typeof content === 'string' ? content : JSON.stringify(content));
  return pathOf(place, name);
}

const declare = (mcpServers: object, place: 'home' | 'cwd' = 'home') =>
  write(place, 'mcp.json', { mcpServers });

async function run(argv: readonly string[], typed: readonly string[] = [], interrupted?: AbortSignal) {
  const line = parseCommandLine(argv);
  const recorded = new CliRun(interrupted);
  const parts = {
    openTerminal: typingTerminal(...typed).open,
    home: join(folder, 'home'),
    cwd: join(folder, 'cwd'),
  };
  const verb = VERBS[line.verb as keyof typeof VERBS];
  if (verb !== undefined) return { recorded, code: await verb(line, recorded.surroundings, parts) };
  const session = await openSession(line, recorded.surroundings, parts);
  await using _ = session.client;
  return { recorded, code: await call(session) };
}

describe('servers', () => {
  it('shows each one in a table: state, revision, counts, file and reason', async () => {
    const file = await declare({
      raw: RAW,
      broken: EXITS,
      off: { ...RAW, enabled: false },
      bad: { command: 5 },
    });
    const { recorded, code } = await run(['servers']);
    const rows = recorded.lines.map((line) => line.trim().split(/ {2,}/));
    expect(rows).toEqual([
      ['name', 'state', 'transport', 'revision', 'offers', 'declared in', 'reason'],
      ['raw', 'ready', 'stdio', '2025-11-25', '6 tools, 1 resource, 1 template, 1 prompt', file],
      ['broken', 'failed', 'stdio', '-', '-', file, expect.stringMatching(/code 7.*the licence has run out/)],
      ['off', 'closed', 'stdio', '-', '-', file, 'switched off by `enabled: false`'],
      ['bad', 'unusable', '-', '-', '-', file, expect.stringMatching(/./)],
    ]);
    expect(recorded.notes).toEqual([expect.stringContaining(`error: ${file}:1: server "bad": command`)]);
    expect(code).toBe(3);
  });

  it('says that all is well', async () => {
    await declare({ raw: RAW });
    expect((await run(['servers'])).code).toBe(0);
  });

  it('gives everything as JSON', async () => {
    await declare({ raw: RAW });
    const { recorded } = await run(['servers', '--json']);
    expect(recorded.json).toMatchObject({
      servers: [{ name: 'raw', phase: 'ready', counts: { tools: 6 }, origin: { kind: 'user' } }],
      problems: [],
    });
    expect(recorded.lines).toEqual([]);
  });

  it.each([
    ['a file that is not JSON', 'nonsense', 2],
    ['no servers', '{"mcpServers": {}}', 0],
  ])('%s', async (_what, text, code) => {
    await write('home', 'mcp.json', text);
    const outcome = await run(['servers']);
    expect(outcome.code).toBe(code);
    expect(outcome.recorded.told).toMatch(code === 2 ? /error: .*mcp\.json/ : /no servers are configured/);
  });

  it.each([['tools'], ['resources'], ['prompts']])('%s says that there are no servers, too', async (verb) => {
    const { recorded, code } = await run([verb]);
    expect([code, recorded.lines, recorded.told]).toEqual([
      0,
      [],
      expect.stringMatching(/no servers are configured: docs\/config\.md/),
    ]);
  });

  it.each(['servers', 'tools'])('%s refuses a key that was meant to be mcpServers', async (verb) => {
    await write('home', 'mcp.json', { mcpServer: { raw: RAW } });
    const { recorded, code } = await run([verb]);
    expect(code).toBe(2);
    expect(recorded.told).toMatch(/error: .*The key "mcpServer" is not known.*"mcpServers"/);
    expect(recorded.told).not.toMatch(/no servers are configured/);
  });

  it.each([
    [
      ['y', 'n'],
      ['ready', 'unusable'],
    ],
    [
      ['n', 'y'],
      ['unusable', 'ready'],
    ],
    [[], ['unusable', 'unusable']],
  ])('asks about the servers of a project: %j', async (typed, expected) => {
    await declare({ one: RAW, two: RAW }, 'cwd');
    const { recorded, code } = await run(['servers'], typed);
    const states = recorded.lines.slice(1).map((line) => line.trim().split(/ {2,}/).slice(0, 2));
    expect(Object.fromEntries(states)).toEqual({ one: expected[0], two: expected[1] });
    expect(code).toBe(3);
  });

  it('reads the file of --config, and asks nothing about it', async () => {
    await declare({ other: RAW });
    await declare({ raw: RAW }, 'cwd');
    const { recorded, code } = await run(['servers', '--config', pathOf('cwd', 'mcp.json')]);
    expect(code).toBe(0);
    expect(recorded.lines.slice(1).map((line) => line.trim().split(' ')[0])).toEqual(['raw']);
  });

  it('ends when it is interrupted', async () => {
    await declare({ silent: { command: process.execPath, args: [fixturePath('odd-server.mjs'), 'silent'] } });
    await expect(run(['servers'], [], AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });

  it.each([
    [['servers', 'raw'], /servers takes no further words/],
    [['tools', 'raw', 'more'], /tools takes at most the name of one server/],
    [['tools', 'nope'], /No server is named 'nope'. There are: raw, off/],
    [['tools', 'off'], /switched off/],
    [['tools', 'bad'], /'bad' cannot be used/],
    [['tools', '--env', 'A=1'], /--env have no effect/],
    [['prompts', '--', 'node'], /inspect/],
  ])('%j is refused', async (argv, message) => {
    await declare({ raw: RAW, off: { ...RAW, enabled: false }, bad: { command: 5 } });
    await expect(run(argv)).rejects.toThrow(message);
  });
});

describe('tools', () => {
  it('shows registered names, permissions and descriptions', async () => {
    await declare({ raw: RAW });
    await write('home', 'permissions.json', { rules: [{ tool: 'mcp_raw_echo', action: 'allow' }] });
    const { recorded, code } = await run(['tools', 'raw']);
    expect(code).toBe(0);
    expect(recorded.text).toMatch(
      /^ {2}mcp_raw_echo +allow {2}Gives the message back\n {2}mcp_raw_add +ask\n/,
    );
    expect(recorded.text).toMatch(/read_mcp_resource +allow/);
  });

  it('names the rule in JSON', async () => {
    const config = await declare({ raw: RAW }, 'cwd');
    await write('cwd', 'permissions.json', { rules: [{ tool: 'mcp_raw_*', action: 'deny' }] });
    const { recorded } = await run(['tools', '--json', '--config', config]);
    expect(recorded.json).toContainEqual({
      name: 'mcp_raw_echo',
      server: 'raw',
      tool: 'echo',
      permission: 'deny',
      because: expect.stringContaining('permissions.json'),
      description: 'Gives the message back',
      inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
    });
  });

  it('goes on without a server that fails, and says so', async () => {
    await declare({ broken: EXITS, raw: RAW });
    const { recorded, code } = await run(['tools']);
    expect(code).toBe(3);
    expect(recorded.text).toContain('mcp_raw_echo');
    expect(recorded.told).toMatch(/server 'broken': .*code 7/);
  });
});

describe('resources and prompts', () => {
  it.each([
    ['resources', /^ {2}raw {2}memo:\/\/a +A memo\n {2}raw {2}memo:\/\/\{name\} +memo$/],
    ['prompts', /^ {2}raw {2}greet$/],
  ])('%s', async (verb, expected) => {
    await declare({ raw: RAW });
    const { recorded, code } = await run([verb]);
    expect(code).toBe(0);
    expect(recorded.text).toMatch(expected);
  });

  it('as JSON', async () => {
    await declare({ raw: RAW });
    expect((await run(['resources', '--json'])).recorded.json).toEqual({
      resources: [{ uri: 'memo://a', name: 'a', description: 'A memo', server: 'raw' }],
      resourceTemplates: [{ uriTemplate: 'memo://{name}', name: 'memo', server: 'raw' }],
      errors: [],
    });
    expect((await run(['prompts', '--json'])).recorded.json).toEqual([
      { name: 'greet', arguments: [{ name: 'name' }], server: 'raw' },
    ]);
  });
});

describe('what a server cannot do', () => {
  it.each([
    ['resources', ['  raw  memo://a good memo://b  \\u202egood', '  raw  memo://{name}           memo']],
    ['prompts', ['  raw  a good b  \\x1b[2J']],
  ])('is to make up a row of %s', async (verb, expected) => {
    await declare({ raw: { ...RAW, args: [...RAW.args, 'spoof'] } });
    const { recorded } = await run([verb]);
    expect(recorded.lines).toEqual(expected);
  });

  it.each([
    ['resources', 3, /raw: .*The index is broken/],
    ['prompts', 3, /server 'raw': .*The index is broken/],
    ['tools', 0, /server 'raw': tools\/list: .*The index is broken/],
  ])('is to keep a list of %s back unnoticed', async (verb, expected, told) => {
    await declare({ raw: { ...RAW, args: [...RAW.args, 'listless'] } });
    for (const flags of [[], ['--json']]) {
      const { recorded, code } = await run([verb, ...flags]);
      expect(code).toBe(expected);
      expect(recorded.told).toMatch(told);
    }
  });
});

describe('call --server', () => {
  it('calls a tool of a configured server', async () => {
    await declare({ raw: RAW });
    const { recorded, code } = await run(['call', '--server', 'raw', 'echo', 'message=hi']);
    expect({ code, lines: recorded.lines }).toEqual({ code: 0, lines: ['hi'] });
  });

  it('asks about the server that is meant, and about no other', async () => {
    await declare({ other: RAW, raw: RAW }, 'cwd');
    const { recorded, code } = await run(['call', '--server', 'raw', 'echo', 'message=hi'], ['y']);
    expect({ code, lines: recorded.lines, notes: recorded.notes }).toEqual({
      code: 0,
      lines: ['hi'],
      notes: [],
    });
  });

  it.each([
    [['nope'], /No server is named 'nope'/],
    [['raw', '--env', 'A=1'], /--env have no effect/],
  ])('refuses %j', async (words, message) => {
    await declare({ raw: RAW });
    await expect(run(['call', '--server', ...words, 'echo'])).rejects.toThrow(message);
  });
});
