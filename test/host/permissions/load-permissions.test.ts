import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decidePermission, loadPermissions } from '../../../src/host/index.js';
import { isFault } from '../../../src/protocol/index.js';
import { type ConfigFolders, configFolders } from '../../support/config-folders.js';

const FILE = '.plainwire/permissions.json';

let folders: ConfigFolders;
beforeEach(() => {
  folders = configFolders();
});
afterEach(() => folders[Symbol.dispose]());

const load = (more = {}) => loadPermissions({ home: folders.home, cwd: folders.cwd, ...more });
const decide = async (name: string, trust = true) => {
  return decidePermission({ name, trust, rules: await load() });
};

describe('loadPermissions', () => {
  it('without any file there are no rules and no problems', async () => {
    expect(await load()).toEqual({ rules: [], tightening: [], problems: [] });
  });

  it('reads rules in order, with comments, and keeps where they stand', async () => {
    const path = folders.user(
      FILE,
      '{\n  "rules": [\n    // reading is fine\n    {"tool": "mcp_g_get_*", "action": "allow"},\n    {"tool": "mcp_g_*", "action": "deny", "comment": "x"},\n  ],\n}',
    );
    expect(await load()).toEqual({
      rules: [
        { tool: 'mcp_g_get_*', action: 'allow', position: 1, path, line: 4 },
        { tool: 'mcp_g_*', action: 'deny', position: 2, path, line: 5 },
      ],
      tightening: [],
      problems: [],
    });
    expect(await decide('mcp_g_get_issue')).toMatchObject({ action: 'allow' });
    expect((await decide('mcp_g_set_issue')).because).toBe(`rule 2 of ${path}:5 ("mcp_g_*": deny)`);
  });

  it('rules of the program come first', async () => {
    folders.user(FILE, { rules: [{ tool: '*', action: 'deny' }] });
    const { rules } = await load({ rules: [{ tool: 'mcp_a_*', action: 'allow' }] });
    expect(rules.map(({ tool, path }) => [tool, path === undefined])).toEqual([
      ['mcp_a_*', true],
      ['*', false],
    ]);
  });

  it('the file of a project can only be stricter', async () => {
    folders.user(FILE, { rules: [{ tool: 'mcp_a_*', action: 'deny' }] });
    const path = folders.project(FILE, {
      rules: [
        { tool: 'mcp_a_*', action: 'allow' },
        { tool: 'mcp_b_*', action: 'deny' },
      ],
    });
    const { problems } = await load();
    expect(problems).toMatchObject([{ severity: 'warning', path, key: 'rules[0].action' }]);
    expect(await decide('mcp_a_x')).toMatchObject({ action: 'deny' });
    expect(await decide('mcp_b_x')).toMatchObject({ action: 'deny', rule: { path } });
    expect(await decide('mcp_c_x')).toMatchObject({ action: 'allow' });
  });

  it('the file of a project is not read when it is a device, and everything asks', async () => {
    mkdirSync(join(folders.cwd, '.plainwire'));
    symlinkSync('/dev/null', join(folders.cwd, FILE));
    expect((await load()).problems).toMatchObject([{ message: expect.stringContaining('a device') }]);
    expect(await decide('mcp_a_x')).toMatchObject({ action: 'ask' });
  });

  it('in the home folder the file is the user’s', async () => {
    folders.user(FILE, { rules: [{ tool: 'mcp_a_*', action: 'allow' }] });
    const loaded = await loadPermissions({ home: folders.home, cwd: folders.home });
    expect(loaded).toMatchObject({ rules: [{ action: 'allow' }], tightening: [], problems: [] });
  });

  it.each([
    { what: 'no JSON', content: '{"rules": [}', line: 1, message: /not JSON.*every tool asks/ },
    { what: 'an empty file', content: '', line: 1, message: /not JSON: expected a value/ },
    { what: 'a list', content: '[]', line: 1, message: /list of rules.*not a list/ },
    { what: 'no rules', content: '{}', line: 1, message: /and there is none/ },
    { what: 'rules that are no list', content: '{\n"rules": {}}', line: 2, message: /not an object/ },
    {
      what: 'rules twice',
      content: '{"rules": [],\n"rules": []}',
      line: 2,
      message: /twice, first on line 1/,
    },
    {
      what: 'a key twice',
      content: '{"rules": [{"tool": "a", "tool": "b", "action": "ask"}]}',
      line: 1,
      message: /rules\[0\]\.tool is there twice/,
    },
    { what: 'UTF-16', content: new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), line: undefined, message: /UTF-16/ },
    { what: '10 MB', content: ' '.repeat(10_000_000), line: undefined, message: /configFileBytes/ },
  ])('$what: everything asks', async ({ content, line, message }) => {
    const path = folders.user(FILE, content);
    const { problems } = await load();
    expect(problems).toMatchObject([{ severity: 'error', path, line }]);
    expect(problems[0]?.message).toMatch(message);
    expect(await decide('mcp_a_x')).toMatchObject({ action: 'ask', rule: { path } });
  });

  it.each([
    { rule: { tool: 'mcp_a_*', action: 'dney' }, key: 'rules[0].action' },
    { rule: { tool: 'mcp_a_*', action: 1 }, key: 'rules[0].action' },
    { rule: { tool: 'mcp_a_*' }, key: 'rules[0].action' },
    { rule: { tool: 7, action: 'deny' }, key: 'rules[0].tool' },
    { rule: { tool: '', action: 'deny' }, key: 'rules[0].tool' },
    { rule: { tool: 'a'.repeat(300), action: 'deny' }, key: 'rules[0].tool' },
    { rule: { action: 'allow' }, key: 'rules[0].tool' },
    { rule: { tool: 'mcp_a_*', action: 'allow', when: 'x' }, key: 'rules[0].when' },
    { rule: 'mcp_a_*', key: 'rules[0]' },
    { rule: null, key: 'rules[0]' },
  ])('$rule asks, and the rules after it count', async ({ rule, key }) => {
    folders.user(FILE, { rules: [rule, { tool: '*', action: 'allow' }] });
    const { rules, problems } = await load();
    expect(problems.map((problem) => [problem.severity, problem.key])).toContainEqual(['error', key]);
    expect(rules).toHaveLength(2);
    expect(await decide('mcp_a_x')).toMatchObject({ action: 'ask', rule: { position: 1 } });
  });

  it.each(['mcp_my-server_*', 'mcp_[ab]_*', 'mcp_日本_*'])(
    'warns of %s, which fits no name',
    async (tool) => {
      folders.user(FILE, { rules: [{ tool, action: 'deny' }] });
      expect((await load()).problems).toMatchObject([{ severity: 'warning', key: 'rules[0].tool' }]);
    },
  );

  it('of too many rules none is read, and everything asks', async () => {
    const rules = Array.from({ length: 1000 }, (_, index) => ({ tool: `mcp_a_${index}`, action: 'allow' }));
    folders.user(FILE, { rules });
    expect(await decide('mcp_a_999', false)).toMatchObject({ action: 'allow' });
    const path = folders.user(FILE, { rules: [...rules, { tool: 'x', action: 'deny' }] });
    expect(await decide('mcp_a_999', false)).toMatchObject({ action: 'ask', rule: { tool: '*' } });
    expect((await load()).problems).toMatchObject([
      { severity: 'error', path, message: expect.stringContaining('at most 1000') },
    ]);
  });

  it('a file that is named has to be there', async () => {
    const { rules, problems } = await load({ permissionsPath: 'nowhere.json' });
    expect(problems).toMatchObject([{ severity: 'error', message: expect.stringMatching(/no such file/i) }]);
    expect(rules).toMatchObject([{ tool: '*', action: 'ask' }]);
  });

  it('a file that is named is the only one', async () => {
    folders.user(FILE, { rules: [{ tool: 'mcp_u_*', action: 'deny' }] });
    folders.project(FILE, { rules: [{ tool: 'mcp_p_*', action: 'deny' }] });
    folders.project('mine.json', { rules: [{ tool: 'mcp_m_*', action: 'allow' }] });
    const loaded = await load({ permissionsPath: 'mine.json' });
    expect(loaded).toMatchObject({ rules: [{ tool: 'mcp_m_*' }], tightening: [], problems: [] });
  });

  it.each([
    [[{ tool: 'a', action: 'maybe' }]],
    [[{ tool: 5, action: 'allow' }]],
    [['a']],
    [{ tool: 'a', action: 'allow' }],
  ])('refuses wrong rules of a program: %j', async (rules) => {
    const failure = await load({ rules }).catch((error: unknown) => error);
    expect(isFault(failure, 'invalid_argument')).toBe(true);
  });
});
