// Who may call what: rules first, then the table of docs/config.md. A verdict says which rule decided. What is to be asked
// goes to an asker; without one it is denied. Run it from the root of the repository.
import { loadPermissions, McpHost } from 'plainwire/host';

const permissions = await loadPermissions({ permissionsPath: 'examples/host/permissions.json' });
const host = await McpHost.start({
  servers: { issues: { command: process.execPath, args: ['examples/host/server.js'] } },
  permissions,
  asker: ({ tool, arguments: args }) => {
    console.log('asked:', tool, JSON.stringify(args));
    return args.title === 'spam' ? { kind: 'reject', note: 'no spam' } : { kind: 'approve', actor: 'you' };
  },
  onEvent: (event) => {
    if (event.kind === 'result') console.log('event:', event.tool, event.outcome);
  },
});

for (const name of ['get_issue', 'delete_issue', 'create_issue', 'find_runbook']) {
  console.log(name, host.explain(`mcp_issues_${name}`).action);
}
console.log((await host.call('mcp_issues_get_issue', { id: 1 })).content[0].text);

// As an agent loop calls it: what was not permitted is text for the model.
const create = host.tools().find(({ name }) => name === 'mcp_issues_create_issue');
console.log(await create.run({ title: 'the queue is full' }));
console.log(await create.run({ title: 'spam' }));

await host.call('mcp_issues_delete_issue', { id: 1 }).catch(({ code }) => console.log(code));
await host.close();
