import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpClient, stdioServer } from '../../../src/client/index.js';
import { META } from '../../../src/protocol/index.js';
import { type BundledProgram, bundleProgram } from '../../support/bundle-program.js';
import { ChildProgram } from '../../support/child-program.js';

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(join(import.meta.dirname, '../../fixtures/stdio-server.ts'));
});
afterAll(() => program[Symbol.asyncDispose]());

const meta = { [META.PROTOCOL_VERSION]: '2026-07-28', [META.CLIENT_CAPABILITIES]: {} };

describe('serveStdio', () => {
  it.each(['2026-07-28', '2025-11-25'] as const)('serves a client of %s', async (revision) => {
    const target = stdioServer({ command: process.execPath, args: [program.path] });
    await using client = await McpClient.connect(target, { revision });
    const era = revision === '2026-07-28' ? 'modern' : 'legacy';
    expect((await client.callTool('noisy')).content).toEqual([{ type: 'text', text: era }]);
    expect(await client.callTool('throws')).toMatchObject({
      isError: true,
      content: [{ text: 'on purpose' }],
    });
    await expect(client.getPrompt('broken')).rejects.toMatchObject({
      code: -32603,
      message: 'Internal error',
    });
    expect((await client.callTool('noisy')).content).toHaveLength(1);
  });

  // requirement: stdio-server-stdout-pure, stdio-server-exits-on-eof
  it('keeps stdout for the protocol, and ends when its input does', async () => {
    const child = new ChildProgram([program.path]);
    child.send({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'noisy', _meta: meta } });
    child.send({ jsonrpc: '2.0', id: 'b', method: 'prompts/get', params: { name: 'broken', _meta: meta } });
    await child.untilLines(2);
    child.process.stdin.end();
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.lines.map((line) => JSON.parse(line).id).sort()).toEqual(['a', 'b']);
    expect(child.stdout).not.toContain('not for the client');
    expect(child.stdout).not.toContain('only for the log');
    expect(child.stderr).toContain('not for the client');
    expect(child.stderr).toContain('only for the log');
    expect(child.stderr).toContain('ended');
  });
});
