// The floor for stdio: newline JSON over pipes, answers coalesced per turn of the event loop, nothing checked. Answers
// tools/list with the one tool that all servers here have, and everything else as a call of it.
import { ECHO_TOOL, largeResult } from '../echo-tool.mjs';
import { RESULTS } from './members.mjs';

const large = largeResult();
const resultIn = RESULTS[process.argv[2] ?? 'none'];
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

function resultOf(method, params) {
  if (method === 'tools/list') return { tools: [ECHO_TOOL] };
  return { content: [{ type: 'text', text: large ?? params.arguments.message }] };
}

process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  pending += chunk;
  let start = 0;
  for (let end = pending.indexOf('\n', start); end !== -1; end = pending.indexOf('\n', start)) {
    const { id, method, params } = JSON.parse(pending.slice(start, end));
    start = end + 1;
    write(`${JSON.stringify({ jsonrpc: '2.0', id, result: resultIn(resultOf(method, params)) })}\n`);
  }
  pending = pending.slice(start);
});
process.stdin.on('end', () => process.exit(0));
