import { describe, expect, it } from 'vitest';
import { isSamePath, pathOf } from '../../../src/transport/http-server/request-head.js';

describe('the path of a target', () => {
  it.each([
    ['/mcp', '/mcp'],
    ['/mcp?a=/b', '/mcp'],
    ['/mcp/?', '/mcp/'],
    ['/', '/'],
    ['http://host:1/mcp?x', '/mcp'],
    ['http://host', '/'],
    ['*', '*'],
    ['', ''],
  ])('of %j is %j', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });
});

describe('two paths', () => {
  it.each([
    ['/mcp', '/mcp', true],
    ['/mcp/', '/mcp', true],
    ['/mcp', '/mcp/', true],
    ['/', '/', true],
    ['/mcp//', '/mcp', false],
    ['/MCP', '/mcp', false],
    ['/mcp2', '/mcp', false],
    ['/', '/mcp', false],
  ])('%j and %j are the same: %s', (asked, path, isSame) => {
    expect(isSamePath(asked, path)).toBe(isSame);
  });
});
