// Both halves of plainwire in one program: a client that starts a stdio server and works with it, and a small server of our own
// over HTTP on loopback. Prints what goes over the wire. `npm start` runs it; it ends by itself.
import { fileURLToPath } from 'node:url';
import { McpClient, stdioServer, streamableHttpServer } from 'plainwire/client';
import { McpServer, serveHttp } from 'plainwire/server';

const WIDTH = 150;

function showWire({ direction, transport, text }) {
  const line = text.length > WIDTH ? `${text.slice(0, WIDTH)}… (${text.length} characters)` : text;
  console.log(`  ${transport.padEnd(5)} ${direction === 'sent' ? '→' : '←'} ${line}`);
}

async function useStdioServer() {
  console.log('1. A server started as a process, spoken to over its standard streams\n');
  const command = process.execPath;
  const target = stdioServer({ command, args: [fileURLToPath(new URL('./server.js', import.meta.url))] });
  const client = await McpClient.connect(target, { onWire: showWire });
  const tools = await client.listTools();
  await client.callTool('write_note', { name: 'today', text: 'Read the wire.' });
  const counted = await client.callTool(
    'count_words',
    { text: 'one two three' },
    { onProgress: ({ progress, total }) => console.log(`  progress ${progress} of ${total}`) },
  );
  const note = await client.readResource('note://today');
  console.log(`\n  ${client.serverInfo?.name} speaks ${client.revision}`);
  console.log(`  tools: ${tools.map((tool) => tool.name).join(', ')}`);
  console.log(`  count_words answered ${JSON.stringify(counted.structuredContent)}`);
  console.log(`  note://today holds ${JSON.stringify(note.contents[0]?.text)}\n`);
  await client.close();
}

async function useHttpServer() {
  console.log('2. A server in this process, over streamable HTTP on loopback\n');
  const server = new McpServer({ name: 'greeter', version: '1.0.0' }).tool({
    name: 'greet',
    description: 'Greets somebody, after asking who it is',
    inputSchema: { type: 'object' },
    run: async (_args, context) => {
      const answer = await context.elicit({
        message: 'Who is there?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      });
      return answer.action === 'accept' ? `Hello, ${answer.content?.name}!` : 'Hello, whoever you are!';
    },
  });
  const served = await serveHttp(server);
  const client = await McpClient.connect(streamableHttpServer({ url: served.url }), {
    onWire: showWire,
    onElicit: () => ({ action: 'accept', content: { name: 'Ada' } }),
  });
  const greeting = await client.callTool('greet');
  console.log(`\n  listening on ${served.url}, speaking ${client.revision}`);
  console.log(`  greet answered ${JSON.stringify(greeting.content[0]?.text)}`);
  await client.close();
  await served.close();
}

await useStdioServer();
await useHttpServer();
console.log('\nDone.');
