import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverMcpConfigs } from '../../../src/host/index.js';
import { type ConfigFolders, configFolders } from '../../support/config-folders.js';

let folders: ConfigFolders;
beforeEach(() => {
  folders = configFolders();
});
afterEach(() => folders[Symbol.dispose]());

const discover = (platform: string, env: Record<string, string> = {}) => {
  return discoverMcpConfigs({ home: folders.home, cwd: folders.cwd, platform, env });
};

describe('discoverMcpConfigs', () => {
  it('finds nothing where there is nothing', async () => {
    expect(await discover('linux')).toEqual([]);
  });

  it('finds the files of the other programs, the user’s first', async () => {
    folders.project('.vscode/mcp.json', {});
    folders.project('.cursor/mcp.json', {});
    folders.project('.mcp.json', {});
    folders.user('.cursor/mcp.json', {});
    folders.user('.claude.json', {});
    folders.user('.plainwire/mcp.json', {});
    expect((await discover('linux')).map(({ format, scope }) => `${scope} ${format}`)).toEqual([
      'user claude-code',
      'user cursor',
      'project claude-code',
      'project cursor',
      'project vscode',
    ]);
  });

  it.each([
    ['linux', '.config/Claude/claude_desktop_config.json', 'claude-desktop'],
    ['linux', '.config/Code/User/mcp.json', 'vscode'],
    ['darwin', 'Library/Application Support/Claude/claude_desktop_config.json', 'claude-desktop'],
    ['darwin', 'Library/Application Support/Code/User/mcp.json', 'vscode'],
    ['win32', 'AppData/Roaming/Claude/claude_desktop_config.json', 'claude-desktop'],
    ['win32', 'AppData/Roaming/Code/User/mcp.json', 'vscode'],
  ])('on %s %s is of %s', async (platform, path, format) => {
    const whole = folders.user(path, {});
    expect(await discover(platform)).toEqual([{ path: whole, format, scope: 'user' }]);
    expect(await discover(platform === 'linux' ? 'darwin' : 'linux')).toEqual([]);
  });

  it.each([
    ['linux', 'XDG_CONFIG_HOME'],
    ['win32', 'APPDATA'],
  ])('on %s looks at %s', async (platform, name) => {
    const path = folders.user('elsewhere/Claude/claude_desktop_config.json', {});
    expect(await discover(platform, { [name]: join(folders.home, 'elsewhere') })).toMatchObject([{ path }]);
  });

  it('takes no folder for a file', async () => {
    mkdirSync(join(folders.home, '.claude.json'));
    expect(await discover('linux')).toEqual([]);
  });
});
