// A server that holds idle streams: `node --expose-gc streams-server.mjs bare|plainwire`. Says its port, and what it costs
// when it is asked.
import { McpServer, serveHttp } from 'plainwire/server';
import { listenForStreams } from '../floor/stream-server.mjs';
import { ownCpuNs } from '../processes.mjs';

async function listenForPlainwire() {
  const limits = { legacySessions: 16_384 };
  const { port } = await serveHttp(new McpServer({ name: 'bench', version: '1.0.0' }).tool(tool), { limits });
  return port;
}

const tool = { name: 'none', run: () => '' };
const port = await (process.argv[2] === 'bare' ? listenForStreams() : listenForPlainwire());

process.on('message', () => {
  // The last resort also gives unused room back, which would otherwise count as needed now and then.
  for (let pass = 0; pass < 3; pass++)
    globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.send({ rss: process.memoryUsage.rss(), cpu: ownCpuNs(), at: performance.now() });
});
process.on('disconnect', () => process.exit());
process.send(port);
