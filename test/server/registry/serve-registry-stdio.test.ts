import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { McpClient, stdioServer } from '../../../src/client/index.js';
import { serveRegistry, serveRegistryStdio, stdioCommand } from '../../../src/server/index.js';
import { ChildProgram } from '../../support/child-program.js';

const PROGRAM = join(import.meta.dirname, '..', '..', 'fixtures', 'registry-stdio.mjs');

describe('a registry over stdio', () => {
  it('is what the config file of the other half starts', async () => {
    await using spec = await serveRegistry([], {
      name: 'child',
      transport: 'stdio',
      command: stdioCommand(PROGRAM),
      env: { KEY: 'from the file' },
    });
    await spec.start();
    const { command, args, env } = JSON.parse(readFileSync(spec.configPath, 'utf8')).mcpServers.child;
    await using client = await McpClient.connect(stdioServer({ command, args, env }));
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['where', 'env']);
    const text = async (name: string, given = {}) => (await client.callTool(name, given)).content[0];
    expect(await text('where')).not.toMatchObject({ text: String(process.pid) });
    expect(await text('env', { name: 'KEY' })).toMatchObject({ text: 'from the file' });
  });

  it('has the same error contract', async () => {
    await using client = await McpClient.connect(stdioServer({ command: process.execPath, args: [PROGRAM] }));
    const bad = await client.callTool('env', { wrong: 1 });
    expect(bad).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^tool 'env' call rejected: unexpected argument\(s\) \['wrong'\]/) },
      ],
    });
    expect(await client.callTool('nope')).toMatchObject({
      isError: true,
      content: [{ text: "there is no tool 'nope'. Available tools: env, where" }],
    });
  });

  it.each(['2026-07-28', '2025-11-25', '2024-11-05'] as const)('speaks %s', async (revision) => {
    const target = stdioServer({ command: process.execPath, args: [PROGRAM] });
    await using client = await McpClient.connect(target, { revision });
    expect((await client.callTool('env', { name: 'NO_SUCH_VARIABLE' })).content).toEqual([
      { type: 'text', text: 'not set' },
    ]);
  });

  it('ends in order when the agent CLI goes', async () => {
    const child = new ChildProgram([PROGRAM]);
    child.process.stdin.end();
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.stdout).toBe('');
  });

  it('refuses a bad name before it touches the pipes', async () => {
    await expect(serveRegistryStdio([], { name: 'a b' })).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});
