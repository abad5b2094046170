// A registry and an approval server in one run of an agent CLI: the common case.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeArgs, claudeOptions, codexArgs, codexEnv, writeMcpConfig } from '../../src/adapters/index.js';
import { McpClient, streamableHttpServer } from '../../src/client/index.js';
import type { ServedRegistry } from '../../src/server/index.js';
import { ApprovalServer, serveRegistry, tool } from '../../src/server/index.js';

const FAKE_CLAUDE = join(import.meta.dirname, '..', 'fixtures', 'fake-claude.mjs');

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
});

async function both(): Promise<[ServedRegistry, ApprovalServer]> {
  const deploy = tool({
    name: 'deploy',
    parameters: { type: 'object', properties: { target: { type: 'string' } } },
    requiresApproval: true,
    run: () => 'deployed',
  });
  const check = tool({
    name: 'check',
    parameters: { type: 'object', properties: {} },
    sideEffecting: false,
    run: () => 'fine',
  });
  const registry = await serveRegistry([deploy, check], { name: 'engine' });
  open.push(registry);
  const approvals = new ApprovalServer({ asker: () => ({ kind: 'reject', note: 'not today' }) });
  open.push(approvals);
  await registry.start();
  await approvals.start();
  return [registry, approvals];
}

const tokenOf = ({ authHeaders }: ServedRegistry | ApprovalServer) =>
  (authHeaders['Authorization'] ?? '').slice('Bearer '.length);

describe('a registry and an approval server together', () => {
  it('are reached through one file, by a process whose arguments hold no secret', async () => {
    const [registry, approvals] = await both();
    const config = await writeMcpConfig([registry, approvals]);
    open.push(config);
    const folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
    const report = join(folder, 'report.json');
    const args = claudeArgs([registry, approvals], { configPath: config.path });
    const child = spawn(process.execPath, [FAKE_CLAUDE, ...args, 'close the slice'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, REPORT: report },
    });
    await once(child, 'close');
    const { argv, servers, verdict, isTokenInArgv } = JSON.parse(readFileSync(report, 'utf8'));
    expect(servers).toEqual(['engine', 'plainwire_approvals']);
    expect(verdict).toEqual({ behavior: 'deny', message: 'not today' });
    expect(argv.at(-1)).toBe('close the slice');
    expect(isTokenInArgv).toBe(false);
    expect(argv.join(' ')).not.toContain(tokenOf(registry));
    expect(approvals.promptsSeen).toBe(1);
    await rm(folder, { recursive: true });
  });

  it('answer whoever read the file', async () => {
    const [registry, approvals] = await both();
    const config = await writeMcpConfig([registry, approvals]);
    open.push(config);
    const { mcpServers } = JSON.parse(readFileSync(config.path, 'utf8'));
    const { url, headers } = mcpServers.engine;
    await using client = await McpClient.connect(streamableHttpServer({ url, headers }));
    expect((await client.callTool('check')).content).toEqual([{ type: 'text', text: 'fine' }]);
    expect(registry.callsSeen).toBe(1);
  });

  it('do not take each other’s token', async () => {
    const [registry, approvals] = await both();
    const target = streamableHttpServer({ url: approvals.url, headers: registry.authHeaders });
    await expect(McpClient.connect(target)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(approvals.promptsSeen).toBe(0);
  });

  it('tell no secret outside of file and environment', async () => {
    const [registry, approvals] = await both();
    const servers = [registry, approvals];
    const shown = JSON.stringify([
      claudeArgs(servers),
      claudeOptions(servers, { configPath: '/x' }),
      codexArgs(servers, { hookCommand: ['ask'] }),
    ]);
    for (const server of [registry, approvals]) expect(shown).not.toContain(tokenOf(server));
    expect(codexEnv(servers)).toEqual({ PLAINWIRE_TOKEN_ENGINE: tokenOf(registry) });
  });
});
