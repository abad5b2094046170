// The hand-written limit, as one of the contenders.
import { fileURLToPath } from 'node:url';
import { openFloorHttp } from '../floor/http-client.mjs';
import { openFloorStdio } from '../floor/stdio-client.mjs';
import { startHttpServer } from './server-process.mjs';

const HTTP_SERVER = fileURLToPath(new URL('../floor/http-server.mjs', import.meta.url));

export async function open({ carrier, era }) {
  if (carrier === 'stdio') return contender(openFloorStdio(era));
  const server = await startHttpServer(HTTP_SERVER, [era]);
  return contender(openFloorHttp(server.url, era), server.close);
}

function contender({ request, close }, closeServer = async () => {}) {
  const params = { name: 'echo', arguments: { message: 'hello' } };
  return {
    call: async () => (await request('tools/call', params)).content[0].text,
    list: async () => (await request('tools/list', {})).tools,
    close: async () => {
      await close();
      await closeServer();
    },
  };
}
