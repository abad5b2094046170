import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TOOL_NAME_CHARS, toolName } from '../../../src/host/names/tool-name.js';

const hashOf = (server: string, tool: string): string =>
  createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, 8);

const anyText = fc.string({ unit: 'binary', maxLength: 100 });

describe('toolName', () => {
  it.each([
    ['github', 'create_issue', 'mcp_github_create_issue'],
    ['my-srv', 'read.file', 'mcp_my_srv_read_file'],
    ['@scope/x y', 'a b', 'mcp__scope_x_y_a_b'],
    ['a', '', 'mcp_a_'],
    ['__proto__', 'constructor', 'mcp___proto___constructor'],
    ['s', 't'.repeat(58), `mcp_s_${'t'.repeat(58)}`],
  ])('%j and %j give %s', (server, tool, name) => {
    expect(toolName(server, tool)).toBe(name);
  });

  it.each([
    ['docs', '查询', 'mcp_docs___'],
    ['docs', '搜索', 'mcp_docs___'],
    ['café', 'read', 'mcp_caf__read'],
    ['s', '😀', 'mcp_s__'],
    ['s', 't'.repeat(59), `mcp_s_${'t'.repeat(49)}`],
    ['s', 'x'.repeat(1_000_000), `mcp_s_${'x'.repeat(49)}`],
  ])('%j and %.20j end in a hash of both', (server, tool, start) => {
    expect(toolName(server, tool)).toBe(`${start}_${hashOf(server, tool)}`);
  });

  it('tells long names apart that begin alike', () => {
    const long = 'tool_'.repeat(20);
    expect(toolName('s', `${long}a`)).not.toBe(toolName('s', `${long}b`));
  });

  it('is short, plain and the same every time', () => {
    fc.assert(
      fc.property(anyText, anyText, (server, tool) => {
        const name = toolName(server, tool);
        expect(name).toMatch(/^mcp_[A-Za-z0-9_]+$/);
        expect(name.length).toBeLessThanOrEqual(MAX_TOOL_NAME_CHARS);
        expect(toolName(server, tool)).toBe(name);
      }),
    );
  });

  it('leaves what fits as it is', () => {
    const plain = fc.stringMatching(/^[A-Za-z0-9_]{0,29}$/);
    fc.assert(
      fc.property(plain, plain, (server, tool) => {
        expect(toolName(server, tool)).toBe(`mcp_${server}_${tool}`);
      }),
    );
  });
});
