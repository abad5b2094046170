import { fileURLToPath } from 'node:url';
import { McpClient, stdioServer, streamableHttpServer } from 'plainwire/client';
import { startHttpServer } from './server-process.mjs';

const SERVER = fileURLToPath(new URL('./plainwire-server.mjs', import.meta.url));
const { BENCH_RESULT_BYTES = '0' } = process.env;

export async function open({ carrier, era }) {
  if (carrier === 'stdio') {
    const env = { BENCH_RESULT_BYTES };
    return contender(stdioServer({ command: process.execPath, args: [SERVER, 'stdio'], env }), era);
  }
  const { url, close } = await startHttpServer(SERVER, ['http']);
  const headers = { Authorization: 'Bearer bench' };
  return contender(streamableHttpServer({ url, headers }), era, close);
}

async function contender(target, era, closeServer = async () => {}) {
  const client = await McpClient.connect(target, { era });
  return {
    call: async () => (await client.callTool('echo', { message: 'hello' })).content[0].text,
    list: () => client.listTools(),
    close: async () => {
      await client.close();
      await closeServer();
    },
  };
}
