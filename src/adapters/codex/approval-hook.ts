import type { JsonObject } from '../../protocol/index.js';
import type { ServerDescription } from '../../server/index.js';
import { nodeBuiltin } from '../../transport/index.js';

/** When Codex runs our command, and for which tools. */
interface HookPoint {
  /** In the settings. */
  readonly event: string;
  /** In keys and hashes. */
  readonly eventKey: string;
  readonly matcher: string;
}

const BEFORE_CALL: HookPoint = { event: 'PreToolUse', eventKey: 'pre_tool_use', matcher: '.*' };
/**
 * Asked after the first where Codex would refuse a call for want of approval, and only it can approve one. For MCP alone: a
 * command that was looked at was not looked at as one that leaves the sandbox.
 */
const FOR_PERMISSION: HookPoint = {
  event: 'PermissionRequest',
  eventKey: 'permission_request',
  matcher: '^mcp__.*',
};
const HOOK_POINTS = [BEFORE_CALL, FOR_PERMISSION];

/** Tells our command (src/cli/verbs/codex-hook.ts) which process is Codex: the parent of the shell around it. */
const PARENT_VARIABLE = 'PLAINWIRE_HOOK_PARENT';
/** A shell that a signal ended would say yes. One that caught it waits for our command, and says what that says. */
const OUTLIVE = 'trap : INT TERM HUP';
/** Said by the shell when our command could not say anything itself. */
const UNREACHABLE = 'The approval could not be obtained, so the call was denied.';

/**
 * Settings that make Codex run a command before each tool call, and when it wants approval, and believe it. The command
 * asks the approval server; see `plainwire codex-hook`.
 *
 * Codex runs a tool whose first hook failed: only exit code 2, or a deny in words, keeps it from that. So whatever ends our
 * command early, the shell around it says 2. A failure of the second leaves the refusal. Codex runs only hooks that
 * somebody trusted by their hash: we say it for these, and for no other that may be lying about.
 */
export function approvalHook(approvals: ServerDescription, hookCommand: readonly string[]): JsonObject {
  const words = [...hookCommand, approvals.configPath].map(shellQuoted).join(' ');
  const ask = `${PARENT_VARIABLE}=$PPID ${words} || { echo ${shellQuoted(UNREACHABLE)} >&2; exit 2; }`;
  const hook = {
    async: false,
    // Codex has the shell of the user run it, which may read nothing of the above; so another takes its place.
    command: `exec /bin/sh -c ${shellQuoted(`${OUTLIVE}; ${ask}`)}`,
    timeout: Math.ceil(approvals.suggestedTimeoutMs / 1000),
    type: 'command',
  };
  return {
    'features.hooks': true,
    ...Object.fromEntries(
      HOOK_POINTS.map(({ event, matcher }) => [`hooks.${event}`, [{ matcher, hooks: [hook] }]]),
    ),
    'hooks.state': Object.fromEntries(
      HOOK_POINTS.map((point) => [hookKey(point), { trusted_hash: hookHash(hook, point) }]),
    ),
  };
}

/** How Codex names a hook that came with the command line. */
function hookKey({ eventKey }: HookPoint): string {
  return `/<session-flags>/config.toml:${eventKey}:0:0`;
}

/** What Codex shows as the hash of a hook: of its JSON with sorted members. */
export function hookHash(
  { async, command, timeout, type }: JsonObject,
  { eventKey, matcher }: HookPoint = BEFORE_CALL,
): string {
  const identity = { event_name: eventKey, hooks: [{ async, command, timeout, type }], matcher };
  return `sha256:${nodeBuiltin('node:crypto').createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

/** One word for a POSIX shell. */
function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
