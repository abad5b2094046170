// A stdio server with one tool that does nothing for a while before it listens: `node waiting-server.mjs <ms>`.
const [, , waitMs = '0'] = process.argv;

const RESULTS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'waiting', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
};

function answer({ id, method, params }) {
  if (id === undefined) return;
  const result = RESULTS[method]?.(params);
  const outcome =
    result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
}

setTimeout(() => {
  let pending = '';
  process.stdin.setEncoding('utf8').on('data', (chunk) => {
    const lines = (pending + chunk).split('\n');
    pending = lines.pop();
    for (const line of lines) answer(JSON.parse(line));
  });
}, Number(waitMs));
