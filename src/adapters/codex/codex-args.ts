import type { JsonObject, JsonValue } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { ServerDescription } from '../../server/index.js';
import type { HandedOut } from '../described.js';
import { handedOutTogether } from '../described.js';
import { approvalHook } from './approval-hook.js';
import { hiddenVariables, tokenVariables } from './codex-variables.js';
import { tomlValue } from './toml.js';

export interface CodexArgsOptions {
  /**
   * What becomes of tools that require approval. `'ask'` (default): Codex asks its user; `codex exec`, which has none,
   * refuses them. `'hide'`: they are not offered at all, which also holds with `--sandbox danger-full-access`, where Codex
   * asks about nothing.
   */
  readonly unapproved?: 'ask' | 'hide';
  /**
   * For a list with an approval server: the command that asks it, which Codex runs before each tool call. It is given the
   * path of the server's config file as last argument: `[process.execPath, '…/plainwire/dist/cli.js', 'codex-hook']`.
   * Needs a POSIX shell.
   */
  readonly hookCommand?: readonly string[];
}

/**
 * Arguments for `codex` and `codex exec`, to stand before the prompt. They name variables; `codexEnv` has the values, which
 * never appear here.
 *
 * @throws Fault `invalid_argument`
 * @example spawn('codex', ['exec', ...codexArgs(servers), prompt], { env: { ...process.env, ...codexEnv(servers) } })
 */
export function codexArgs(
  servers: readonly HandedOut[],
  { unapproved = 'ask', hookCommand }: CodexArgsOptions = {},
): string[] {
  const { descriptions, approvals } = handedOutTogether(servers);
  const served = descriptions.filter((server) => server !== approvals);
  const variables = tokenVariables(served);
  const hidden = hiddenVariables(served);
  return [
    ...served.flatMap((server) =>
      settings(`mcp_servers.${server.name}.`, entryOf(server, variables, unapproved)),
    ),
    ...(hidden.length === 0 ? [] : settings('', { 'shell_environment_policy.exclude': hidden })),
    ...(approvals === undefined
      ? []
      : settings('', approvalHook(approvals, requireHook(approvals, hookCommand)))),
  ];
}

function entryOf(
  server: ServerDescription,
  variables: ReadonlyMap<string, string>,
  unapproved: 'ask' | 'hide',
): JsonObject {
  const variable = variables.get(server.name);
  const address =
    server.transport === 'stdio'
      ? { command: server.command, args: [...server.args], env_vars: Object.keys(server.env) }
      : { url: server.url, ...(variable === undefined ? {} : { bearer_token_env_var: variable }) };
  const held = server.tools.filter(({ requiresApproval }) => requiresApproval).map(({ name }) => name);
  return {
    ...address,
    // Else a server that takes more than a second is left out in silence.
    required: true,
    // Else 300 s, whatever the progress.
    tool_timeout_sec: Math.ceil(server.suggestedTimeoutMs / 1000),
    default_tools_approval_mode: 'prompt',
    ...(unapproved === 'hide' && held.length > 0 ? { disabled_tools: held } : {}),
    ...Object.fromEntries(server.tools.map(approvalMode)),
  };
}

/** What its author did not declare to need a person runs by itself; hints alone would hold back what changes something. */
function approvalMode({ name, requiresApproval }: ServerDescription['tools'][number]): [string, JsonValue] {
  return [`tools.${name}.approval_mode`, requiresApproval ? 'prompt' : 'approve'];
}

/** A setting each: `-c` takes a dotted path. Names of servers and tools hold no dots. */
function settings(prefix: string, members: JsonObject): string[] {
  return Object.entries(members).flatMap(([key, value]) => [
    '-c',
    `${prefix}${key}=${tomlValue(value ?? '')}`,
  ]);
}

function requireHook(
  { name }: ServerDescription,
  hookCommand: readonly string[] | undefined,
): readonly string[] {
  if (hookCommand !== undefined && hookCommand.length > 0) return hookCommand;
  throw new Fault(
    'invalid_argument',
    `codexArgs: Codex has no tool for permission prompts, so '${name}' would never be asked. Give a \`hookCommand\` that ` +
      'asks it, or run `plainwire approve -- codex exec …`; docs/codex.md says what that can and cannot do.',
  );
}
