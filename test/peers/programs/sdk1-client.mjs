// A client on the official TypeScript SDK 1.x that walks through a server and prints what it saw as one JSON object.
// `node sdk1-client.mjs http|websocket <url> [revision]` or `node sdk1-client.mjs stdio [revision] -- command args…`
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { observe, parseTarget, pinInitialize, walk } from './walk.mjs';

const target = parseTarget(process.argv.slice(2));
const TRANSPORTS = {
  http: ({ url }) => new StreamableHTTPClientTransport(new URL(url)),
  websocket: ({ url }) => new WebSocketClientTransport(new URL(url)),
  stdio: ({ command, args }) => new StdioClientTransport({ command, args, stderr: 'inherit' }),
};
const transport = TRANSPORTS[target.kind](target);
pinInitialize(transport, target.revision);
const wire = observe(transport);

const client = new Client(
  { name: 'sdk1-peer-client', version: '1.0.0' },
  { capabilities: { elicitation: {}, sampling: {}, roots: { listChanged: true } } },
);
const seen = { logs: [], toolsChanged: 0, updated: [] };
client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ada' } }));
client.setRequestHandler(CreateMessageRequestSchema, () => ({
  role: 'assistant',
  model: 'peer-model',
  content: { type: 'text', text: 'Hi.' },
}));
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///peer', name: 'peer' }] }));
client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void seen.logs.push(params));
client.setNotificationHandler(ToolListChangedNotificationSchema, () => void seen.toolsChanged++);
client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
  seen.updated.push(params.uri);
});
await client.connect(transport);

const report = await walk({
  callTool: (params, options) => client.callTool(params, undefined, options),
  client,
  seen,
  wire,
  prepare: async () => {
    await client.setLoggingLevel('info');
    await client.subscribeResource({ uri: 'memo://hello' });
  },
});
if (target.kind === 'http') await transport.terminateSession();
await client.close();
console.log(JSON.stringify({ ...report, revision: wire.revision }));
