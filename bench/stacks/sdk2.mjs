import { fileURLToPath } from 'node:url';
import { peerModule } from './peer-module.mjs';
import { startHttpServer } from './server-process.mjs';

const { Client, StreamableHTTPClientTransport } = peerModule('@modelcontextprotocol/client');
const { StdioClientTransport } = peerModule('@modelcontextprotocol/client/stdio');

const SERVER = fileURLToPath(new URL('./sdk2-server.mjs', import.meta.url));
const MODES = { modern: { pin: '2026-07-28' }, legacy: 'legacy' };

export async function open({ carrier, era }) {
  if (carrier === 'stdio') {
    const options = { command: process.execPath, args: [SERVER, 'stdio'], env: { ...process.env } };
    return contender(new StdioClientTransport(options), era);
  }
  const { url, close } = await startHttpServer(SERVER, ['http']);
  return contender(new StreamableHTTPClientTransport(new URL(url)), era, close);
}

async function contender(transport, era, closeServer = async () => {}) {
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: MODES[era] } },
  );
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
