import type {
  DescribedTool,
  HttpServerDescription,
  ServerDescription,
  StdioServerDescription,
} from '../../src/server/index.js';

export const TOKEN = 'secret-token-of-43-characters';

export function describedTool(
  server: string,
  name: string,
  parts: Partial<DescribedTool> = {},
): DescribedTool {
  return {
    name,
    qualifiedName: `mcp__${server}__${name}`,
    sideEffecting: true,
    requiresApproval: false,
    caps: [],
    annotations: {},
    ...parts,
  };
}

function described(name: string, tools: readonly DescribedTool[]) {
  return {
    name,
    tools,
    toolNames: tools.map(({ qualifiedName }) => qualifiedName),
    mcpNames: {},
    suggestedTimeoutMs: 60_500,
    configPath: `/tmp/${name}/mcp.json`,
  };
}

/** A registry over HTTP: `deploy` requires approval, `check` does not. */
export function httpDescription(
  name = 'engine',
  parts: Partial<HttpServerDescription> = {},
): ServerDescription {
  return {
    ...described(name, [
      describedTool(name, 'check', { sideEffecting: false }),
      describedTool(name, 'deploy', { requiresApproval: true }),
    ]),
    transport: 'http',
    url: 'http://127.0.0.1:4711/mcp',
    authHeaders: { Authorization: `Bearer ${TOKEN}` },
    ...parts,
  };
}

export function stdioDescription(
  name = 'child',
  parts: Partial<StdioServerDescription> = {},
): ServerDescription {
  return {
    ...described(name, [describedTool(name, 'count')]),
    transport: 'stdio',
    url: null,
    authHeaders: {},
    command: '/usr/bin/node',
    args: ['/srv/tools.js', '--label', 'a "b"'],
    env: { API_KEY: 'secret-key' },
    ...parts,
  };
}

export function approvalsDescription(name = 'gate'): ServerDescription {
  return {
    ...described(name, []),
    transport: 'http',
    url: 'http://127.0.0.1:4712/mcp',
    authHeaders: { Authorization: `Bearer ${TOKEN}` },
    permissionPromptTool: `mcp__${name}__approve`,
  };
}
