// The programs of examples/registry print the facts that the docs promise, word for word.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { McpClient, stdioServer } from '../../src/client/index.js';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'examples', 'registry');
const run = promisify(execFile);

async function lines(program: string): Promise<string[]> {
  const { stdout, stderr } = await run(process.execPath, [join(FOLDER, program)], { timeout: 20_000 });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

describe('examples/registry', () => {
  it('serve.js', async () => {
    expect(await lines('serve.js')).toEqual([
      "tool names:        [ 'mcp__engine__deploy', 'mcp__engine__run_check' ]",
      "requires approval: [ 'mcp__engine__deploy' ]",
      "auto approve:      [ 'mcp__engine__run_check' ]",
      "caps:              [ 'egress' ]",
      "config keys:       [ 'alwaysLoad', 'headers', 'timeout', 'type', 'url' ]",
      "advertised:        [ 'deploy', 'run_check' ]",
      'schema unchanged:  true',
      "deploy _meta:      { sideEffecting: true, requiresApproval: true, caps: [ 'egress' ] }",
      'deploy read-only:  false',
      'ok:                lint:lax:ok',
      'bad isError:       true',
      "bad text:          tool 'run_check' call rejected: unexpected argument(s) ['verbose']. " +
        "Accepted arguments: ['name', 'strict']",
      'session survived:  after:lax:ok',
      'calls seen:        3',
    ]);
  });

  it('own-tools.js', async () => {
    expect(await lines('own-tools.js')).toEqual([
      "tool names the CLI sees: [ 'mcp__engine__close_slice' ]",
      "advertised: [ 'close_slice' ]",
      'result:   s-1: pass',
      "bad call: tool 'close_slice' call rejected: missing required argument( ...",
      'session survived: true',
    ]);
  });

  it('rule-of-two.js', async () => {
    expect(await lines('rule-of-two.js')).toEqual([
      "spec.caps: [ 'egress', 'private_data', 'untrusted_content' ]",
      'allowed:   false',
      'reason:    lethal trifecta: this tool set combines private-data access, untrusted-content ingestion, ' +
        'and egress in one run — require a human gate or split the run',
    ]);
  });

  it('stdio.js', async () => {
    expect(await lines('stdio.js')).toEqual([
      'type: stdio',
      `args: [ '${join(FOLDER, 'stdio-server.js')}' ] (command is process.execPath)`,
      "env:  { NODE_PATH: '/srv/app' }",
      'url:  null',
    ]);
  });

  it('stdio-server.js', async () => {
    const command = { command: process.execPath, args: [join(FOLDER, 'stdio-server.js')] };
    await using client = await McpClient.connect(stdioServer(command));
    expect((await client.callTool('run_check', { name: 'lint' })).content).toEqual([
      { type: 'text', text: 'lint:ok' },
    ]);
  });

  it('timeouts.js', async () => {
    expect(await lines('timeouts.js')).toEqual([
      "our deadline: tool 'slow_build' did not return within 0.05s and was abandoned",
      "their error:  tool 'call_upstream' failed: TimeoutError: upstream read timed out after 3s",
    ]);
  });
});
