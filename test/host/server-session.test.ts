import { describe, expect, it } from 'vitest';
import type { HostEvent, McpHost } from '../../src/host/index.js';
import { Fault, RpcError } from '../../src/protocol/index.js';
import { customServer } from '../../src/transport/index.js';
import { Gate } from '../support/gate.js';
import { resourceServer, startHost, toolServer, wireTool } from '../support/host-servers.js';
import type { ScriptedServer } from '../support/scripted-server.js';

/** The phases that a server went through. */
function phasesOf(events: readonly HostEvent[], server: string): string[] {
  const phases = events.flatMap((event) =>
    event.kind === 'state' && event.server === server ? [event.state.phase] : [],
  );
  return phases.filter((phase, at) => phase !== phases[at - 1]);
}

async function untilPhase(host: McpHost, server: string, phase: string): Promise<void> {
  const gate = new Gate();
  const off = host.onEvent(() => host.state(server).phase === phase && gate.open());
  if (host.state(server).phase !== phase) await gate.promise;
  off();
}

/** Exits, and lets the host notice. */
async function lose(host: McpHost, server: ScriptedServer): Promise<void> {
  const failed = untilPhase(host, 's', 'failed');
  await server.connection.exit();
  await failed;
}

describe('a server that is lost', () => {
  it('is connected again after a delay, in a session of its own', async () => {
    const events: HostEvent[] = [];
    const server = toolServer(['t']);
    server.stderr = 'out of memory';
    const { host, clock } = await startHost({ s: server }, { onEvent: (event) => events.push(event) });
    await using _ = host;
    const tools = host.tools();
    await lose(host, server);
    expect(host.state('s')).toMatchObject({
      phase: 'failed',
      reason: 'The server exited with code 1. out of memory',
      stderr: 'out of memory',
      retryInMs: 1_000,
      revision: '2025-11-25',
    });
    expect(host.tools().map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    clock.advance(999);
    expect(server.connections).toHaveLength(1);
    clock.advance(1);
    await host.ready('s');
    expect(server.connections).toHaveLength(2);
    expect(host.state('s')).toMatchObject({ stderr: '', reason: undefined, retryInMs: undefined });
    expect(phasesOf(events, 's')).toEqual(['ready', 'failed', 'connecting', 'ready']);
    expect((await host.call('mcp_s_t')).isError).toBeUndefined();
  });

  it('is left alone after so many attempts, and its tools go', async () => {
    const server = toolServer(['t']);
    let isDown = false;
    const target = customServer({
      name: 'sometimes',
      open: (options) =>
        isDown ? Promise.reject(new Fault('connect_failed', 'Nobody listens.')) : server.open(options),
    });
    const { host, clock } = await startHost({ s: { target } }, { reconnect: { attempts: 3 } });
    await using _ = host;
    isDown = true;
    await lose(host, server);
    const delays: (number | undefined)[] = [];
    for (let left = 3; left > 0; left -= 1) {
      const { retryInMs } = host.state('s');
      delays.push(retryInMs);
      clock.advance(retryInMs ?? 0);
      await host.settled();
    }
    expect(delays).toEqual([1_000, 2_000, 4_000]);
    expect(host.state('s')).toMatchObject({
      phase: 'failed',
      reason: 'Nobody listens.',
      retryInMs: undefined,
    });
    expect(host.tools()).toEqual([]);
    expect(clock.pending).toBe(0);
    isDown = false;
    expect((await host.reconnect('s')).phase).toBe('ready');
    expect(host.tools()).toHaveLength(1);
  });

  it('is not connected again after the host was closed', async () => {
    const server = toolServer(['t']);
    const { host, clock } = await startHost({ s: server });
    await lose(host, server);
    await host.close();
    expect(clock.pending).toBe(0);
    clock.advance(3_600_000);
    expect(server.connections).toHaveLength(1);
  });

  it('is noticed by the end of its event stream, when nobody listens any more', async () => {
    const server = toolServer(['t']);
    const { host } = await startHost({ s: server });
    await using _ = host;
    const warn = (errorCode: string): void => {
      const cause = new Fault('connect_failed', `Nobody listens (${errorCode}).`, { details: { errorCode } });
      server.connection.options.onWarning?.(new Fault('connect_failed', 'No event stream.', { cause }));
    };
    warn('ENOTFOUND');
    expect(host.state('s').phase).toBe('ready');
    warn('ECONNREFUSED');
    expect(host.state('s')).toMatchObject({
      phase: 'failed',
      reason: 'Nobody listens (ECONNREFUSED).',
      retryInMs: 1_000,
    });
  });

  it('stays lost with reconnect: false', async () => {
    const server = toolServer(['t']);
    const { host } = await startHost({ s: server }, { reconnect: false });
    await using _ = host;
    await lose(host, server);
    expect(host.state('s').retryInMs).toBeUndefined();
  });
});

describe('the first attempt', () => {
  it.each([
    ['connect_failed', 1_000],
    ['unauthorized', undefined],
    ['spawn_failed', undefined],
  ] as const)('that fails with %s is followed by another after %s', async (code, retryInMs) => {
    const target = customServer({ name: code, open: () => Promise.reject(new Fault(code, 'x')) });
    const { host } = await startHost({ s: { target } });
    await using _ = host;
    expect(host.state('s')).toMatchObject({ phase: 'failed', retryInMs });
  });

  it('that has no client options fails that server alone', async () => {
    const { host } = await startHost(
      { s: toolServer(['t']), good: toolServer(['t']) },
      {
        client: ({ name }) => {
          if (name === 's') throw new Error('no token for it');
          return { cache: false };
        },
      },
    );
    await using _ = host;
    expect(host.servers()).toMatchObject([
      { phase: 'failed', reason: 'no token for it' },
      { phase: 'ready' },
    ]);
  });

  it('hides secrets in the reason', async () => {
    const fault = new Fault('connect_failed', 'refused: Authorization: Bearer abc123');
    const target = customServer({ name: 'x', open: () => Promise.reject(fault) });
    const { host } = await startHost({ s: { target } });
    await using _ = host;
    expect(host.state('s').reason).not.toContain('abc123');
  });
});

describe('the list of tools', () => {
  it('that cannot be had is a problem of a server that works otherwise', async () => {
    const server = resourceServer({ 'tools/list': () => new RpcError(-32603, 'no tools today') });
    const { host } = await startHost({ s: server });
    await using _ = host;
    expect(host.state('s')).toMatchObject({
      phase: 'ready',
      counts: { tools: 0 },
      problems: ['tools/list: no tools today'],
    });
    expect((await host.readResource('s', 'memo://a')).contents).toHaveLength(1);
  });

  it('that cannot be fetched anew leaves the one before in place', async () => {
    let isBroken = false;
    const server = toolServer([], {
      'tools/list': () => (isBroken ? new RpcError(-32603, 'not now') : { tools: [wireTool('t')] }),
    });
    const { host } = await startHost({ s: server });
    await using _ = host;
    isBroken = true;
    const gate = new Gate();
    host.onEvent(() => host.state('s').problems.length > 0 && gate.open());
    server.connection.tell('notifications/tools/list_changed');
    await gate.promise;
    expect(host.state('s').problems).toEqual(['tools/list: not now']);
    expect(host.tools()).toHaveLength(1);
  });

  it('that changes while it is fetched is fetched again', async () => {
    let lists = 0;
    const server = toolServer([], {
      'tools/list': ({ connection }) => {
        lists += 1;
        if (lists > 1) return { tools: [wireTool('new')] };
        connection.tell('notifications/tools/list_changed');
        return { tools: [wireTool('old')] };
      },
    });
    const { host } = await startHost({ s: server });
    await using _ = host;
    const gate = new Gate();
    host.onEvent(() => host.nameOf('s', 'new') !== undefined && gate.open());
    if (host.nameOf('s', 'new') === undefined) await gate.promise;
    expect(host.tools().map(({ name }) => name)).toEqual(['mcp_s_new']);
  });
});

describe('counts', () => {
  it('of resources, templates and prompts are known once somebody asked', async () => {
    const prompts = new RpcError(-32603, 'no prompts today');
    const server = resourceServer({ 'prompts/list': prompts });
    server.script['initialize'] = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, resources: {}, prompts: {} },
      serverInfo: { name: 'scripted', version: '1' },
    };
    const { host } = await startHost({ s: server, plain: toolServer(['t']) });
    await using _ = host;
    expect(host.state('s').counts).toEqual({ tools: 0 });
    const [s, plain] = await host.survey();
    expect(s?.counts).toEqual({ tools: 0, resources: 2, resourceTemplates: 1 });
    expect(s?.problems).toEqual(['prompts: no prompts today']);
    expect(plain?.counts).toEqual({ tools: 1 });
  });

  it('are forgotten when the server says that a list changed', async () => {
    const events: HostEvent[] = [];
    const server = resourceServer();
    const { host } = await startHost({ s: server }, { onEvent: (event) => events.push(event) });
    await using _ = host;
    await host.survey();
    server.connection.tell('notifications/resources/list_changed');
    expect(host.state('s').counts.resources).toBeUndefined();
    expect(events.at(-1)).toEqual({ kind: 'list-changed', server: 's', list: 'resources' });
  });
});

