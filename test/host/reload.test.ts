import { describe, expect, it } from 'vitest';
import type { ServerDeclaration } from '../../src/host/index.js';
import { toolContext } from '../../src/index.js';
import { Gate } from '../support/gate.js';
import {
  declarations,
  openHost,
  startHost,
  textResult,
  toolServer,
  wireTool,
} from '../support/host-servers.js';
import { SILENCE } from '../support/scripted-server.js';

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

describe('the names after a reload', () => {
  it('stay with a server that is connected anew, also while it is away', async () => {
    const [before, after, other] = [toolServer(['c']), toolServer(['c']), toolServer(['b_c'])];
    const { host } = await startHost({ a_b: before, a: other });
    await using _ = host;
    const holders = new Set<string | undefined>();
    host.onEvent(() => holders.add(host.lookup('mcp_a_b_c')?.server));
    await host.reload({ servers: declarations({ a_b: after, a: other }) });
    expect(host.lookup('mcp_a_b_c')).toEqual({ server: 'a_b', tool: 'c' });
    expect(holders).not.toContain('a');
    expect(before.connection.closeCalls).toBeGreaterThan(0);
  });

  it('go to new servers in the order of the configuration, whichever is faster, after those that were there', async () => {
    const gate = new Gate();
    const slow = toolServer([], {
      'tools/list': async () => {
        await gate.promise;
        return { tools: [wireTool('c'), wireTool('old')] };
      },
    });
    const fast = toolServer(['b_c']);
    const old = toolServer(['_old']);
    const { host } = await startHost({ a_b: old });
    await using _ = host;
    const reloaded = host.reload({ servers: declarations({ x_b: slow, x: fast, a_b: old }) });
    await fast.sees('tools/list');
    await host.ready('x');
    gate.open();
    await reloaded;
    expect(host.lookup('mcp_x_b_c')).toEqual({ server: 'x_b', tool: 'c' });
    expect(host.lookup('mcp_a_b__old')).toEqual({ server: 'a_b', tool: '_old' });
    expect(host.state('x').problems).toEqual([expect.stringContaining('mcp_x_b_c')]);
  });
});

describe('a reload', () => {
  it('gives a server that was not ready in time the time that it gets now', async () => {
    const server = toolServer(['t'], { 'tools/list': SILENCE });
    const { open, clock } = openHost({ s: { target: server.target, timeout: 1 } });
    await using _ = open;
    await server.sees('tools/list');
    clock.advance(1_000);
    expect((await open.settled())[0]?.phase).toBe('failed');
    server.script['tools/list'] = { tools: [wireTool('t')] };
    await open.reload({ servers: { s: { target: server.target, timeout: 5 } } });
    expect(open.state('s').phase).toBe('ready');
  });

  it('refuses an option that it does not know: without servers it would close all', async () => {
    const { host } = await startHost({ s: toolServer(['t']) });
    await using _ = host;
    await expect(host.reload({ server: {} } as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('`server`'),
    });
    expect(host.state('s').phase).toBe('ready');
  });

  it('a call and an end at the same time leave nothing behind', async () => {
    const [a, b] = [toolServer(['t']), toolServer(['t'])];
    const { host, clock } = await startHost({ a });
    const outcomes = await Promise.allSettled([
      host.reload({ servers: declarations({ b }) }),
      host.call('mcp_a_t'),
      host.reload({ servers: declarations({ a, b }) }),
      host.close(),
      host.reload({ servers: {} }),
      host.reconnect('a'),
    ]);
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'ok'));
    expect(codes).toEqual(['closed', 'ok', 'closed', 'ok', 'closed', 'ok']);
    expect([...a.connections, ...b.connections].filter(({ closeCalls }) => closeCalls === 0)).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});

describe('a tool that is switched off by a reload', () => {
  it('is not called by whoever has its object still, nor after an approval that comes late', async () => {
    const answer = new Gate<{ kind: 'approve' }>();
    const asked = new Gate();
    const asker = () => {
      asked.open();
      return answer.promise;
    };
    const server = toolServer(['t']);
    const { host } = await startHost({ s: server }, { permissions: [], asker });
    await using _ = host;
    const [held] = host.tools();
    const call = host.call('mcp_s_t');
    await asked.promise;
    await host.reload({ servers: { s: { target: server.target, disabledTools: ['t'] } } });
    answer.open({ kind: 'approve' });
    await expect(call).rejects.toMatchObject({
      code: 'permission_denied',
      message: expect.stringContaining('disabledTools'),
    });
    expect(await held?.run({}, toolContext())).toMatch(/^ERROR: .*disabledTools/);
    await host.reload({ servers: { s: { target: server.target, enabledTools: ['other'] } } });
    expect(await held?.run({}, toolContext())).toMatch(/^ERROR: .*enabledTools/);
    expect(server.requests('tools/call')).toEqual([]);
  });
});
