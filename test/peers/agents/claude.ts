import { AgentRun, type RunOptions } from './agent-run.js';
import { anthropicMessages } from './anthropic-messages.js';
import type { ClaudeBinary } from './binaries.js';
import type { Workplace } from './workplace.js';

const START_MS = '60000';

/** `claude -p` with a private home and no way out but loopback. */
export function startClaude(
  { path }: ClaudeBinary,
  { place, turns, args, env, prompt = 'Do as you are told.', timeoutMs }: RunOptions,
): Promise<AgentRun> {
  return AgentRun.start(anthropicMessages, turns, (url) => ({
    command: path,
    args: ['-p', '--output-format', 'stream-json', '--verbose', ...args, prompt],
    cwd: place.folder,
    env: { ...claudeEnvironment(place, url), ...env },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }));
}

/** A private home, and a model on loopback. */
export function claudeEnvironment({ home }: Workplace, modelUrl: string): Record<string, string> {
  return {
    HOME: home,
    TMPDIR: home,
    PATH: '/usr/bin:/bin',
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'not-a-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    // However busy the machine is: 2.1.332 goes on without a server after 30 s by default, 2.1.197 after 5 s.
    MCP_TIMEOUT: START_MS,
    MCP_CONNECT_TIMEOUT_MS: START_MS,
  };
}

/** The MCP servers that it loaded, with how that went. */
export function loadedServers(run: AgentRun): Record<string, string> {
  const { mcp_servers } = run.event({ type: 'system', subtype: 'init' });
  const servers = mcp_servers as { name: string; status: string }[];
  return Object.fromEntries(servers.map(({ name, status }) => [name, status]));
}

/** The tools that it did not run because nobody allowed them. */
export function deniedTools(run: AgentRun): readonly string[] {
  const { permission_denials } = run.event({ type: 'result' });
  return (permission_denials as { tool_name: string }[]).map(({ tool_name }) => tool_name);
}
