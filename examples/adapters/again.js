// Tools of an MCP server, put into a registry with one of our own and served to an agent CLI under one name. Every call goes
// through the registry, so a middleware sees them all.
import { fileURLToPath } from 'node:url';
import { mcpTools } from 'plainwire/adapters';
import { McpClient, stdioServer, streamableHttpServer } from 'plainwire/client';
import { serveRegistry, ToolRegistry, tool } from 'plainwire/server';

const command = process.execPath;
const args = [fileURLToPath(new URL('./server.js', import.meta.url))];
const demo = await McpClient.connect(stdioServer({ command, args }));

const greet = tool({
  name: 'greet',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  sideEffecting: false,
  run: ({ name }) => `Hello, ${name}!`,
});
const registry = new ToolRegistry([greet, ...(await mcpTools(demo, { prefix: 'demo_' }))]);
registry.use(({ tool: { name } }, next) => {
  console.log('called:', name);
  return next();
});

const engine = await serveRegistry(registry, { name: 'engine' });
await engine.start();
console.log('tool names:', engine.toolNames);

// Here our own client stands for the agent CLI.
const agent = await McpClient.connect(
  streamableHttpServer({ url: engine.url, headers: engine.authHeaders, timeoutMs: 10_000 }),
);
const { content } = await agent.callTool('demo_add', { a: 2, b: 3 });
console.log('result:', content[0].text);

await agent.close();
await engine.stop();
await demo.close();
