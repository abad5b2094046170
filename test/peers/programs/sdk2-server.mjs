// A small server on the official TypeScript SDK 2.x. `node sdk2-server.mjs stdio` or `… http` (prints its URL).
// SDK2_ERA=modern refuses the legacy handshake.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const object = (properties, required = Object.keys(properties)) =>
  fromJsonSchema({ type: 'object', properties, required });
const isModernOnly = process.env.SDK2_ERA === 'modern';

function buildServer() {
  const server = new McpServer(
    { name: 'sdk2-peer', version: '2.0.0' },
    { instructions: 'A peer on SDK 2.x.', capabilities: { logging: {} } },
  );
  server.registerTool(
    'echo',
    { description: 'Gives the message back', inputSchema: object({ message: { type: 'string' } }) },
    ({ message }) => text(message),
  );
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers',
      inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }),
      outputSchema: object({ sum: { type: 'number' } }),
    },
    ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  );
  server.registerTool('fail', { description: 'Fails on purpose' }, () => ({
    ...text('on purpose'),
    isError: true,
  }));
  server.registerTool('count', { description: 'Reports three steps of progress' }, async (context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (const progress of [1, 2, 3]) {
      if (progressToken === undefined) break;
      await context.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3 },
      });
    }
    return text('counted');
  });
  server.registerTool('hang', { description: 'Waits until it is cancelled' }, async (context) => {
    await new Promise((resolve) => context.mcpReq.signal.addEventListener('abort', resolve, { once: true }));
    process.stderr.write('peer: cancelled\n');
    return text('too late');
  });
  server.registerTool('ask', { description: 'Asks the user for a name' }, (context) => {
    const answer = context.mcpReq.inputResponses?.name;
    if (answer !== undefined) return text(`${answer.action}: ${answer.content?.name ?? ''}`);
    return inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: 'Your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        }),
      },
    });
  });
  server.registerTool(
    'region',
    {
      description: 'Wants its region in a header',
      inputSchema: object({ region: { type: 'string', 'x-mcp-header': 'Region' } }),
    },
    ({ region }) => text(region),
  );
  server.registerTool('grow', { description: 'Says that the tools changed' }, () => {
    server.sendToolListChanged();
    return text('grew');
  });
  server.registerResource('hello', 'memo://hello', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'hello from a resource' }],
  }));
  server.registerResource(
    'note',
    new ResourceTemplate('memo://note/{name}', { list: undefined }),
    { mimeType: 'text/plain' },
    (uri, { name }) => ({ contents: [{ uri: uri.href, text: `note ${name}` }] }),
  );
  server.registerPrompt(
    'greet',
    { description: 'Greets', argsSchema: object({ name: { type: 'string' } }) },
    ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }] }),
  );
  return server;
}

function listen() {
  const handler = createMcpHandler(buildServer, { legacy: isModernOnly ? 'reject' : 'stateless' });
  const listener = createServer(toNodeHandler(handler));
  listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
  process.stdin.on('end', () => process.exit(0)).resume();
}

if (process.argv[2] === 'http') listen();
else serveStdio(buildServer, { legacy: isModernOnly ? 'reject' : 'serve' });