/** Enough microtasks to cover everything between the answer to the list and the server being ready. */
const MOMENTS = Array.from({ length: 60 }, (_, at) => at);

/** Lets so many microtasks go by. */
async function moments(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await Promise.resolve();
}

describe('what happens in the moment when a server becomes ready', () => {
  it('is no lost end', async () => {
    const missed: number[] = [];
    for (const moment of MOMENTS) {
      const server = toolServer([], {
        'tools/list': ({ connection }) => {
          void moments(moment).then(() => connection.exit());
          return { tools: [wireTool('t')] };
        },
      });
      const { host } = await startHost({ s: server }, { reconnect: false });
      await moments(200);
      if (host.state('s').phase !== 'failed') missed.push(moment);
      await host.close();
    }
    expect(missed).toEqual([]);
  });

  it('is no lost change of its tools', async () => {
    const missed: number[] = [];
    for (const moment of MOMENTS) {
      let lists = 0;
      const server = toolServer([], {
        'tools/list': ({ connection }) => {
          lists += 1;
          if (lists === 1)
            void moments(moment).then(() => connection.tell('notifications/tools/list_changed'));
          return { tools: [wireTool(`t${lists}`)] };
        },
      });
      const { host } = await startHost({ s: server });
      await moments(400);
      if (host.tools()[0]?.name !== 'mcp_s_t2') missed.push(moment);
      await host.close();
    }
    expect(missed).toEqual([]);
  });
});

describe('a server that says again and again that its tools changed', () => {
  it('is asked once a second, and the last change is not missed', async () => {
    let lists = 0;
    const server = toolServer([], {
      'tools/list': ({ connection }) => {
        lists += 1;
        if (lists > 1) connection.tell('notifications/tools/list_changed');
        return { tools: [wireTool(`t${lists}`)] };
      },
    });
    const { host, clock } = await startHost({ s: server });
    await using _ = host;
    for (let told = 0; told < 500; told += 1) server.connection.tell('notifications/tools/list_changed');
    await moments(400);
    expect(lists).toBe(2);
    for (const expected of [3, 4, 5]) {
      clock.advance(1_000);
      await moments(400);
      expect(lists).toBe(expected);
    }
    expect(host.tools()[0]?.name).toBe('mcp_s_t5');
    await host.close();
    expect(clock.pending).toBe(0);
  });
});
