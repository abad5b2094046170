import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { approvalHook, hookHash } from '../../../src/adapters/codex/approval-hook.js';
import type { ServerDescription } from '../../../src/server/index.js';
import { approvalsDescription } from '../../support/descriptions.js';

interface Hook {
  readonly command: string;
  readonly timeout: number;
}

const gate = { ...approvalsDescription(), configPath: "/tmp/it's here/mcp.json" } as ServerDescription;

function hookOf(hookCommand: readonly string[]): Hook {
  const [group] = approvalHook(gate, hookCommand)['hooks.PreToolUse'] as unknown as { hooks: Hook[] }[];
  return group?.hooks[0] as Hook;
}

/** What the shell of Codex makes of it. */
const run = (...hookCommand: string[]) =>
  spawnSync('/bin/sh', ['-c', hookOf(hookCommand).command], { encoding: 'utf8' });

describe('the hook that asks', () => {
  it('is given the path of the config file, whatever is in it', () => {
    expect(run('printf', '%s').stdout).toBe("/tmp/it's here/mcp.json");
  });

  it('is told which process is Codex', () => {
    expect(run('sh', '-c', 'printf "$PLAINWIRE_HOOK_PARENT"').stdout).toBe(String(process.pid));
  });

  it('waits as long as the server may take', () => {
    expect(hookOf(['ask']).timeout).toBe(61);
  });

  it.each([
    ['fails', ['false']],
    ['is not there', ['/no/such/program']],
    ['is killed', ['sh', '-c', 'kill -9 $$']],
    ['and the shell around it are interrupted', ['sh', '-c', 'kill -INT $PPID; kill -INT $$']],
    ['and the shell around it are told to end', ['sh', '-c', 'kill -TERM $PPID; kill -TERM $$']],
    ['and the shell around it lose their terminal', ['sh', '-c', 'kill -HUP $PPID; kill -HUP $$']],
  ])('denies when its command %s: for Codex any other failure is a yes', (_name, command) => {
    const { status, stderr } = run(...command);
    expect(status).toBe(2);
    expect(stderr).toContain('the call was denied');
  });

  it('is run by the shell that it was written for, whatever shell the user has', () => {
    const [first, shell, flag] = hookOf(['ask']).command.split(' ');
    expect([first, shell, flag]).toEqual(['exec', '/bin/sh', '-c']);
  });

  // `hooks/list` of `codex app-server` 0.171.0 gave this hash to this hook; what it does not recognise it does not run.
  it('has the hash that Codex gives it', () => {
    const command = "'ask' 'it' || { echo no >&2; exit 2; }";
    expect(hookHash({ async: false, command, timeout: 60, type: 'command' })).toBe(
      'sha256:53c17e68e5c5b9b7f56386d0bdc7a0c11781e2031c3cecfddda14d37d0bbfbc7',
    );
  });

  it('is trusted where it is run, and nothing else is', () => {
    const { 'hooks.state': state, ...rest } = approvalHook(gate, ['ask']);
    expect(Object.keys(rest)).toEqual(['features.hooks', 'hooks.PreToolUse', 'hooks.PermissionRequest']);
    const hook = { async: false, ...hookOf(['ask']), type: 'command' };
    const permission = { event: 'PermissionRequest', eventKey: 'permission_request', matcher: '^mcp__.*' };
    expect(state).toEqual({
      '/<session-flags>/config.toml:pre_tool_use:0:0': { trusted_hash: hookHash(hook) },
      '/<session-flags>/config.toml:permission_request:0:0': { trusted_hash: hookHash(hook, permission) },
    });
  });

  it('is asked for permission about tools of MCP servers only', () => {
    const { 'hooks.PermissionRequest': groups } = approvalHook(gate, ['ask']);
    expect(groups).toMatchObject([{ matcher: '^mcp__.*', hooks: [hookOf(['ask'])] }]);
  });
});
