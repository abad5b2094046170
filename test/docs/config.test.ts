// The files that docs/config.md shows are read as it says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decidePermission, loadMcpConfig, loadPermissions } from '../../src/host/index.js';
import { type ConfigFolders, configFolders } from '../support/config-folders.js';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'config.md'), 'utf8');
const [CONFIG = '', PERMISSIONS = ''] = [...PAGE.matchAll(/```jsonc\n(.*?)```/gs)].map(([, text]) => text);

let folders: ConfigFolders;
beforeEach(() => {
  folders = configFolders();
});
afterEach(() => folders[Symbol.dispose]());

describe('the files in docs/config.md', () => {
  it('the servers are there', async () => {
    folders.user('.plainwire/mcp.json', CONFIG);
    const { home, cwd } = folders;
    const { servers, problems } = await loadMcpConfig({ home, cwd, env: { ISSUES_TOKEN: 't0' } });
    expect(problems).toEqual([]);
    expect(servers).toMatchObject([
      { name: 'files', target: { kind: 'stdio', command: 'npx' }, startupMs: 60_000 },
      {
        name: 'issues',
        target: { headers: { Authorization: 'Bearer t0' } },
        startupMs: 10_000,
        requestMs: 30_000,
      },
    ]);
  });

  it.each([
    ['mcp_issues_get_one', 'allow'],
    ['mcp_issues_delete_one', 'deny'],
    ['mcp_issues_create', 'ask'],
    ['mcp_files_read', 'ask'],
  ])('the rules make %s %s', async (name, action) => {
    folders.user('.plainwire/permissions.json', PERMISSIONS);
    const loaded = await loadPermissions({ home: folders.home, cwd: folders.cwd });
    expect(loaded.problems).toEqual([]);
    expect(decidePermission({ name, trust: false, rules: loaded }).action).toBe(action);
  });
});
