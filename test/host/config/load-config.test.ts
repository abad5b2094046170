// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of a configuration.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  configProblemText,
  type LoadConfigOptions,
  loadMcpConfig,
  type ServerEntry,
} from '../../../src/host/index.js';
import { isFault } from '../../../src/protocol/index.js';
import { stdioServer } from '../../../src/transport/index.js';
import { type ConfigFolders, configFolders } from '../../support/config-folders.js';

const FILE = '.plainwire/mcp.json';

let folders: ConfigFolders;
beforeEach(() => {
  folders = configFolders();
});
afterEach(() => folders[Symbol.dispose]());

const load = (options: LoadConfigOptions = {}) => {
  return loadMcpConfig({ home: folders.home, cwd: folders.cwd, env: { TOKEN: 'geheim' }, ...options });
};
const servers = (...names: readonly string[]) => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: `run-${name}` }])),
});
const yes: LoadConfigOptions = { approveProjectServer: () => true };
const commands = (entries: readonly ServerEntry[]) => {
  return entries.map(({ name, target }) => `${name}=${target.kind === 'stdio' ? target.command : ''}`);
};

describe('the files', () => {
  it('without any there are no servers and no problems', async () => {
    expect(await load()).toEqual({ servers: [], problems: [] });
  });

  it('come in the order user, project, program', async () => {
    const userPath = folders.user(FILE, servers('u1', 'u2'));
    const projectPath = folders.project(FILE, servers('p'));
    const loaded = await load({ ...yes, servers: { z: { command: 'run-z' } } });
    expect(loaded.problems).toEqual([]);
    expect(loaded.servers.map(({ name, origin }) => [name, origin])).toEqual([
      ['u1', { kind: 'user', path: userPath }],
      ['u2', { kind: 'user', path: userPath }],
      ['p', { kind: 'project', path: projectPath }],
      ['z', { kind: 'program' }],
    ]);
  });

  it('may begin with a byte order mark, and hold comments and trailing commas', async () => {
    folders.user(FILE, '\ufeff{\n  // mine\n  "mcpServers": {"a": {"command": "run-a",},},\n}\n');
    expect(await load()).toMatchObject({ servers: [{ name: 'a' }], problems: [] });
  });

  it('a folder without a configuration folder, or with a file in its place, is fine', async () => {
    folders.project('.plainwire', 'x');
    expect(await load()).toEqual({ servers: [], problems: [] });
  });

  it.each([
    ['{"mcpServers": {', 1, 'This is not JSON: expected'],
    ['', 1, 'This is not JSON: expected a value'],
    ['[]', 1, 'Expected an object with the key "mcpServers", not a list'],
    ['"x"', 1, 'Expected an object with the key "mcpServers", not text'],
    ['{\n"mcpServers": []}', 2, '"mcpServers" must be an object of servers by name, not a list'],
    ['{\n"mcpServers": 7}', 2, '"mcpServers" must be an object of servers by name, not a number'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), undefined, 'not valid UTF-8'],
    [new Uint8Array([0xfe, 0xff, 0x00, 0x7b]), undefined, 'UTF-16'],
    [`{"x": "${'x'.repeat(10_000_000)}"}`, undefined, 'more than 4,194,304 bytes, the limit configFileBytes'],
  ])('%.30j is one error with its place', async (content, line, message) => {
    const path = folders.user(FILE, content);
    const loaded = await load({ servers: { z: { command: 'run-z' } } });
    expect(loaded.problems).toMatchObject([{ severity: 'error', path, line, server: undefined }]);
    expect(loaded.problems[0]?.message).toContain(message);
    expect(loaded.servers).toMatchObject([{ name: 'z' }]);
  });

  it('a folder in place of a file is an error', async () => {
    mkdirSync(join(folders.home, FILE), { recursive: true });
    expect(await load()).toMatchObject({ problems: [{ message: expect.stringContaining('EISDIR') }] });
  });

  it('the limit can be raised, and lowered', async () => {
    folders.user(FILE, servers('a'));
    const { problems } = await load({ limits: { configFileBytes: 10 } });
    expect(problems).toMatchObject([{ message: expect.stringContaining('more than 10 bytes') }]);
    expect((await load({ limits: { configFileBytes: 10_000 } })).servers).toHaveLength(1);
  });

  it('one broken entry leaves the others', async () => {
    const path = folders.user(
      FILE,
      '{"mcpServers": {\n"a": {"command": "a"},\n"b": {\n"command": "b", "args": [\n1]},\n"c": {"url": "https://c.test"}}}',
    );
    const { servers: found, problems } = await load();
    expect(found.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(problems).toMatchObject([{ severity: 'error', path, line: 5, server: 'b', key: 'args[0]' }]);
  });

  it('a key that is not known is a warning with its line', async () => {
    const path = folders.user(FILE, '{"$schema": "x",\n"servers": {},\n"mcpServers": {}}');
    expect(await load()).toMatchObject({ servers: [], problems: [{ severity: 'warning', path, line: 2 }] });
  });

  it('names that look like members of every object are names', async () => {
    folders.user(FILE, '{"mcpServers": {"__proto__": {"command": "x"}, "constructor": {"command": "y"}}}');
    const { servers: found, problems } = await load();
    expect(problems).toEqual([]);
    expect(commands(found)).toEqual(['__proto__=x', 'constructor=y']);
    expect(({} as { command?: string }).command).toBeUndefined();
  });
});

