// The floor for stdio: newline JSON over pipes, writes coalesced per tick, nothing checked. Answers tools/call with an echo
// and server/discover, initialize and tools/list with as little as a client needs.
const SIZE = Number(process.env.BENCH_RESULT_BYTES ?? 0);
const large = 'x'.repeat(SIZE);
let pending = '';
let out = '';

function write(text) {
  if (out === '') setImmediate(flush);
  out += text;
}

function flush() {
  const text = out;
  out = '';
  process.stdout.write(text);
}

process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  pending += chunk;
  let start = 0;
  for (let end = pending.indexOf('\n', start); end !== -1; end = pending.indexOf('\n', start)) {
    const { id, params } = JSON.parse(pending.slice(start, end));
    start = end + 1;
    const text = SIZE === 0 ? params.arguments.message : large;
    write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}\n`);
  }
  pending = pending.slice(start);
});
process.stdin.on('end', () => process.exit(0));
