// What the peers on the official TypeScript SDK 2.x offer. sdk1-features.mjs and test/fixtures/plainwire-server.mjs offer the
// same.
import {
  completable,
  fromJsonSchema,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const NAMES = ['Ada', 'Alan', 'Grace'];
const beginningWith = (value) => NAMES.filter((name) => name.startsWith(value));
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const object = (properties, required = Object.keys(properties)) =>
  fromJsonSchema({ type: 'object', properties, required });

const askedName = inputRequired.elicit({
  message: 'Your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
});
const askedModel = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'Hello?' } }],
  maxTokens: 10,
});

/** A tool that answers with what `tell` makes of the answer to one question. */
function asking(question, tell) {
  return ({ mcpReq }) => {
    const answer = mcpReq.inputResponses?.question;
    return answer === undefined ? inputRequired({ inputRequests: { question } }) : text(tell(answer));
  };
}

async function report({ mcpReq }, progress) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress, total: 3 },
  });
}

/** Subscriptions of legacy clients, which SDK 2.x leaves to its user; modern ones listen. */
function watchResources(server) {
  const watched = new Set();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
  return watched;
}

/** `changes` tells modern listeners over HTTP, where a server object lives for one request only. */
export function buildServer(era, changes) {
  const server = new McpServer(
    { name: 'sdk2-peer', version: '2.0.0' },
    {
      instructions: 'A peer on SDK 2.x.',
      capabilities: { logging: {}, resources: { subscribe: true } },
      cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } },
    },
  );
  const watched = watchResources(server);
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
    for (const progress of [1, 2, 3]) await report(context, progress);
    return text('counted');
  });
  server.registerTool('hang', { description: 'Waits until it is cancelled' }, async (context) => {
    await report(context, 1);
    await new Promise((resolve) => context.mcpReq.signal.addEventListener('abort', resolve, { once: true }));
    process.stderr.write('peer: cancelled\n');
    return text('too late');
  });
  server.registerTool(
    'ask',
    { description: 'Asks the user for a name' },
    asking(askedName, ({ action, content }) => `${action}: ${content?.name ?? ''}`),
  );
  server.registerTool(
    'sample',
    { description: 'Asks the model' },
    asking(askedModel, ({ model, content }) => `${model}: ${content.text}`),
  );
  server.registerTool(
    'roots',
    { description: 'Asks for the roots' },
    asking(inputRequired.listRoots(), ({ roots }) => roots.map(({ uri }) => uri).join(' ')),
  );
  server.registerTool('log', { description: 'Writes a log message' }, async ({ mcpReq }) => {
    await mcpReq.log('info', { said: 'höß' }, 'peer');
    return text('logged');
  });
  server.registerTool('touch', { description: 'Says that memo://hello changed' }, async () => {
    const uri = 'memo://hello';
    if (changes !== undefined) changes.resourceUpdated(uri);
    else if (era === 'modern' || watched.has(uri)) await server.server.sendResourceUpdated({ uri });
    return text('touched');
  });
  server.registerTool(
    'region',
    {
      description: 'Wants its region in a header',
      inputSchema: object({ region: { type: 'string', 'x-mcp-header': 'Region' } }),
    },
    ({ region }, { http }) =>
      text(`${region}, header: ${http?.req?.headers.get('mcp-param-region') ?? 'none'}`),
  );
  server.registerTool('grow', { description: 'Says that the tools changed' }, () => {
    if (changes === undefined) server.sendToolListChanged();
    else changes.toolsChanged();
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
    { description: 'Greets', argsSchema: z.object({ name: completable(z.string(), beginningWith) }) },
    ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }] }),
  );
  return server;
}
