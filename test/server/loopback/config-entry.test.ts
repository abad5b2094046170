import { describe, expect, it } from 'vitest';
import { mcpConfig, mcpConfigEntry } from '../../../src/server/loopback/config-entry.js';
import type {
  HttpServerDescription,
  StdioServerDescription,
} from '../../../src/server/loopback/description.js';

const described = {
  tools: [],
  toolNames: [],
  mcpNames: {},
  suggestedTimeoutMs: 60_000,
  configPath: '/x/mcp.json',
};
const http: HttpServerDescription = {
  ...described,
  name: 'engine',
  transport: 'http',
  url: 'http://127.0.0.1:1/mcp',
  authHeaders: { Authorization: 'Bearer t' },
};
const stdio: StdioServerDescription = {
  ...described,
  name: 'child',
  transport: 'stdio',
  url: null,
  authHeaders: {},
  command: '/usr/bin/node',
  args: ['/srv/tools.js'],
  env: { KEY: 'v' },
};

describe('the entry of mcpServers', () => {
  it('for HTTP has the address, the credential and a timeout', () => {
    expect(mcpConfigEntry(http)).toEqual({
      type: 'http',
      url: 'http://127.0.0.1:1/mcp',
      headers: { Authorization: 'Bearer t' },
      timeout: 60_000,
      alwaysLoad: true,
    });
  });

  it('for stdio has the command, its environment and a timeout', () => {
    expect(mcpConfigEntry(stdio)).toEqual({
      type: 'stdio',
      command: '/usr/bin/node',
      args: ['/srv/tools.js'],
      env: { KEY: 'v' },
      timeout: 60_000,
      alwaysLoad: true,
    });
  });

  it('stands under the name of its server', () => {
    expect(mcpConfig([http, stdio])).toEqual({
      mcpServers: { engine: mcpConfigEntry(http), child: mcpConfigEntry(stdio) },
    });
  });
});
