// The smallest case: one tool that only this process can run, for an agent CLI that owns its own loop. A call that the
// model gets wrong is an answer that it can read, and the session goes on.
import { McpClient, streamableHttpServer } from 'plainwire/client';
import { serveRegistry, tool } from 'plainwire/server';

const closeSlice = tool({
  name: 'close_slice',
  description: 'Record a slice of work as finished with the given verdict.',
  parameters: {
    type: 'object',
    properties: { slice_id: { type: 'string' }, verdict: { type: 'string' } },
    required: ['slice_id', 'verdict'],
  },
  sideEffecting: true,
  run: ({ slice_id, verdict }) => `${slice_id}: ${verdict}`,
});

const engine = await serveRegistry([closeSlice], { name: 'engine' });
await engine.start();
console.log('tool names the CLI sees:', engine.toolNames);

const client = await McpClient.connect(
  streamableHttpServer({ url: engine.url, headers: engine.authHeaders }),
);
console.log(
  'advertised:',
  (await client.listTools()).map(({ name }) => name),
);
const ok = await client.callTool('close_slice', { slice_id: 's-1', verdict: 'pass' });
console.log('result:  ', ok.content[0].text);
const bad = await client.callTool('close_slice', { slice_id: 's-1' });
console.log('bad call:', bad.content[0].text.slice(0, 60), '...');
console.log('session survived:', (await client.listTools({ refresh: true })).length === 1);

await client.close();
await engine.stop();
