import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolNames } from '../../../src/host/names/tool-names.js';

describe('ToolNames', () => {
  it('gives a name and finds the tool behind it', () => {
    const names = new ToolNames();
    expect(names.add('git-hub', 'create_issue')).toEqual({ ok: true, name: 'mcp_git_hub_create_issue' });
    expect(names.lookup('mcp_git_hub_create_issue')).toEqual({ server: 'git-hub', tool: 'create_issue' });
    expect(names.nameOf('git-hub', 'create_issue')).toBe('mcp_git_hub_create_issue');
  });

  it.each<{ first: [string, string]; second: [string, string] }>([
    { first: ['my-srv', 'a'], second: ['my_srv', 'a'] },
    { first: ['a', 'b_c'], second: ['a_b', 'c'] },
    { first: ['s', 'read.file'], second: ['s', 'read-file'] },
  ])('keeps the first of $first and $second, and names both in the error', ({ first, second }) => {
    const names = new ToolNames();
    names.add(...first);
    const refused = names.add(...second);
    expect(refused).toMatchObject({ ok: false, heldBy: { server: first[0], tool: first[1] } });
    if (refused.ok) throw new Error('it was taken');
    for (const part of [...first, ...second]) expect(refused.problem).toContain(JSON.stringify(part));
    expect(names.lookup(refused.name)).toEqual({ server: first[0], tool: first[1] });
    expect(names.nameOf(...second)).toBeUndefined();
  });

  it('gives a tool that is added again its name again', () => {
    const names = new ToolNames();
    expect(names.add('s', 't')).toEqual(names.add('s', 't'));
    expect(names.size).toBe(1);
  });

  it('frees the names of a server, and only those', () => {
    const names = new ToolNames();
    names.add('my-srv', 'a');
    names.add('other', 'a');
    names.removeServer('my-srv');
    expect(names.lookup('mcp_my_srv_a')).toBeUndefined();
    expect(names.lookup('mcp_other_a')).toBeDefined();
    expect(names.add('my_srv', 'a').ok).toBe(true);
  });

  it.each(['', '__proto__', 'constructor', 'mcp_s_u'])('knows nothing of %j', (name) => {
    const names = new ToolNames();
    names.add('s', 't');
    expect(names.lookup(name)).toBeUndefined();
  });

  it('leads every name back to the tool that was added', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (tools) => {
        const names = new ToolNames();
        for (const [server, tool] of tools) {
          const added = names.add(server, tool);
          const expected = added.ok ? { server, tool } : added.heldBy;
          expect(names.lookup(added.name)).toEqual(expected);
        }
      }),
    );
  });
});
