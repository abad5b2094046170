import { fileURLToPath } from 'node:url';
import { peerModule } from './peer-module.mjs';
import { startHttpServer } from './server-process.mjs';

const { Client } = peerModule('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = peerModule('@modelcontextprotocol/sdk/client/stdio.js');
const { StreamableHTTPClientTransport } = peerModule('@modelcontextprotocol/sdk/client/streamableHttp.js');

const SERVER = fileURLToPath(new URL('./sdk1-server.mjs', import.meta.url));

export async function open({ carrier }) {
  if (carrier === 'stdio') {
    const options = { command: process.execPath, args: [SERVER, 'stdio'], env: { ...process.env } };
    return contender(new StdioClientTransport(options));
  }
  const { url, close } = await startHttpServer(SERVER, ['http']);
  return contender(new StreamableHTTPClientTransport(new URL(url)), close);
}

async function contender(transport, closeServer = async () => {}) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  const call = { name: 'echo', arguments: { message: 'hello' } };
  return {
    call: async () => (await client.callTool(call)).content[0].text,
    list: async () => (await client.listTools()).tools,
    close: async () => {
      await client.close();
      await closeServer();
    },
  };
}
