// An agent loop that drives the tools of an MCP server. The model is a script here: put `anthropic.messages.create` in its
// place, and nothing else changes. Of the two calls that it makes, one is wrong, and the tool tells it so.
import { fileURLToPath } from 'node:url';
import { anthropicTools, mcpTools } from 'plainwire/adapters';
import { McpClient, stdioServer } from 'plainwire/client';

const use = (id, input) => ({ type: 'tool_use', id, name: 'demo_add', input });
const SCRIPT = [
  { stop_reason: 'tool_use', content: [use('1', { a: 2, b: 'three' })] },
  { stop_reason: 'tool_use', content: [use('2', { a: 2, b: 3 })] },
  { stop_reason: 'end_turn', content: [{ type: 'text', text: '2 + 3 is 5.' }] },
];
async function createMessage({ messages }) {
  return SCRIPT[(messages.length - 1) / 2];
}

async function run(prompt, source) {
  const { tools, answer } = anthropicTools(source);
  const messages = [{ role: 'user', content: prompt }];
  for (;;) {
    const message = await createMessage({ messages, tools });
    if (message.stop_reason !== 'tool_use') return message;
    const uses = message.content.filter(({ type }) => type === 'tool_use');
    const results = await Promise.all(uses.map((block) => answer(block)));
    for (const { content, is_error } of results) {
      console.log(is_error ? 'refused:' : 'answered:', content[0].text);
    }
    messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
  }
}

const command = process.execPath;
const args = [fileURLToPath(new URL('./server.js', import.meta.url))];
const client = await McpClient.connect(stdioServer({ command, args }));
const tools = await mcpTools(client, { prefix: 'demo_', results: 'whole' });

const { content, stop_reason } = await run('What is 2 + 3?', tools);
console.log('output:', content[0].text, '| stop reason:', stop_reason);

await client.close();
