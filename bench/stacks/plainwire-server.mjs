// The server of plainwire that is measured: `stdio` or `http`, with the checks of Host, Origin and bearer token on.
import { bearerAuth, McpServer, serveHttp, serveStdio } from 'plainwire/server';
import { ECHO_TOOL, largeResult } from '../echo-tool.mjs';

const large = largeResult();
const server = new McpServer({ name: 'bench', version: '1.0.0' }).tool({
  ...ECHO_TOOL,
  run: large === undefined ? ({ message }) => message : () => large,
});

if (process.argv[2] === 'http') {
  const verify = (token) => (token === 'bench' ? { principal: 'bench' } : undefined);
  const { url, close } = await serveHttp(server, { authenticate: bearerAuth({ verify }) });
  console.log(url);
  process.stdin.on('end', close).resume();
} else {
  serveStdio(server);
}
