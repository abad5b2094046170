// A tool on the codec alone: reads a recorded trace (docs/trace.md) and prints a table of the calls in it with their times.
// `node examples/trace-table/main.js [trace.jsonl]`
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeMessage, decodeTrace, tracedFrame } from 'plainwire/protocol';

const SAMPLE = fileURLToPath(new URL('./sample.jsonl', import.meta.url));

/** Pairs requests with their responses by the id as it is: `7` and `"7"` are two requests. */
function callsOf(entries) {
  const calls = new Map();
  for (const entry of entries) {
    const message = decodeMessage(tracedFrame(entry));
    if (message.kind === 'request')
      calls.set(message.id, { message, startedAt: entry.ms, outcome: 'no answer' });
    const call = calls.get(message.id);
    if (call === undefined || (message.kind !== 'success' && message.kind !== 'error')) continue;
    call.ms = entry.ms - call.startedAt;
    call.outcome = message.kind === 'error' ? `error ${message.error.code}` : outcomeOf(message.result);
  }
  return [...calls.values()];
}

function outcomeOf(result) {
  if (result.isError === true) return 'tool error';
  return result.resultType === 'input_required' ? 'asks for input' : 'ok';
}

function nameOf({ method, params }) {
  const subject = params?.name ?? params?.uri;
  return subject === undefined ? method : `${method} ${subject}`;
}

const trace = decodeTrace(readFileSync(process.argv[2] ?? SAMPLE, 'utf8'));
for (const { line, fault } of trace.faults) console.error(`line ${line}: ${fault.message}`);
console.log(`${'id'.padEnd(6)}${'call'.padEnd(36)}${'ms'.padStart(9)}  outcome`);
for (const { message, ms, outcome } of callsOf(trace.entries)) {
  const time = ms === undefined ? '–' : ms.toFixed(2);
  console.log(`${String(message.id).padEnd(6)}${nameOf(message).padEnd(36)}${time.padStart(9)}  ${outcome}`);
}
