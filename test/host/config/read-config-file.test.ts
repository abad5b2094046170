// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of a configuration.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConfigFormat, readMcpConfigFile } from '../../../src/host/index.js';
import { isFault } from '../../../src/protocol/index.js';
import { type ConfigFolders, configFolders } from '../../support/config-folders.js';

let folders: ConfigFolders;
beforeEach(() => {
  folders = configFolders();
});
afterEach(() => folders[Symbol.dispose]());

function read(format: ConfigFormat, content: unknown) {
  const path = folders.user('config.json', content);
  const env = { TOKEN: 'geheim' };
  return readMcpConfigFile(path, { format, env, home: folders.home, cwd: folders.cwd });
}

describe('readMcpConfigFile', () => {
  it('reads the file of Claude Code, whose timeout is in milliseconds', async () => {
    const loaded = await read('claude-code', {
      mcpServers: {
        files: {
          type: 'stdio',
          command: 'npx',
          args: ['-y', 'x', '${TOKEN}'],
          env: { PRICE: '5$', PW: 'a$TOKEN' },
          timeout: 90_000,
        },
        api: {
          type: 'http',
          url: 'https://${HOST:-a.test}/mcp',
          headers: { Authorization: 'Bearer ${TOKEN}' },
        },
      },
    });
    expect(loaded).toMatchObject({
      servers: [
        {
          name: 'files',
          target: { args: ['-y', 'x', 'geheim'], env: { PRICE: '5$', PW: 'a$TOKEN' } },
          startupMs: 60_000,
          requestMs: 90_000,
        },
        { name: 'api', target: { url: 'https://a.test/mcp', headers: { Authorization: 'Bearer geheim' } } },
      ],
      problems: [],
    });
  });

  it('reads what Claude Code keeps for the user and for this folder, which counts first', async () => {
    const loaded = await read('claude-code', {
      numStartups: 7,
      projects: {
        [folders.cwd]: { mcpServers: { both: { command: 'local' } } },
        '/elsewhere': { mcpServers: { other: { command: 'x' } } },
      },
      mcpServers: { both: { command: 'user' }, mine: { command: 'm' } },
    });
    expect(loaded).toMatchObject({
      servers: [{ name: 'both', target: { command: 'local' } }, { name: 'mine' }],
      problems: [{ severity: 'warning', server: 'both' }],
    });
    expect(loaded.servers).toHaveLength(2);
  });

  it('reads the file of Claude Desktop', async () => {
    const loaded = await read('claude-desktop', {
      globalShortcut: '',
      mcpServers: { files: { command: 'npx', args: ['x'], env: { PW: 'a$b' } } },
    });
    expect(loaded).toMatchObject({ servers: [{ target: { env: { PW: 'a$b' } } }], problems: [] });
  });

  it('reads the file of Cursor, with its places', async () => {
    const loaded = await read('cursor', {
      mcpServers: {
        files: {
          command: '${workspaceFolder}${/}run',
          args: ['${userHome}', '${env:TOKEN}', '${workspaceFolderBasename}'],
        },
      },
    });
    expect(loaded).toMatchObject({
      servers: [{ target: { command: join(folders.cwd, 'run'), args: [folders.home, 'geheim', 'project'] } }],
      problems: [],
    });
  });

  it('reads the file of VS Code, and says which entries ask for an input', async () => {
    const loaded = await read(
      'vscode',
      `{
        "inputs": [{"type": "promptString", "id": "key", "password": true}],
        "servers": {
          "asks": {"type": "http", "url": "https://a.test",
            "headers": {"K": "\${input:key}"}},
          "fine": {"type": "stdio", "command": "x", "cwd": "\${workspaceFolder}/sub", "env": {"T": "\${env:TOKEN}"}},
        },
      }`,
    );
    expect(loaded.servers).toMatchObject([
      { name: 'fine', target: { cwd: join(folders.cwd, 'sub'), env: { T: 'geheim' } } },
    ]);
    expect(loaded.problems).toMatchObject([
      {
        severity: 'error',
        line: 5,
        server: 'asks',
        key: 'headers.K',
        message: expect.stringContaining('input'),
      },
    ]);
  });

  it.each([
    ['plainwire', 'mcpServers'],
    ['claude-code', 'mcpServers'],
    ['claude-desktop', 'mcpServers'],
    ['cursor', 'mcpServers'],
    ['vscode', 'servers'],
  ] as const)('%s keeps its servers under %s', async (format, key) => {
    const { servers } = await read(format, { mcpServers: {}, servers: {}, [key]: { a: { command: 'x' } } });
    expect(servers).toMatchObject([{ name: 'a', origin: { kind: 'file' } }]);
  });

  it.each(['claude-code', 'claude-desktop', 'cursor', 'vscode'] as const)(
    '%s may have no servers',
    async (format) => {
      expect(await read(format, { theme: 'dark' })).toEqual({ servers: [], problems: [] });
    },
  );

  it.each([
    [undefined, true, 'file'],
    ['user', true, 'file'],
    ['project', false, 'project'],
  ] as const)('of the scope %s can vouch for its servers: %s', async (scope, trust, kind) => {
    const path = folders.project('.mcp.json', { mcpServers: { a: { command: 'x', trust: true } } });
    const where = { home: folders.home, cwd: folders.cwd, format: 'claude-code' } as const;
    const { servers } = await readMcpConfigFile(path, scope === undefined ? where : { ...where, scope });
    expect(servers).toMatchObject([{ name: 'a', trust, origin: { kind } }]);
  });

  it('a file that is not there is an error', async () => {
    const path = join(folders.cwd, 'nowhere.json');
    expect(await readMcpConfigFile('nowhere.json', { cwd: folders.cwd })).toMatchObject({
      servers: [],
      problems: [{ severity: 'error', path, message: 'There is no such file.' }],
    });
  });

  it.each([
    ['x.json', { format: 'toml' }],
    ['', {}],
    [7, {}],
  ])('%j with %j is refused', async (path, options) => {
    const failure = await readMcpConfigFile(path as string, options as object).catch(
      (error: unknown) => error,
    );
    expect(isFault(failure, 'invalid_argument')).toBe(true);
  });
});
