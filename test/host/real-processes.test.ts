// Hosts over server processes.
import { afterEach, describe, expect, it } from 'vitest';
import type { McpHostOptions, ServerDeclaration } from '../../src/host/index.js';
import { McpHost } from '../../src/host/index.js';
import type { CallToolResult } from '../../src/protocol/index.js';
import { Gate } from '../support/gate.js';
import { fixturePath } from '../support/odd-server.js';
import { isRunning } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';

const SERVER = { command: process.execPath, args: [fixturePath('host-server.mjs')] };
const EXITS = { command: process.execPath, args: [fixturePath('raw-server.mjs'), 'exit'] };

const hosts: McpHost[] = [];
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

async function start(
  servers: Record<string, ServerDeclaration>,
  options: McpHostOptions = {},
): Promise<McpHost> {
  const host = await McpHost.start({ permissions: [{ tool: '*', action: 'allow' }], ...options, servers });
  hosts.push(host);
  return host;
}

const text = ({ content }: CallToolResult) => (content[0] as { text: string }).text;

/** Resolves when the server enters this phase. */
async function untilPhase(host: McpHost, server: string, phase: string): Promise<void> {
  const gate = new Gate();
  const off = host.onEvent(
    (event) =>
      event.kind === 'state' && event.server === server && event.state.phase === phase && gate.open(),
  );
  await gate.promise;
  off();
}

describe('a host over processes', () => {
  it('has a process for each server, which goes with it', async () => {
    const [one, two] = [await start({ s: SERVER }), await start({ s: SERVER })];
    const pids = [Number(text(await one.call('mcp_s_pid'))), Number(text(await two.call('mcp_s_pid')))];
    expect(new Set(pids).size).toBe(2);
    expect(pids.map(isRunning)).toEqual([true, true]);
    await one.close();
    expect(pids.map(isRunning)).toEqual([false, true]);
  });

  it('passes on no variable that nobody asked for', async () => {
    process.env['PLAINWIRE_TEST_SECRET'] = 's3cret';
    const host = await start({
      own: { ...SERVER, env: { MINE: 'yes' } },
      all: { ...SERVER, inheritEnv: true },
    });
    const seen = async (server: string, name: string) =>
      text(await host.call(`mcp_${server}_variable`, { name }));
    expect(await seen('own', 'MINE')).toBe('yes');
    expect(await seen('own', 'PLAINWIRE_TEST_SECRET')).toBe('undefined');
    expect(await seen('own', 'PATH')).toBe(process.env['PATH']);
    expect(await seen('all', 'PLAINWIRE_TEST_SECRET')).toBe('s3cret');
    delete process.env['PLAINWIRE_TEST_SECRET'];
  });

  it('mixes no variables of two tenants', async () => {
    const tenants = await Promise.all(
      ['one', 'two'].map((tenant) => start({ s: { ...SERVER, env: { TENANT: tenant, [tenant]: 'mine' } } })),
    );
    const seen = await Promise.all(
      tenants.flatMap((host) =>
        ['TENANT', 'one', 'two'].map(async (name) => text(await host.call('mcp_s_variable', { name }))),
      ),
    );
    expect(seen).toEqual(['one', 'mine', 'undefined', 'two', 'undefined', 'mine']);
  });

  it.each([
    ['does not answer', 'setInterval(() => {}, 1000)'],
    ['does not listen to anything', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"],
  ])('leaves no process of one that %s', async (_, program) => {
    const words = ['-e', `console.error('pid ' + process.pid); ${program}`];
    const host = await start({ s: { command: process.execPath, args: words, timeout: 1 } });
    const { phase, reason, stderr } = host.state('s');
    expect([phase, reason]).toEqual(['failed', expect.stringContaining('not ready within 1000 ms')]);
    const pid = Number(/pid (\d+)/.exec(stderr)?.[1]);
    expect(pid).toBeGreaterThan(0);
    expect(isRunning(pid)).toBe(false);
  });

  it('starts one that crashes again and again no more often than it was told', async () => {
    const pids: number[] = [];
    const host = await start({ s: SERVER }, { reconnect: { attempts: 2, firstDelayMs: 0 } });
    for (const left of [2, 1, 0]) {
      pids.push(Number(text(await host.call('mcp_s_pid'))));
      const failed = untilPhase(host, 's', 'failed');
      const again = left === 0 ? Promise.resolve() : untilPhase(host, 's', 'ready');
      await expect(host.call('mcp_s_die')).rejects.toThrow();
      await failed;
      await again;
    }
    expect(host.state('s')).toMatchObject({ phase: 'failed', retryInMs: undefined });
    expect(new Set(pids).size).toBe(3);
    await host.close();
    expect(pids.map(isRunning)).toEqual([false, false, false]);
  });

  it('tells why one did not start, with its last words', async () => {
    const host = await start({ broken: EXITS, missing: { command: '/no/such/program' }, s: SERVER });
    expect(host.servers()).toMatchObject([
      { phase: 'failed', stderr: 'the licence has run out', reason: expect.stringContaining('code 7') },
      { phase: 'failed', reason: expect.stringContaining('/no/such/program') },
      { phase: 'ready' },
    ]);
  });

  it('tells why one died of a call, and connects it again', async () => {
    const host = await start({ s: SERVER }, { reconnect: { firstDelayMs: 0 } });
    const before = text(await host.call('mcp_s_pid'));
    const failed = untilPhase(host, 's', 'failed');
    const again = untilPhase(host, 's', 'ready');
    await expect(host.call('mcp_s_die')).rejects.toMatchObject({
      code: 'process_exited',
      message: expect.stringMatching(/code 9[\s\S]*cannot go on: api_key=\[redacted\]/),
    });
    await failed;
    await again;
    expect(text(await host.call('mcp_s_pid'))).not.toBe(before);
  });

  it('notices one that dies between list and call', async () => {
    const host = await start({ s: SERVER, other: SERVER }, { reconnect: false });
    const failed = untilPhase(host, 's', 'failed');
    process.kill(Number(text(await host.call('mcp_s_pid'))), 'SIGKILL');
    await failed;
    await expect(host.call('mcp_s_pid')).rejects.toMatchObject({
      code: 'server_unavailable',
      message: expect.stringContaining('SIGKILL'),
    });
    expect(Number(text(await host.call('mcp_other_pid')))).toBeGreaterThan(0);
  });

  it('gets 40 MB, or says which limit they are beyond, and goes on', async () => {
    const bytes = 40_000_000;
    const host = await start({ s: SERVER });
    expect(text(await host.call('mcp_s_big', { bytes }))).toHaveLength(bytes);
    const small = await start({ s: SERVER }, { limits: { lineBytes: 1_000_000 } });
    await expect(small.call('mcp_s_big', { bytes })).rejects.toMatchObject({
      code: 'limit_exceeded',
      limit: 'lineBytes',
    });
    await waitFor('the server is ready', () => small.state('s').phase === 'ready');
    expect(Number(text(await small.call('mcp_s_pid')))).toBeGreaterThan(0);
  });
});