describe('keys that are there twice', () => {
  it('of two servers of one name the first counts', async () => {
    folders.user(
      FILE,
      '{"mcpServers": {"a": {"command": "1"},\n"a": {"command": "2"}, "b": {"command": "3"}}}',
    );
    const loaded = await load();
    expect(commands(loaded.servers)).toEqual(['a=1', 'b=3']);
    expect(loaded.problems).toMatchObject([{ severity: 'error', line: 2, server: 'a' }]);
  });

  it('a server with a key twice is left out', async () => {
    folders.user(
      FILE,
      '{"mcpServers": {"a": {"command": "1",\n"command": "2"}, "b": {"command": "3", "env": {"X": "1", "X": "2"}}}}',
    );
    const loaded = await load();
    expect(loaded.servers).toEqual([]);
    expect(loaded.problems).toMatchObject([
      { severity: 'error', line: 2, server: 'a', key: 'command' },
      { severity: 'error', line: 2, server: 'b', key: 'env.X' },
    ]);
  });

  it('of two lists of servers the first counts', async () => {
    folders.user(FILE, '{"mcpServers": {"a": {"command": "1"}},\n"mcpServers": {"b": {"command": "2"}}}');
    const loaded = await load();
    expect(commands(loaded.servers)).toEqual(['a=1']);
    expect(loaded.problems).toMatchObject([{ severity: 'error', line: 2, server: undefined }]);
  });
});

