import type { Revision } from '../../src/protocol/index.js';

/** A client on an SDK that walks through our server. */
export interface Walk {
  readonly sdk: 'sdk1' | 'sdk2';
  readonly carrier: 'stdio' | 'http' | 'websocket';
  /** The web framework that our server is mounted in; without it, it listens by itself. */
  readonly framework?: 'express' | 'fastify' | 'hono';
  /** What the client asks for; nothing for its own choice. */
  readonly pinned?: Revision;
  readonly revision: Revision;
}

const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const nothing = { type: 'object', additionalProperties: false };
const completion = { completion: { values: ['Ada', 'Alan'], total: 2, hasMore: false } };

const TOOLS = [
  {
    name: 'echo',
    description: 'Gives the message back',
    inputSchema: object({ message: { type: 'string' } }),
  },
  {
    name: 'add',
    description: 'Adds two numbers',
    inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }),
    outputSchema: object({ sum: { type: 'number' } }),
  },
  { name: 'fail', description: 'Fails on purpose', inputSchema: nothing },
  { name: 'count', description: 'Reports three steps of progress', inputSchema: nothing },
  { name: 'hang', description: 'Waits until it is cancelled', inputSchema: nothing },
  { name: 'ask', description: 'Asks the user for a name', inputSchema: nothing },
  { name: 'sample', description: 'Asks the model', inputSchema: nothing },
  { name: 'roots', description: 'Asks for the roots', inputSchema: nothing },
  { name: 'log', description: 'Writes a log message', inputSchema: nothing },
  {
    name: 'region',
    description: 'Wants its region in a header',
    inputSchema: object({ region: { type: 'string', 'x-mcp-header': 'Region' } }),
  },
  {
    name: 'poll',
    description: 'Has its answer fetched on another connection where there are sessions',
    inputSchema: nothing,
  },
  { name: 'touch', description: 'Says that memo://hello changed', inputSchema: nothing },
  { name: 'grow', description: 'Adds a tool', inputSchema: nothing },
];

/** What a client that walked through test/fixtures/plainwire-server.mjs has to say, field by field. */
export function expectedReport(walk: Walk): Record<string, unknown> {
  return { ...offer(walk), ...calls(walk), ...reads(walk), ...changes(walk), revision: walk.revision };
}

function offer({ revision }: Walk): Record<string, unknown> {
  return {
    serverInfo: { name: 'plainwire-peer', version: '3.0.0' },
    capabilities: {
      // Completion is older than the capability to declare it.
      ...(revision === '2024-11-05' ? {} : { completions: {} }),
      logging: {},
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: true },
    },
    instructions: 'A peer on plainwire.',
    tools: TOOLS,
    resources: [{ uri: 'memo://hello', name: 'hello', mimeType: 'text/plain' }],
    templates: [{ uriTemplate: 'memo://note/{name}', name: 'note', mimeType: 'text/plain' }],
    prompts: [{ name: 'greet', description: 'Greets', arguments: [{ name: 'name', required: true }] }],
  };
}

const isModern = ({ revision }: Walk): boolean => revision === '2026-07-28';

/** A result as the client hands it out: today's servers say in each who they are. */
function result(walk: Walk, members: object): object {
  const meta = { 'io.modelcontextprotocol/serverInfo': { name: 'plainwire-peer', version: '3.0.0' } };
  return { result: isModern(walk) ? { _meta: meta, ...members } : members };
}

/** SDK 1.x writes the code in front of the message. */
function error({ sdk }: Walk, code: number, message: string): object {
  return { error: { code, message: sdk === 'sdk1' ? `MCP error ${code}: ${message}` : message } };
}

const NOT_ASKED =
  'This session has no capability for it, for the client did not declare it or the revision does not have it: ' +
  '{"elicitation":{"form":{}}}';

function calls(walk: Walk): Record<string, unknown> {
  const text = (value: string, more = {}) =>
    result(walk, { content: [{ type: 'text', text: value }], ...more });
  const isMirrored = isModern(walk) && walk.carrier === 'http';
  return {
    echo: text('höß 🦉\u2028'),
    large: 2 ** 19,
    many: 64,
    add: text('3', { structuredContent: { sum: 3 } }),
    badArguments: text(
      'Invalid arguments for tool "add": the arguments must have the property "b"; "a" must be a number, not a string.',
      { isError: true },
    ),
    unknownTool: error(walk, -32602, 'Unknown tool: no-such-tool'),
    fail: text('on purpose', { isError: true }),
    progress: [1, 2, 3].map((step) => [step, 3]),
    cancelled: 'cancelled',
    // 2025-06-18 changelog: elicitation. Before it there is none, whatever a client declares.
    ask: walk.revision < '2025-06-18' ? text(NOT_ASKED, { isError: true }) : text('accept: Ada'),
    sample: text('peer-model: Hi.'),
    roots: text('file:///peer'),
    region: text(`Straße, header: ${isMirrored ? '=?base64?U3RyYcOfZQ==?=' : 'none'}`),
    log: text('logged'),
    poll: text('polled'),
  };
}

function reads(walk: Walk): Record<string, unknown> {
  const contents = (uri: string, text: string) =>
    result(walk, {
      contents: [{ uri, mimeType: 'text/plain', text }],
      ...(isModern(walk) ? { ttlMs: 0, cacheScope: 'private' } : {}),
    });
  // 2025-11-25 server/resources#error-handling: -32002; today -32602. SDK 2.x makes the new code of the old one.
  const notFound = walk.sdk === 'sdk1' ? -32002 : -32602;
  return {
    hello: contents('memo://hello', 'hello from a resource'),
    note: contents('memo://note/x', 'note x'),
    missing: error(walk, notFound, 'Resource not found'),
    greet: result(walk, { messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada' } }] }),
    completePrompt: result(walk, completion),
    completeTemplate: result(walk, completion),
  };
}

function changes(walk: Walk): Record<string, unknown> {
  const subscription = {
    honored: { toolsListChanged: true, resourceSubscriptions: ['memo://hello'] },
    ended: 'local',
  };
  return {
    touched: true,
    grown: true,
    grownTools: true,
    logs: [{ level: 'info', logger: 'peer', data: { said: 'höß' } }],
    afterwards: result(walk, { content: [{ type: 'text', text: 'still here' }] }),
    ...(isModern(walk) ? subscription : {}),
  };
}
