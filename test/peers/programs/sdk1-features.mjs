// What the peers on the official TypeScript SDK 1.x offer. sdk2-server.mjs and test/fixtures/plainwire-server.mjs offer the
// same.
import { randomUUID } from 'node:crypto';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const NAMES = ['Ada', 'Alan', 'Grace'];
const beginningWith = (value) => NAMES.filter((name) => name.startsWith(value));
const text = (value) => ({ content: [{ type: 'text', text: value }] });

async function report(extra, progress) {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return;
  await extra.sendNotification({
    method: 'notifications/progress',
    params: { progressToken, progress, total: 3 },
  });
}

/** SDK 1.x leaves subscriptions to its user. */
function watchResources(server) {
  const watched = new Set();
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
  return async (uri) => {
    if (watched.has(uri)) await server.server.sendResourceUpdated({ uri });
  };
}

export function buildServer() {
  const server = new McpServer(
    { name: 'sdk1-peer', version: '1.0.0' },
    { instructions: 'A peer on SDK 1.x.', capabilities: { logging: {} } },
  );
  const updated = watchResources(server);
  server.registerTool(
    'echo',
    { description: 'Gives the message back', inputSchema: { message: z.string() } },
    ({ message }) => text(message),
  );
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers',
      inputSchema: { a: z.number(), b: z.number() },
      outputSchema: { sum: z.number() },
    },
    ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  );
  server.registerTool('fail', { description: 'Fails on purpose' }, () => ({
    ...text('on purpose'),
    isError: true,
  }));
  server.registerTool('count', { description: 'Reports three steps of progress' }, async (extra) => {
    for (const progress of [1, 2, 3]) await report(extra, progress);
    return text('counted');
  });
  server.registerTool('hang', { description: 'Waits until it is cancelled' }, async (extra) => {
    await report(extra, 1);
    await new Promise((resolve) => extra.signal.addEventListener('abort', resolve, { once: true }));
    process.stderr.write('peer: cancelled\n');
    return text('too late');
  });
  server.registerTool('ask', { description: 'Asks the user for a name' }, async (extra) => {
    const answer = await extra.sendRequest(
      {
        method: 'elicitation/create',
        params: {
          message: 'Your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
      },
      z.object({ action: z.string(), content: z.record(z.string(), z.unknown()).optional() }),
    );
    return text(`${answer.action}: ${answer.content?.name ?? ''}`);
  });
  server.registerTool('sample', { description: 'Asks the model' }, async (extra) => {
    const answer = await extra.sendRequest(
      {
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello?' } }], maxTokens: 10 },
      },
      z.object({ model: z.string(), content: z.any() }),
    );
    return text(`${answer.model}: ${answer.content.text}`);
  });
  server.registerTool('roots', { description: 'Asks for the roots' }, async (extra) => {
    const { roots } = await extra.sendRequest(
      { method: 'roots/list' },
      z.object({ roots: z.array(z.any()) }),
    );
    return text(roots.map(({ uri }) => uri).join(' '));
  });
  server.registerTool('log', { description: 'Writes a log message' }, async (extra) => {
    await extra.sendNotification({
      method: 'notifications/message',
      params: { level: 'info', logger: 'peer', data: { said: 'höß' } },
    });
    return text('logged');
  });
  server.registerTool('touch', { description: 'Says that memo://hello changed' }, async () => {
    await updated('memo://hello');
    return text('touched');
  });
  server.registerTool('grow', { description: 'Adds a tool' }, () => {
    server.registerTool(`grown-${randomUUID()}`, { description: 'Was added later' }, () => text('grown'));
    return text('grew');
  });
  server.registerResource('hello', 'memo://hello', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'hello from a resource' }],
  }));
  server.registerResource(
    'note',
    new ResourceTemplate('memo://note/{name}', { list: undefined, complete: { name: beginningWith } }),
    { mimeType: 'text/plain' },
    (uri, { name }) => ({ contents: [{ uri: uri.href, text: `note ${name}` }] }),
  );
  server.registerPrompt(
    'greet',
    { description: 'Greets', argsSchema: { name: completable(z.string(), beginningWith) } },
    ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }] }),
  );
  return server;
}