describe('the file of a project', () => {
  it('may only add names', async () => {
    const userPath = folders.user(FILE, servers('github'));
    const path = folders.project(FILE, {
      mcpServers: { github: { command: 'evil' }, mine: { command: 'm' } },
    });
    const { servers: found, problems } = await load(yes);
    expect(commands(found)).toEqual(['github=run-github', 'mine=m']);
    expect(problems).toMatchObject([{ severity: 'warning', path, line: 3, server: 'github' }]);
    expect(problems[0]?.message).toContain(userPath);
    expect(problems[0]?.message).toContain(path);
  });

  it('cannot take the name of a broken or switched off entry of the user', async () => {
    folders.user(FILE, { mcpServers: { a: { command: 7 }, b: { command: 'x', enabled: false } } });
    folders.project(FILE, servers('a', 'b'));
    const { servers: found } = await load(yes);
    expect(found).toMatchObject([{ name: 'b', enabled: false, origin: { kind: 'user' } }]);
  });

  it.each([
    '{"mcpServers": {',
    '{"mcpServers": 5}',
    '{"McpServers": {"p": {"command": "mine"}}}',
    '{"servers": {"p": {"command": "mine"}}}',
    '{"mcpServers": {}, "mcpServers": {"p": {"command": "x"}}}',
  ])('is not looked at while nobody knows the names in the user’s: %s', async (broken) => {
    const userPath = folders.user(FILE, broken);
    const path = folders.project(FILE, servers('p'));
    const { servers: found, problems } = await load(yes);
    expect(found).toEqual([]);
    expect(problems).toMatchObject([
      { path: userPath },
      { path, severity: 'warning', message: expect.stringContaining(userPath) },
    ]);
  });

  it.each([
    ['github', 'GitHub'],
    ['my-srv', 'my_srv'],
    ['github', '\uff47ithub'],
    ['github', 'github_evil'],
    ['git_hub', 'git'],
    ['git.hub', 'Git'],
  ])('beside the user’s %j it cannot add %j, whose tools a rule would take for those', async (own, name) => {
    const userPath = folders.user(FILE, servers(own));
    const path = folders.project(FILE, servers(name, 'else'));
    const { servers: found, problems } = await load(yes);
    expect(found.map((entry) => entry.name)).toEqual([own, 'else']);
    expect(problems).toMatchObject([{ severity: 'warning', path, line: 3, server: name }]);
    expect(problems[0]?.message).toContain(userPath);
    expect(problems[0]?.message).toContain(path);
  });

  it('of the user may have such names, with a warning', async () => {
    const path = folders.user(FILE, servers('git', 'git_hub', 'else'));
    const { servers: found, problems } = await load();
    expect(found.map(({ name }) => name)).toEqual(['git', 'git_hub', 'else']);
    expect(problems).toMatchObject([
      { severity: 'warning', path, line: 6, server: 'git_hub', message: expect.stringContaining('"git"') },
    ]);
  });

  it('cannot come near the names of the program either', async () => {
    folders.project(FILE, servers('GitHub'));
    const { servers: found, problems } = await load({ ...yes, servers: { github: { command: 'mine' } } });
    expect(commands(found)).toEqual(['github=mine']);
    expect(problems).toMatchObject([
      { severity: 'warning', server: 'GitHub', message: expect.stringContaining('the program declares') },
    ]);
  });

  it('is not read when it is a device, which may never come to an end', async () => {
    folders.user(FILE, servers('a'));
    mkdirSync(join(folders.cwd, '.plainwire'));
    symlinkSync('/dev/null', join(folders.cwd, FILE));
    const { servers: found, problems } = await load(yes);
    expect(commands(found)).toEqual(['a=run-a']);
    expect(problems).toMatchObject([{ severity: 'error', message: expect.stringContaining('a device') }]);
  });

  it('is not used without approval, and says so', async () => {
    const path = folders.project(FILE, servers('p'));
    expect(await load()).toMatchObject({
      servers: [],
      problems: [
        {
          severity: 'error',
          path,
          line: 3,
          server: 'p',
          message: expect.stringContaining('approveProjectServer'),
        },
      ],
    });
  });

  it.each([
    ['false', () => false],
    ['a promise of false', () => Promise.resolve(false)],
    ['a text', () => 'yes' as unknown as boolean],
    ['nothing', () => undefined as unknown as boolean],
    [
      'an exception',
      () => {
        throw new Error('no terminal');
      },
    ],
    ['a rejection', () => Promise.reject(new Error('no terminal'))],
    ['a rejection with what has no text', () => Promise.reject(Object.create(null))],
  ] as [string, () => boolean | Promise<boolean>][])('%s is a no for that server', async (_what, answer) => {
    folders.project(FILE, servers('p', 'q'));
    const approveProjectServer = (entry: ServerEntry) => (entry.name === 'p' ? answer() : true);
    const { servers: found, problems } = await load({ approveProjectServer });
    expect(commands(found)).toEqual(['q=run-q']);
    expect(problems).toMatchObject([{ severity: 'error', server: 'p' }]);
  });

  it('asks about each new server once, with what it takes from the environment', async () => {
    folders.user(FILE, servers('u'));
    folders.project(FILE, {
      mcpServers: {
        u: { command: 'x' },
        broken: { command: 7 },
        p: { command: 'x', env: { T: '$TOKEN' }, args: ['${OTHER:-z}'], trust: true },
      },
    });
    const asked: unknown[] = [];
    await load({
      approveProjectServer: (entry, details) => {
        asked.push([entry.name, entry.trust, details]);
        return true;
      },
    });
    expect(asked).toEqual([['p', false, { variables: ['OTHER', 'TOKEN'] }]]);
  });

  it('in the home folder is the user’s', async () => {
    folders.user(FILE, servers('a'));
    const loaded = await loadMcpConfig({ home: folders.home, cwd: folders.home });
    expect(loaded).toMatchObject({ servers: [{ name: 'a', origin: { kind: 'user' } }], problems: [] });
  });
});

