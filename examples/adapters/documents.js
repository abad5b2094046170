// Resources as a memory to be asked, and prompts as texts.
import { fileURLToPath } from 'node:url';
import { mcpPrompts, mcpResources } from 'plainwire/adapters';
import { McpClient, stdioServer } from 'plainwire/client';

const command = process.execPath;
const args = [fileURLToPath(new URL('./server.js', import.meta.url))];
const client = await McpClient.connect(stdioServer({ command, args }));

const memory = mcpResources(client, { name: 'runbooks' });
const [best] = await memory.query('runbook', { k: 1 });
console.log('memory:', best.content);
console.log('metadata:', best.metadata);

// Without `onWarning` it goes to stderr.
const prompts = await mcpPrompts(client, { onWarning: ({ message }) => console.log('warning:', message) });
for (const { name, version, template } of prompts.values()) console.log('static:', name, version, template);

// The way to a prompt that has to be given arguments.
const { messages } = await client.getPrompt('review', { diff: '-a +b' });
console.log('with arguments, fetched directly:', messages[0].content.text);

await client.close();
