import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../src/server/index.js';
import { ToolRegistry, tool, toolContext } from '../../../src/server/index.js';
import { registryOf } from '../../../src/server/registry/tool-registry.js';

const named = (name: string): Tool => tool({ name, run: () => `${name} ran` });

describe('a registry', () => {
  it('keeps tools in the order of adding', () => {
    const registry = new ToolRegistry([named('b'), named('a')]).add(named('c'));
    expect(registry.tools().map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect([...registry].map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(registry.get('a')?.name).toBe('a');
    expect(registry.get('x')).toBeUndefined();
    expect(registry.size).toBe(3);
  });

  it('refuses a name twice', () => {
    const add = () => new ToolRegistry([named('a'), named('a')]);
    expect(add).toThrow(/'a' already/);
    expect(add).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it.each([undefined, null, {}, { name: 'x' }, { name: '', run() {} }, 'x'])('refuses %j', (what) => {
    expect(() => new ToolRegistry([what as never])).toThrow(/takes tools/);
  });

  it('gives nobody its own list', () => {
    const registry = new ToolRegistry([named('a')]);
    registry.tools().pop();
    expect(registry.size).toBe(1);
  });
});

describe('a call', () => {
  it('reaches the tool', async () => {
    expect(await new ToolRegistry([named('a')]).call('a', {}, toolContext())).toBe('a ran');
  });

  it('of what is not there is refused', async () => {
    await expect(new ToolRegistry().call('a', {}, toolContext())).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  it('passes every middleware, the first one outermost', async () => {
    const said: string[] = [];
    const around = (name: string) => async (call: { tool: Tool }, next: () => Promise<unknown>) => {
      said.push(`${name} before ${call.tool.name}`);
      const value = await next();
      said.push(`${name} after`);
      return `${name}(${value})`;
    };
    const registry = new ToolRegistry([named('a')]).use(around('x')).use(around('y'));
    expect(await registry.call('a', {}, toolContext())).toBe('x(y(a ran))');
    expect(said).toEqual(['x before a', 'y before a', 'y after', 'x after']);
  });

  it('can be changed, answered, refused and repeated by a middleware', async () => {
    let runs = 0;
    const echo = tool({
      name: 'echo',
      parameters: { type: 'object', properties: { s: { type: 'string' } } },
      run: ({ s }) => {
        runs += 1;
        if (runs === 1) throw new Error('flaky');
        return s;
      },
    });
    const registry = new ToolRegistry([echo])
      .use((call, next) => (call.arguments['s'] === 'cached' ? 'from the cache' : next()))
      .use((call, next) => {
        if (call.arguments['s'] === 'forbidden') throw new Error('refused');
        return next();
      })
      .use((call, next) => next({ s: String(call.arguments['s']).toUpperCase() }))
      .use((_call, next) => next().catch(() => next()));
    const call = (s: string) => registry.call('echo', { s }, toolContext());
    expect(await call('hi')).toBe('HI');
    expect(runs).toBe(2);
    expect(await call('cached')).toBe('from the cache');
    await expect(call('forbidden')).rejects.toThrow('refused');
    expect(runs).toBe(2);
  });

  it('shows a middleware what the tool refuses', async () => {
    const seen: unknown[] = [];
    const strict = tool({ name: 'strict', parameters: { type: 'object', properties: {} }, run: () => 1 });
    const registry = new ToolRegistry([strict]).use(async (_call, next) => {
      try {
        return await next();
      } catch (error) {
        seen.push((error as Error).name);
        throw error;
      }
    });
    await expect(registry.call('strict', { x: 1 }, toolContext())).rejects.toThrow("['x']");
    expect(seen).toEqual(['ToolArgumentError']);
  });
});

describe('what is served', () => {
  it('may be a registry, a list, or the registry of another copy of plainwire', () => {
    const registry = new ToolRegistry([named('a')]);
    expect(registryOf(registry)).toBe(registry);
    expect(registryOf([named('a'), named('b')]).tools()).toHaveLength(2);
    const foreign = { tools: () => [named('z')], call: async () => 'z' };
    expect(registryOf(foreign)).toBe(foreign);
  });

  it.each([7, {}, 'tools', undefined, null, () => {}])('may not be %j', (source) => {
    expect(() => registryOf(source as never)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });
});
