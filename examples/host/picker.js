// A picker of resources on typed methods, and the tools with which a model reads the same. Run it from the root of the
// repository.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMcpResourceError, McpHost } from 'plainwire/host';

const outputFolder = await mkdtemp(join(tmpdir(), 'plainwire-example-'));
const host = await McpHost.start({
  servers: {
    docs: {
      command: process.execPath,
      args: ['examples/host/server.js'],
      env: { TENANT: 'acme' },
      trust: true,
    },
  },
  outputFolder,
});

const page = await host.listResources('docs');
console.log(
  page.resources.map(({ uri }) => uri),
  page.nextCursor,
);
const templates = await host.listResourceTemplates('docs');
console.log(templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate));
const read = await host.readResource('docs', 'report://q3');
console.log(read.contents[0].text);
try {
  await host.readResource('wiki', 'report://q3');
} catch (error) {
  console.log(isMcpResourceError(error), error.kind);
}

const run = (name, args = {}) =>
  host
    .tools()
    .find((tool) => tool.name === name)
    .run(args, {});
console.log(await run('mcp_docs_find_runbook'));
console.log(await run('list_mcp_resource_templates'));
console.log(await run('read_mcp_resource', { server: 'docs', uri: 'report://q3' }));
const saved = await run('read_mcp_resource', { server: 'docs', uri: 'chart://q3' });
const [, path] = /saved to (\S+)/.exec(saved);
const { mode, size } = await stat(path);
console.log((mode & 0o777).toString(8), size);

await host.close();
await rm(outputFolder, { recursive: true });
