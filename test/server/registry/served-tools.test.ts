import { describe, expect, it } from 'vitest';
import { type Tool, tool } from '../../../src/server/index.js';
import { ServedTools } from '../../../src/server/registry/served-tools.js';

const parameters = { type: 'object', properties: {} } as const;
const make = (name: string, options: Partial<Tool> = {}): Tool =>
  tool({ name, parameters, run: () => {}, ...options } as never);

describe('the tools of a server', () => {
  const served = new ServedTools('engine', [
    make('run.check', { sideEffecting: false, caps: ['private_data'] }),
    make('deploy', { requiresApproval: true, caps: ['egress', 'private_data'] }),
    make('Zap', { caps: ['egress'] }),
    make('hidden', { parameters: undefined, caps: ['untrusted_content'] }),
  ]);

  it.each([
    ['an approval', { requiresApproval: undefined }],
    ['a side effect', { sideEffecting: undefined }],
    ['capabilities', { caps: undefined }],
    ['an approval that is a word', { requiresApproval: 'no' }],
  ])('are not served without a declaration of %s', (_what, missing) => {
    const foreign = { ...make('x', { sideEffecting: false }), ...missing } as unknown as Tool;
    const build = () => new ServedTools('engine', [foreign]);
    expect(build).toThrow(/'x' does not say what it does/);
    expect(build).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('are sorted by what agent CLIs call them', () => {
    expect(served.toolNames).toEqual(['mcp__engine__Zap', 'mcp__engine__deploy', 'mcp__engine__run_check']);
    expect(served.requiresApproval).toEqual(['mcp__engine__deploy']);
    expect(served.autoApprove).toEqual(['mcp__engine__Zap', 'mcp__engine__run_check']);
    expect(served.caps).toEqual(['egress', 'private_data']);
    expect(served.names).toEqual(['Zap', 'deploy', 'run_check']);
    expect(served.described.map(({ name }) => name)).toEqual(['Zap', 'deploy', 'run_check']);
  });

  it('can be found by the name that they were registered under', () => {
    expect(Object.entries(served.mcpNames)).toEqual([
      ['Zap', 'mcp__engine__Zap'],
      ['deploy', 'mcp__engine__deploy'],
      ['run.check', 'mcp__engine__run_check'],
    ]);
    expect(served.get('run_check')?.tool.name).toBe('run.check');
    expect(served.get('run.check')).toBeUndefined();
  });

  it('are listed in the order of the registry', () => {
    expect(served.all.map(({ name }) => name)).toEqual(['run_check', 'deploy', 'Zap']);
  });

  it('without a schema are not there', () => {
    expect(JSON.stringify([served.toolNames, served.mcpNames, served.caps])).not.toContain('hidden');
    expect(served.get('hidden')).toBeUndefined();
  });

  it('are described with their declarations', () => {
    expect(served.described[1]).toEqual({
      name: 'deploy',
      qualifiedName: 'mcp__engine__deploy',
      sideEffecting: true,
      requiresApproval: true,
      caps: ['egress', 'private_data'],
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    });
  });

  it('cannot be changed afterwards', () => {
    for (const list of [
      served.toolNames,
      served.autoApprove,
      served.caps,
      served.described,
      served.mcpNames,
    ]) {
      expect(Object.isFrozen(list)).toBe(true);
    }
    expect(Object.isFrozen(served.described[0])).toBe(true);
  });

  it.each([
    ['run.check', 'run check'],
    ['a/b', 'a_b'],
  ])('%s and %s would hide each other, so they are refused', (one, other) => {
    const both = () => new ServedTools('engine', [make(one), make(other)]);
    expect(both).toThrow(new RegExp(`'${one}' and '${other}'`));
    expect(both).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('do not collide with one that is not offered', () => {
    expect(new ServedTools('engine', [make('a.b'), make('a b', { parameters: undefined })]).names).toEqual([
      'a_b',
    ]);
  });

  it.each(['', 'a__b', 'a b', 'a.b'])('are not served under the server name %j', (name) => {
    expect(() => new ServedTools(name, [])).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });
});
