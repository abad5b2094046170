// One host for each tenant, with servers that the program declares. Each has a process of its own, and its variables
// reach nobody else: not the other tenant, and not a server that did not ask for them.
import { fileURLToPath } from 'node:url';
import { McpHost } from 'plainwire/host';

const args = [fileURLToPath(new URL('server.js', import.meta.url))];

function hostFor(tenant) {
  return McpHost.start({
    servers: {
      issues: { command: process.execPath, args, env: { TENANT: tenant.name }, trust: true },
      anonymous: { command: process.execPath, args, trust: true },
    },
  });
}

process.env.TENANT = 'a variable of this process';
const hosts = await Promise.all([{ name: 'acme' }, { name: 'globex' }].map(hostFor));

for (const host of hosts) {
  const own = await host.call('mcp_issues_get_issue', { id: 7 });
  const other = await host.call('mcp_anonymous_get_issue', { id: 7 });
  console.log(own.content[0].text, '|', other.content[0].text);
}
await Promise.all(hosts.map((host) => host.close()));
