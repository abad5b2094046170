import { describe, expect, it } from 'vitest';
import { hostConflict, isSamePath, pathOf } from '../../../src/transport/http-server/request-head.js';

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

describe('the host of a request', () => {
  it.each([
    ['one', ['Host', 'a', 'Accept', 'b'], '/mcp', undefined],
    ['none', ['Accept', 'b'], '/mcp', undefined],
    ['two', ['Host', 'a', 'hOST', 'a'], '/mcp', 'more than one'],
    ['the absolute form', ['Host', 'A:80'], 'http://a:80/mcp', undefined],
    ['the absolute form without a path', ['Host', 'a'], 'http://a?x', undefined],
    ['another host in the absolute form', ['Host', 'a'], 'http://b/mcp', 'different'],
    ['credentials in the absolute form', ['Host', 'b'], 'http://a@b/mcp', 'different'],
    ['only the absolute form', [], 'http://a/mcp', undefined],
    ['an asterisk', ['Host', 'a'], '*', undefined],
    ['HTTP/2', [':authority', 'a'], '/mcp', undefined],
    ['HTTP/2 with the same host', [':authority', 'a', 'host', 'a'], '/mcp', undefined],
    ['HTTP/2 with another host', [':authority', 'a', 'host', 'b'], '/mcp', 'different'],
    ['a value that looks like a name', ['X', 'host', 'Host', 'a'], '/mcp', undefined],
  ])('%s: %j %s is %s', (_what, rawHeaders, target, text) => {
    const conflict = hostConflict(rawHeaders, target);
    if (text === undefined) expect(conflict).toBeUndefined();
    else expect(conflict).toContain(text);
  });
});
