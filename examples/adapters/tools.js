// The tools of an MCP server as tools of this program. The server is the one beside this file; in real use its command is
// `npx`, `uvx` or a binary.
import { fileURLToPath } from 'node:url';
import { mcpTools } from 'plainwire/adapters';
import { McpClient, stdioServer } from 'plainwire/client';

const command = process.execPath;
const args = [fileURLToPath(new URL('./server.js', import.meta.url))];
const client = await McpClient.connect(stdioServer({ command, args }));

const [tool] = await mcpTools(client, { prefix: 'demo_' });
console.log(tool.name, '|', tool.description);
console.log('params:', JSON.stringify(tool.schema.parameters.properties));
console.log('side effecting:', tool.sideEffecting);
console.log('result:', await tool.run({ a: 2, b: 3 }));

await client.close();
