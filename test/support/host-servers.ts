import type { McpHostOptions, ServerDeclaration } from '../../src/host/index.js';
import { McpHost } from '../../src/host/index.js';
import type { JsonObject } from '../../src/protocol/index.js';
import { RpcError } from '../../src/protocol/index.js';
import { FakeClock } from './fake-clock.js';
import type { Asked, Script, ScriptedServer } from './scripted-server.js';
import { legacyServer } from './scripted-server.js';

export function textResult(text: string): JsonObject {
  return { content: [{ type: 'text', text }] };
}

export function wireTool(name: string, more: JsonObject = {}): JsonObject {
  return { name, inputSchema: { type: 'object' }, ...more };
}

/** A server whose tools say their name and arguments. A tool named `fail` reports an error. */
export function toolServer(
  tools: readonly (string | JsonObject)[],
  script: Script = {},
  capabilities: JsonObject = { tools: { listChanged: true } },
): ScriptedServer {
  const listed = tools.map((tool) => (typeof tool === 'string' ? wireTool(tool) : tool));
  return legacyServer({ 'tools/list': { tools: listed }, 'tools/call': callTool, ...script }, capabilities);
}

function callTool({ params }: Asked): JsonObject {
  const { name, arguments: args } = params;
  const text = `${name} ${JSON.stringify(args)}`;
  return name === 'fail' ? { ...textResult(text), isError: true } : textResult(text);
}

/** A server with the resources `memo://a` and `memo://b`, two pages of them, and one template. */
export function resourceServer(
  script: Script = {},
  tools: readonly (string | JsonObject)[] = [],
): ScriptedServer {
  return toolServer(
    tools,
    {
      'resources/list': ({ params }) => {
        if (params['cursor'] === undefined) return { resources: [memo('a')], nextCursor: 'more' };
        if (params['cursor'] === 'more') return { resources: [memo('b')] };
        throw new RpcError(-32602, 'Unknown cursor');
      },
      'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'memo://{name}', name: 'memo' }] },
      'resources/read': ({ params }) => ({ contents: [{ uri: params['uri'] as string, text: 'a memo' }] }),
      ...script,
    },
    { tools: {}, resources: {} },
  );
}

function memo(name: string): JsonObject {
  return { uri: `memo://${name}`, name, vendor: { kept: true } };
}

/** Servers by name: scripted ones, with settings for some. */
export type HostServers = Readonly<Record<string, ScriptedServer | ServerDeclaration>>;

export function declarations(servers: HostServers): Record<string, ServerDeclaration> {
  const entries = Object.entries(servers).map(([name, server]): [string, ServerDeclaration] => [
    name,
    'connections' in server ? { target: server.target } : server,
  ]);
  return Object.fromEntries(entries);
}

/** A host over such servers, on a clock that stands still, that allows everything unless it is told otherwise. */
export async function startHost(
  servers: HostServers,
  options: Omit<McpHostOptions, 'servers'> = {},
): Promise<{ host: McpHost; clock: FakeClock }> {
  const { open, clock } = openHost(servers, options);
  await open.settled();
  return { host: open, clock };
}

export function openHost(
  servers: HostServers,
  options: Omit<McpHostOptions, 'servers'> = {},
): { open: McpHost; clock: FakeClock } {
  const clock = (options.clock as FakeClock | undefined) ?? new FakeClock();
  const open = McpHost.open({
    permissions: [{ tool: '*', action: 'allow' }],
    random: () => 1,
    ...options,
    client: typeof options.client === 'function' ? options.client : { cache: false, ...options.client },
    clock,
    servers: declarations(servers),
  });
  return { open, clock };
}