describe('servers of the program', () => {
  it('replace those of the files, without a question', async () => {
    folders.user(FILE, servers('a', 'b'));
    folders.project(FILE, servers('p'));
    const { servers: found, problems } = await load({
      servers: { a: { command: 'mine' }, p: { command: 'mine' } },
    });
    expect(problems).toEqual([]);
    expect(commands(found)).toEqual(['b=run-b', 'a=mine', 'p=mine']);
  });

  it('that are broken do not let the files’ come back', async () => {
    folders.user(FILE, servers('a'));
    const { servers: found, problems } = await load({ servers: { a: { command: '' } } });
    expect(found).toEqual([]);
    expect(problems).toMatchObject([{ severity: 'error', path: undefined, server: 'a', key: 'command' }]);
  });

  it('may be targets', async () => {
    const target = stdioServer({ command: 'x' });
    expect(await load({ servers: { t: { target } } })).toMatchObject({
      servers: [{ name: 't', target }],
      problems: [],
    });
  });
});

describe('further files', () => {
  it('are read after the user’s and before the project’s', async () => {
    const order = ['u', 'x', 'p', 'y'];
    folders.user(FILE, servers('u'));
    folders.project(FILE, servers('u', 'x', 'p'));
    const path = folders.user('other.json', servers('u', 'x'));
    const projectPath = folders.project('.mcp.json', servers('p', 'y'));
    const { servers: found, problems } = await load({
      ...yes,
      files: [
        { path: projectPath, format: 'claude-code', scope: 'project' },
        { path, format: 'claude-desktop' },
      ],
    });
    expect(found.map(({ name }) => name)).toEqual(order);
    expect(found.map(({ origin }) => origin.kind)).toEqual(['user', 'file', 'project', 'project']);
    expect(problems.map(({ server, severity }) => [server, severity])).toEqual([
      ['u', 'warning'],
      ['u', 'warning'],
      ['x', 'warning'],
      ['p', 'warning'],
    ]);
  });

  it('of a project are asked about', async () => {
    folders.project('.mcp.json', servers('y'));
    const files = [{ path: '.mcp.json', format: 'claude-code', scope: 'project' }] as const;
    expect(await load({ files })).toMatchObject({ servers: [], problems: [{ server: 'y' }] });
  });

  it('that are not there are an error', async () => {
    const { problems } = await load({ files: [{ path: 'nowhere.json' }] });
    expect(problems.map(configProblemText)).toEqual([
      `${join(folders.cwd, 'nowhere.json')}: There is no such file.`,
    ]);
  });

  it('can take the place of both', async () => {
    folders.user(FILE, servers('u'));
    folders.project(FILE, servers('p'));
    folders.project('mine.json', servers('m'));
    const loaded = await load({ configPath: 'mine.json' });
    expect(loaded).toMatchObject({ servers: [{ name: 'm', origin: { kind: 'file' } }], problems: [] });
    expect(loaded.servers).toHaveLength(1);
  });
});

describe('wrong options', () => {
  it.each([
    { servers: [] },
    { servers: 'x' },
    { approveProjectServer: true },
    { files: [{ path: 'x', format: 'toml' }] },
    { cwd: '' },
    { home: 5 },
  ])('%j is refused', async (options) => {
    const failure = await load(options as unknown as LoadConfigOptions).catch((error: unknown) => error);
    expect(isFault(failure, 'invalid_argument')).toBe(true);
  });
});

it('a project’s file with more problems than a call has arguments costs no other server', async () => {
  folders.user(FILE, servers('a'));
  folders.project(FILE, `{"mcpServers": {${'"b": 1,'.repeat(200_000)}}}`);
  const { servers: found, problems } = await load();
  expect(commands(found)).toEqual(['a=run-a']);
  expect(problems).toHaveLength(200_000);
});

it('ten thousand entries that are all wrong are read in one pass', async () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => `"s${index}": {"command": ${index}, "x": 1}`);
  folders.user(FILE, `{"mcpServers": {\n${entries.join(',\n')}}}`);
  const { problems } = await load();
  expect(problems).toHaveLength(20_000);
  expect(problems.at(-1)).toMatchObject({ line: 10_001, server: 's9999', key: 'command' });
});
