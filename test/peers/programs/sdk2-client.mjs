// A client on the official TypeScript SDK 2.x that walks through a server and prints what it saw as one JSON object.
// `node sdk2-client.mjs http <url> [revision]` or `node sdk2-client.mjs stdio [revision] -- command args…`
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parseTarget, pinInitialize, walk } from './walk.mjs';

const target = parseTarget(process.argv.slice(2));
const isModern = target.revision === '2026-07-28';
const transport =
  target.kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(target.url))
    : new StdioClientTransport({ command: target.command, args: target.args, stderr: 'inherit' });
pinInitialize(transport, isModern ? undefined : target.revision);

const client = new Client(
  { name: 'sdk2-peer-client', version: '2.0.0' },
  {
    capabilities: { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } },
    versionNegotiation: { mode: isModern ? { pin: '2026-07-28' } : 'legacy' },
  },
);
const seen = { logs: [], toolsChanged: 0 };
client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
client.setRequestHandler('sampling/createMessage', () => ({
  role: 'assistant',
  model: 'peer-model',
  content: { type: 'text', text: 'Hi.' },
}));
client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///peer', name: 'peer' }] }));
client.setNotificationHandler('notifications/message', ({ params }) => void seen.logs.push(params));
client.setNotificationHandler('notifications/tools/list_changed', () => void seen.toolsChanged++);
await client.connect(transport);

const report = await walk({ callTool: (params, options) => client.callTool(params, options), client, seen });
if (target.kind === 'http' && !isModern) await transport.terminateSession();
await client.close();
console.log(JSON.stringify({ ...report, protocolVersion: client.getNegotiatedProtocolVersion() }));
