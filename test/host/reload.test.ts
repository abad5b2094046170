import { describe, expect, it } from 'vitest';
import type { ServerDeclaration } from '../../src/host/index.js';
import { toolContext } from '../../src/index.js';
import { Gate } from '../support/gate.js';
import { declarations, startHost, textResult, toolServer } from '../support/host-servers.js';

describe('reload', () => {
  it('closes what is gone, connects what is new, and leaves the rest alone, calls included', async () => {
    const gate = new Gate();
    const slow = { 'tools/call': async () => gate.promise.then(() => textResult('done')) };
    const stays = toolServer(['t'], slow);
    const goes = toolServer(['t']);
    const comes = toolServer(['t']);
    const { host } = await startHost({ stays, goes });
    await using _ = host;
    const call = host.call('mcp_stays_t');
    await stays.sees('tools/call');
    const states = await host.reload({ servers: declarations({ comes, stays }) });
    expect(states.map(({ name, phase }) => [name, phase])).toEqual([
      ['comes', 'ready'],
      ['stays', 'ready'],
    ]);
    expect([stays.connections.length, comes.connections.length]).toEqual([1, 1]);
    expect(host.tools().map(({ name }) => name)).toEqual(['mcp_comes_t', 'mcp_stays_t']);
    gate.open();
    expect(await call).toEqual(textResult('done'));
    await host.close();
    expect([goes, stays, comes].map(({ connection }) => connection.isOver)).toEqual([true, true, true]);
  });

  const changed = (of: (server: ReturnType<typeof toolServer>) => ServerDeclaration) => async () => {
    const server = toolServer(['a', 'b']);
    const { host } = await startHost({ s: { target: server.target } });
    await host.reload({ servers: { s: of(server) } });
    const seen = { connections: server.connections.length, tools: host.tools().map(({ name }) => name) };
    await host.close();
    return seen;
  };

  it.each([
    ['nothing', changed(({ target }) => ({ target })), 1, ['mcp_s_a', 'mcp_s_b']],
    ['its filters', changed(({ target }) => ({ target, disabledTools: ['a'] })), 1, ['mcp_s_b']],
    ['its budget', changed(({ target }) => ({ target, timeout: { request: 1 } })), 1, ['mcp_s_a', 'mcp_s_b']],
    ['its target', changed(() => ({ target: toolServer(['c']).target })), 1, ['mcp_s_c']],
    ['that it is used', changed(({ target }) => ({ target, enabled: false })), 1, []],
  ])('when %s changes', async (_what, run, connections, tools) => {
    expect(await run()).toEqual({ connections, tools });
  });

  it('a tool object from before works on, with what the entry says now', async () => {
    const server = toolServer(['t']);
    const { host } = await startHost({ s: { target: server.target, trust: false } }, { permissions: [] });
    await using _ = host;
    const [tool] = host.tools();
    expect(await tool?.run({}, toolContext())).toMatch(/^ERROR: .*not made/);
    await host.reload({ servers: { s: { target: server.target, trust: true } } });
    expect(await tool?.run({}, toolContext())).toBe('t {}');
  });

  it('offers a tool that was left out once its name is free', async () => {
    const first = toolServer(['t']);
    const second = toolServer(['t']);
    const { host } = await startHost({ 'a-b': first, a_b: second });
    await using _ = host;
    expect(host.lookup('mcp_a_b_t')).toEqual({ server: 'a-b', tool: 't' });
    await host.reload({ servers: declarations({ a_b: second }) });
    expect(host.lookup('mcp_a_b_t')).toEqual({ server: 'a_b', tool: 't' });
    expect(host.state('a_b').problems).toEqual([]);
  });

  it('shows the problems of the configuration at hand', async () => {
    const { host } = await startHost({});
    await using _ = host;
    await host.reload({ servers: { bad: {} } });
    expect(host.problems).toHaveLength(1);
    await host.reload({ servers: {} });
    expect(host.problems).toEqual([]);
  });
});
