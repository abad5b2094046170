import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../src/cli/command-line.js';
import { EXIT } from '../../../src/cli/exit-code.js';
import { codexHook } from '../../../src/cli/verbs/codex-hook.js';
import type { AskFunction } from '../../../src/server/index.js';
import { ApprovalServer } from '../../../src/server/index.js';
import { ChildProgram } from '../../support/child-program.js';
import { waitFor } from '../../support/wait-for.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open: ApprovalServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((approvals) => approvals.stop()));
});

async function serving(asker: AskFunction): Promise<ApprovalServer> {
  const approvals = new ApprovalServer({ asker, onLog: () => {} });
  open.push(approvals);
  await approvals.start();
  return approvals;
}

const CALL = JSON.stringify({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf é' },
  tool_use_id: 'c1',
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of new TextEncoder().encode(text)) yield Uint8Array.of(byte);
}

async function run(path: string, input = CALL, parent?: number) {
  const lines: string[] = [];
  const notes: string[] = [];
  const output = {
    line: (text: string) => void lines.push(text),
    json: () => {},
    note: (text: string) => void notes.push(text),
    status: () => {},
  };
  const line = parseCommandLine(['codex-hook', path]);
  const surroundings = { output, interrupted: new AbortController().signal, isTerminal: false };
  const code = await codexHook(line, surroundings, {
    input: bytes(input),
    ...(parent === undefined ? {} : { parent }),
  });
  return { code, stdout: lines.join('\n'), stderr: notes.join('\n') };
}

describe('the hook for Codex', () => {
  it('puts the call to the approval server', async () => {
    const approvals = await serving(() => ({ kind: 'approve' }));
    expect(await run(approvals.configPath)).toEqual({ code: EXIT.ok, stdout: '', stderr: '' });
    expect(approvals.decisions).toMatchObject([
      { tool: 'Bash', arguments: { command: 'rm -rf é' }, toolUseId: 'c1', allowed: true },
    ]);
  });

  it('hands changed arguments on', async () => {
    const approvals = await serving(() => ({ kind: 'modify', value: { command: 'ls' } }));
    const { code, stdout } = await run(approvals.configPath);
    expect(code).toBe(EXIT.ok);
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: 'ls' },
      },
    });
  });

  it('says no with the reason', async () => {
    const approvals = await serving(() => ({ kind: 'reject', note: 'not that folder' }));
    expect(await run(approvals.configPath)).toEqual({ code: 2, stdout: '', stderr: 'not that folder' });
  });

  describe('for a tool of an MCP server, when Codex wants approval', () => {
    const call = (hook_event_name: string, tool_name = 'mcp__engine__deploy', id = 's-1') =>
      JSON.stringify({ hook_event_name, tool_name, tool_input: { id } });
    const first = call('PreToolUse');
    const second = call('PermissionRequest');
    const silence = { code: EXIT.ok, stdout: '', stderr: '' };

    it('confirms what was approved before the call, once', async () => {
      const approvals = await serving(() => ({ kind: 'approve' }));
      expect(await run(approvals.configPath, first)).toEqual(silence);
      const { code, stdout } = await run(approvals.configPath, second);
      expect(code).toBe(EXIT.ok);
      expect(JSON.parse(stdout)).toEqual({
        hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
      });
      expect(await run(approvals.configPath, second)).toEqual(silence);
      expect(approvals.promptsSeen).toBe(1);
    });

    it.each([
      ['nothing', undefined],
      ['other arguments', call('PreToolUse', 'mcp__engine__deploy', 's-2')],
      ['another tool', call('PreToolUse', 'mcp__engine__check')],
      ['a command', call('PreToolUse', 'Bash')],
    ])('leaves it to Codex when %s was approved before', async (_what, before) => {
      const approvals = await serving(() => ({ kind: 'approve' }));
      if (before !== undefined) await run(approvals.configPath, before);
      expect(await run(approvals.configPath, second)).toEqual(silence);
    });

    it('confirms no command, whatever was approved: it may be about to leave the sandbox', async () => {
      const approvals = await serving(() => ({ kind: 'approve' }));
      await run(approvals.configPath, call('PreToolUse', 'Bash'));
      expect(await run(approvals.configPath, call('PermissionRequest', 'Bash'))).toEqual(silence);
    });
  });

  it('takes the question back when Codex is gone', async () => {
    const codex = new ChildProgram(['-e', 'setInterval(() => {}, 1000)']);
    const approvals = await serving(() => new Promise(() => {}));
    const hook = run(approvals.configPath, CALL, codex.pid);
    await waitFor('the question is asked', () => approvals.pending === 1);
    await codex.kill();
    expect(await hook).toMatchObject({ code: 2, stdout: '' });
    await waitFor('it is withdrawn', () => approvals.decisions.length === 1);
    expect(approvals.decisions).toMatchObject([{ allowed: false, source: 'withdrawn' }]);
  });

  it.each([
    ['garbage from Codex', undefined, 'not json'],
    ['a call without arguments', undefined, '{"tool_name":"Bash"}'],
    ['no config file', '/no/such/mcp.json', CALL],
    ['an empty config file', '{"mcpServers":{}}', CALL],
    ['a config file that is none', 'garbage', CALL],
    ['nobody at the address', '{"mcpServers":{"x":{"url":"http://127.0.0.1:1/mcp","headers":{}}}}', CALL],
  ])('says no to %s', async (_name, config, input) => {
    let path = config ?? (await serving(() => ({ kind: 'approve' }))).configPath;
    if (config !== undefined && !config.startsWith('/')) {
      path = join(folder, 'mcp.json');
      await writeFile(path, config);
    }
    const { code, stdout, stderr } = await run(path, input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/denied|cannot be read/);
  });
});
