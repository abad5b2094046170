// A registry of tools, served to whatever speaks MCP. Here that is our own client over a real socket; an agent CLI is
// pointed at engine.configPath instead. Shows what travels with a tool, and what becomes of a bad call.
import { readFileSync } from 'node:fs';
import { McpClient, streamableHttpServer } from 'plainwire/client';
import { serveRegistry, ToolRegistry, tool } from 'plainwire/server';

const runCheck = tool({
  name: 'run_check',
  description: 'Run the named check and report whether it passed.',
  parameters: {
    type: 'object',
    properties: { name: { type: 'string' }, strict: { type: 'boolean', default: false } },
    required: ['name'],
  },
  sideEffecting: false,
  run: ({ name, strict = false }) => `${name}:${strict ? 'strict' : 'lax'}:ok`,
});

const deploy = tool({
  name: 'deploy',
  description: 'Deploy the current build to the named target environment.',
  parameters: { type: 'object', properties: { target: { type: 'string' } }, required: ['target'] },
  sideEffecting: true,
  requiresApproval: true,
  caps: ['egress'],
  run: ({ target }) => `deployed to ${target}`,
});

const engine = await serveRegistry(new ToolRegistry([runCheck, deploy]), { name: 'engine' });

console.log('tool names:       ', engine.toolNames);
console.log('requires approval:', engine.requiresApproval);
console.log('auto approve:     ', engine.autoApprove);
console.log('caps:             ', engine.caps);
const { mcpServers } = JSON.parse(readFileSync(engine.configPath, 'utf8'));
console.log('config keys:      ', Object.keys(mcpServers.engine).sort());

await engine.start();
const client = await McpClient.connect(
  streamableHttpServer({ url: engine.url, headers: engine.authHeaders, timeoutMs: 10_000 }),
);
const listed = new Map((await client.listTools()).map((item) => [item.name, item]));
console.log('advertised:       ', [...listed.keys()].sort());
const served = JSON.stringify(listed.get('run_check').inputSchema);
console.log('schema unchanged: ', served === JSON.stringify(runCheck.parameters));
console.log('deploy _meta:     ', listed.get('deploy')._meta.plainwire);
console.log('deploy read-only: ', listed.get('deploy').annotations.readOnlyHint);

const ok = await client.callTool('run_check', { name: 'lint' });
console.log('ok:               ', ok.content[0].text);
const bad = await client.callTool('run_check', { name: 'lint', verbose: true });
console.log('bad isError:      ', bad.isError);
console.log('bad text:         ', bad.content[0].text);
const after = await client.callTool('run_check', { name: 'after' });
console.log('session survived: ', after.content[0].text);

await client.close();
await engine.stop();
console.log('calls seen:       ', engine.callsSeen);
