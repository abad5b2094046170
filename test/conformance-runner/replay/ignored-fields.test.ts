import { describe, expect, it } from 'vitest';
import { IgnoredFields, pointerOf } from '../../../src/conformance/replay/ignored-fields.js';

describe('IgnoredFields', () => {
  it.each([
    [[], ['result', 'x'], false],
    [['x'], ['result', 'x'], true],
    [['x'], ['x', 'result'], false],
    [['/result/x'], ['result', 'x'], true],
    [['/result/x'], ['result', 'x', 'y'], false],
    [['/result/tools/*/name'], ['result', 'tools', '3', 'name'], true],
    [['/result/tools/*/name'], ['result', 'tools', '3', 'title'], false],
    [['/result/a~1b~0c'], ['result', 'a/b~c'], true],
    [['/a~01'], ['a~1'], true],
    // Always: points in time, and versions of programs.
    [[], ['result', 'lastModified'], true],
    [[], ['result', 'serverInfo', 'version'], true],
    [[], ['params', '_meta', 'io.modelcontextprotocol/clientInfo', 'version'], true],
    [[], ['result', 'tools', '0', 'version'], false],
    [[], ['result', 'serverInfo', 'name'], false],
  ])('%j ignores %j: %s', (rules, path, expected) => {
    expect(new IgnoredFields(rules).ignores(path)).toBe(expected);
  });

  it.each([
    [[], 'retry-after', true],
    [[], 'content-encoding', true],
    [[], 'content-type', false],
    [['header:Content-Type'], 'content-type', true],
    [['content-type'], 'content-type', false],
  ])('%j ignores the header %s: %s', (rules, name, expected) => {
    expect(new IgnoredFields(rules).ignoresHeader(name)).toBe(expected);
  });

  it('takes no empty rule', () => {
    expect(() => new IgnoredFields([''])).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('writes pointers that it reads', () => {
    expect(pointerOf(['a/b', 'c~d', '0'])).toBe('/a~1b/c~0d/0');
    expect(new IgnoredFields([pointerOf(['a/b', 'c~1'])]).ignores(['a/b', 'c~1'])).toBe(true);
  });
});
