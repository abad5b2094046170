import type { JsonObject } from '../../protocol/index.js';
import type { ServerDescription } from '../../server/index.js';
import { nodeBuiltin } from '../../transport/index.js';

/** How Codex names a hook that came with the command line. */
const HOOK_KEY = '/<session-flags>/config.toml:pre_tool_use:0:0';

const MATCHER = '.*';
/** Tells our command which process is Codex: it is the parent of the shell around it, not its own (src/cli/verbs/codex-hook.ts). */
const PARENT_VARIABLE = 'PLAINWIRE_HOOK_PARENT';
/** Said by the shell when our command could not say anything itself. */
const UNREACHABLE = 'The approval could not be obtained, so the call was denied.';

/**
 * Settings that make Codex run a command before each tool call, and believe it. The command asks the approval server; see
 * `plainwire codex-hook`.
 *
 * Codex runs a tool whose hook failed: only exit code 2, or a deny in words, keeps it from that. So whatever ends our
 * command early, the shell around it says 2. And it runs only hooks that somebody trusted by their hash: we say it for this
 * one, and for no other that may be lying about.
 */
export function approvalHook(approvals: ServerDescription, hookCommand: readonly string[]): JsonObject {
  const words = [...hookCommand, approvals.configPath].map(shellQuoted).join(' ');
  const hook = {
    async: false,
    command: `${PARENT_VARIABLE}=$PPID ${words} || { echo ${shellQuoted(UNREACHABLE)} >&2; exit 2; }`,
    timeout: Math.ceil(approvals.suggestedTimeoutMs / 1000),
    type: 'command',
  };
  return {
    'features.hooks': true,
    'hooks.PreToolUse': [{ matcher: MATCHER, hooks: [hook] }],
    'hooks.state': { [HOOK_KEY]: { trusted_hash: hookHash(hook) } },
  };
}

/** What Codex shows as the hash of a hook: of its JSON with sorted members. */
export function hookHash({ async, command, timeout, type }: JsonObject): string {
  const identity = {
    event_name: 'pre_tool_use',
    hooks: [{ async, command, timeout, type }],
    matcher: MATCHER,
  };
  return `sha256:${nodeBuiltin('node:crypto').createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

/** One word for a POSIX shell. */
function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
