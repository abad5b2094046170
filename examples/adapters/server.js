// A stdio server with a tool, a resource and two prompts, for the other programs in this folder.
import { McpServer, serveStdio } from 'plainwire/server';

const server = new McpServer({ name: 'demo', version: '1.0.0' })
  .tool({
    name: 'add',
    description: 'Add two integers.',
    inputSchema: {
      type: 'object',
      properties: { a: { title: 'A', type: 'integer' }, b: { title: 'B', type: 'integer' } },
      required: ['a', 'b'],
    },
    run: ({ a, b }) => String(a + b),
  })
  .resource({
    uri: 'docs://runbook',
    name: 'runbook',
    description: 'On-call runbook.',
    mimeType: 'text/plain',
    read: () => 'Restart the ingest worker, then check the queue depth.',
  })
  .prompt({
    name: 'triage',
    description: 'Static triage prompt.',
    get: () => 'You triage incidents. Be terse.',
  })
  .prompt({
    name: 'review',
    description: 'Needs an argument.',
    arguments: [{ name: 'diff', required: true }],
    get: ({ diff }) => `Review this diff: ${diff}`,
  });

await serveStdio(server);
