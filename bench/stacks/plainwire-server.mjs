// The server of plainwire that is measured: one echo tool. `stdio` or `http`.
import { McpServer, bearerAuth, serveHttp, serveStdio } from 'plainwire/server';

const large = 'x'.repeat(Number(process.env.BENCH_RESULT_BYTES ?? 0));
const server = new McpServer({ name: 'bench', version: '1.0.0' }, { onLog: () => {} }).tool({
  name: 'echo',
  description: 'Gives the message back',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  run: large === '' ? ({ message }) => message : () => large,
});

if (process.argv[2] === 'http') {
  const authenticate = bearerAuth({ verify: (token) => (token === 'bench' ? { principal: 'bench' } : undefined) });
  const { url, close } = await serveHttp(server, { authenticate });
  console.log(url);
  process.stdin.on('end', close).resume();
} else {
  await serveStdio(server);
}
