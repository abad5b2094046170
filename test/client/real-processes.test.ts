import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../src/client/connect/era-cache.js';
import type { McpClientOptions } from '../../src/client/index.js';
import { McpClient, stdioServer } from '../../src/client/index.js';
import type { CallToolResult, Fault } from '../../src/protocol/index.js';
import { isRunning, untilGone } from '../support/processes.js';

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'era-server.mjs');

const target = (mode: string) => stdioServer({ command: process.execPath, args: [FIXTURE, mode] });

function connect(mode: string, options: McpClientOptions = {}): Promise<McpClient> {
  return McpClient.connect(target(mode), { cache: { eras: new ProgramEraCache() }, ...options });
}

function textOf({ content: [block] }: CallToolResult): string {
  return block?.type === 'text' ? (block as { text: string }).text : '';
}

describe('a real process', () => {
  // requirement: stdio-supported, stdio-stderr-is-no-error
  it.each([
    { mode: 'modern', era: 'modern' },
    { mode: 'method-not-found', era: 'legacy' },
    { mode: 'code-0', era: 'legacy' },
    { mode: 'not-initialized', era: 'legacy' },
    { mode: 'exits', era: 'legacy' },
    { mode: 'silent', era: 'legacy', options: { timeouts: { probeMs: 100 } } },
    { mode: 'floods-stderr', era: 'legacy', options: { timeouts: { probeMs: 100 } } },
    { mode: 'banner', era: 'legacy' },
  ])('that meets the probe as `$mode` ends in a working $era session', async ({ mode, era, options }) => {
    const client = await connect(mode, options);
    expect(client.era).toBe(era);
    expect(textOf(await client.callTool('echo', { é: '✓\u2028' }))).toBe('{"é":"✓\u2028"}');
    const pid = Number(textOf(await client.callTool('pid')));
    expect(isRunning(pid)).toBe(true);
    await client.close();
    await untilGone(pid);
  });

  it('that writes a banner on stdout is reported', async () => {
    const warnings: Fault[] = [];
    const logs: unknown[] = [];
    await using _client = await connect('banner', {
      onWarning: (warning) => warnings.push(warning),
      onLog: ({ data }) => logs.push(data),
    });
    expect(warnings.length).toBeGreaterThan(0);
    expect(logs).toEqual(['up']);
  });

  it('that ends at once is an error with its exit code', async () => {
    await expect(connect('broken')).rejects.toMatchObject({
      code: 'process_exited',
      message: expect.stringContaining('7'),
    });
  });

  it('that does not exist is an error that names it', async () => {
    const missing = stdioServer({ command: 'no-such-command-anywhere' });
    await expect(McpClient.connect(missing)).rejects.toMatchObject({
      code: 'spawn_failed',
      message: expect.stringContaining('no-such-command-anywhere'),
    });
  });

  // requirement: stdio-unexpected-exit-restarted
  it('that crashes fails the calls under way, with its last words, and is started again', async () => {
    await using client = await connect('modern');
    const before = textOf(await client.callTool('pid'));
    const hanging = client.callTool('hang');
    const crashing = client.callTool('crash');
    for (const call of [hanging, crashing]) {
      await expect(call).rejects.toMatchObject({
        code: 'process_exited',
        message: expect.stringContaining('panic: told to'),
      });
    }
    const [after, same] = await Promise.all([client.callTool('pid'), client.callTool('pid')]);
    expect(textOf(after)).not.toBe(before);
    expect(textOf(after)).toBe(textOf(same));
  });

  // requirement: client-process-outlives-conversation
  it('that is slow can be cancelled, and goes on', async () => {
    await using client = await connect('modern');
    const pid = textOf(await client.callTool('pid'));
    const controller = new AbortController();
    const hanging = client.callTool('hang', {}, { signal: controller.signal });
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    expect(textOf(await client.callTool('pid'))).toBe(pid);
  });
});
