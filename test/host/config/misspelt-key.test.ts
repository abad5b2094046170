import { describe, expect, it } from 'vitest';
import { isMisspelt } from '../../../src/host/config/misspelt-key.js';

describe('a key that was meant to be mcpServers', () => {
  it.each([
    ['mcpServer', true],
    ['McpServers', true],
    ['mcp_servers', true],
    ['mcp-server', true],
    ['servers', true],
    ['server', true],
    ['mpcServers', true],
    ['mcpSrvers', true],
    ['mcpServerss', true],
    ['mcpServerz', true],
    ['$schema', false],
    ['inputs', false],
    ['permissions', false],
    ['serve', false],
    ['mcp', false],
    ['', false],
  ])('%j: %s', (key, expected) => {
    expect(isMisspelt(key)).toBe(expected);
  });
});
