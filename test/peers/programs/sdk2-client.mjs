// A client on the official TypeScript SDK 2.x that walks through a server and prints what it saw as one JSON object.
// `node sdk2-client.mjs http <url> [revision]` or `node sdk2-client.mjs stdio [revision] -- command args…`; without a
// revision it probes, as today's clients do.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { observe, parseTarget, pinInitialize, walk } from './walk.mjs';

const MODERN = '2026-07-28';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

function negotiation(revision) {
  if (revision === undefined) return 'auto';
  return revision === MODERN ? { pin: MODERN } : 'legacy';
}

const target = parseTarget(process.argv.slice(2));
const transport =
  target.kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(target.url))
    : new StdioClientTransport({ command: target.command, args: target.args, stderr: 'inherit' });
pinInitialize(transport, target.revision);
const wire = observe(transport);

const client = new Client(
  { name: 'sdk2-peer-client', version: '2.0.0' },
  {
    capabilities: { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } },
    versionNegotiation: { mode: negotiation(target.revision) },
  },
);
const seen = { logs: [], toolsChanged: 0, updated: [] };
client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
client.setRequestHandler('sampling/createMessage', () => ({
  role: 'assistant',
  model: 'peer-model',
  content: { type: 'text', text: 'Hi.' },
}));
client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///peer', name: 'peer' }] }));
client.setNotificationHandler('notifications/message', ({ params }) => void seen.logs.push(params));
client.setNotificationHandler('notifications/tools/list_changed', () => void seen.toolsChanged++);
client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
  seen.updated.push(params.uri);
});
await client.connect(transport);
const revision = client.getNegotiatedProtocolVersion();
const isModern = revision === MODERN;

let subscription;
const report = await walk({
  callTool: (params, options) =>
    client.callTool(isModern ? { ...params, _meta: { [LOG_LEVEL]: 'info' } } : params, options),
  client,
  seen,
  wire,
  prepare: async () => {
    if (isModern) {
      subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: ['memo://hello'] });
      return;
    }
    await client.setLoggingLevel('info');
    await client.subscribeResource({ uri: 'memo://hello' });
  },
});
await subscription?.close();
if (target.kind === 'http' && !isModern) await transport.terminateSession();
await client.close();
const honored = subscription?.honoredFilter;
console.log(JSON.stringify({ ...report, revision, honored, ended: await subscription?.closed }));
