// A tool's own timeout is not this server's deadline, and the two do not read the same: a model cannot repair a call
// that it has been lied to about.
import { McpClient, streamableHttpServer } from 'plainwire/client';
import { serveRegistry, tool } from 'plainwire/server';

class TimeoutError extends Error {
  name = 'TimeoutError';
}

const slowBuild = tool({
  name: 'slow_build',
  description: "Wait far past the server's deadline, so only the deadline can end it.",
  parameters: { type: 'object', properties: {} },
  sideEffecting: false,
  run: () => new Promise(() => {}),
});

const callUpstream = tool({
  name: 'call_upstream',
  description: 'Read the named upstream, failing the way a real client fails.',
  parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
  sideEffecting: false,
  run: () => {
    throw new TimeoutError('upstream read timed out after 3s');
  },
});

const spec = await serveRegistry([slowBuild, callUpstream], { name: 'engine', timeoutMs: 50 });
await spec.start();
const client = await McpClient.connect(streamableHttpServer({ url: spec.url, headers: spec.authHeaders }));
const ours = await client.callTool('slow_build');
const theirs = await client.callTool('call_upstream', { url: 'http://x' });
console.log('our deadline:', ours.content[0].text);
console.log('their error: ', theirs.content[0].text);
await client.close();
await spec.stop();
