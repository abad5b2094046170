// A stdio server for the other programs in this folder: an issue tracker that belongs to whoever TENANT says.
import { McpServer, serveStdio } from 'plainwire/server';

const tenant = process.env.TENANT ?? 'nobody';
const id = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };

const server = new McpServer({ name: 'issues', version: '1.0.0' })
  .tool({
    name: 'get_issue',
    description: 'Read an issue.',
    inputSchema: id,
    annotations: { readOnlyHint: true },
    run: ({ id }) => `${tenant} issue ${id}: the queue is full`,
  })
  .tool({
    name: 'create_issue',
    description: 'Open an issue.',
    inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    run: ({ title }) => `${tenant}: opened "${title}"`,
  })
  .tool({
    name: 'delete_issue',
    description: 'Delete an issue.',
    inputSchema: id,
    annotations: { destructiveHint: true },
    run: ({ id }) => `${tenant}: issue ${id} is gone`,
  })
  .tool({
    name: 'find_runbook',
    description: 'Find the runbook of a service.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
    run: () => [{ type: 'resource_link', uri: 'report://q3', name: 'Q3 report', mimeType: 'text/plain' }],
  })
  .resource({
    uri: 'report://q3',
    name: 'Q3 report',
    mimeType: 'text/plain',
    read: () => `${tenant}: 12 issues opened, 11 closed`,
  })
  .resource({
    uri: 'chart://q3',
    name: 'Q3 chart',
    mimeType: 'image/png',
    read: () => new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
  })
  .resourceTemplate({
    uriTemplate: 'report://{quarter}',
    name: 'Report of a quarter',
    read: ({ variables: { quarter } }) => `${tenant}: nothing is known of ${quarter}`,
  });

await serveStdio(server);
