// Servers from a configuration file. One that cannot be started and one that is misspelled cost nobody else anything.
// Run it from the root of the repository.
import { configProblemText, loadMcpConfig, McpHost } from 'plainwire/host';

const config = await loadMcpConfig({ configPath: 'examples/host/mcp.json' });
for (const problem of config.problems) {
  if (problem.severity === 'error')
    console.log('problem:', configProblemText({ ...problem, path: 'mcp.json' }));
}

const host = await McpHost.start({ config });
for (const { name, phase, revision, counts, reason } of host.servers()) {
  console.log(
    `${name}: ${phase}`,
    phase === 'ready' ? `${revision}, ${counts.tools} tools` : reason.split('.')[0],
  );
}
for (const { name, description } of host.tools()) console.log(name, '|', description.slice(0, 40));
await host.close();
