// What a host adds: the start of many servers that each take their time, the decision in front of each call, and names and
// objects for the tools of long lists.
import { fileURLToPath } from 'node:url';
import { decidePermission, McpHost, programRules, ToolNames } from 'plainwire/host';
import { connectInMemory, McpServer } from 'plainwire/server';
import { interleave, timeEach } from '../interleave.mjs';

const SERVER = fileURLToPath(new URL('../floor/waiting-server.mjs', import.meta.url));
const SERVERS = 20;
const WAIT_MS = 500;
/** A round takes seconds, most of them waiting. */
const MAX_ROUNDS = 5;
const CALLS = 20_000;

/** Milliseconds until so many servers, which wait for so long without using the CPU, are ready. */
async function startMs(count, waitMs) {
  const declaration = { command: process.execPath, args: [SERVER, String(waitMs)] };
  const servers = Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, declaration]));
  const startedAt = performance.now();
  const host = await McpHost.start({ servers, client: { cache: false } });
  const ms = performance.now() - startedAt;
  const failed = host.servers().filter(({ phase }) => phase !== 'ready');
  await host.close();
  if (failed.length > 0) throw new Error(`${failed.length} servers did not start: ${failed[0].reason}`);
  return ms;
}

/** What is left of the start of all when the cost of starting as many processes that do not wait is taken off. */
async function startWithoutSpawning() {
  const all = await startMs(SERVERS, WAIT_MS);
  return all - (await startMs(SERVERS, 0));
}

function start(rounds) {
  const contenders = [
    { name: 'one server', run: () => startMs(1, WAIT_MS) },
    { name: `${SERVERS} servers`, run: () => startMs(SERVERS, WAIT_MS) },
    { name: `${SERVERS} servers, less spawning`, run: startWithoutSpawning },
  ];
  return interleave('host start', 'ms', contenders, Math.min(rounds, MAX_ROUNDS));
}

function decide(rounds) {
  const names = new ToolNames();
  for (let at = 0; at < 5_000; at++) names.add(`server${at % 50}`, `tool${at}`);
  // None of them matches, which is the longest way.
  const declared = Array.from({ length: 100 }, (_, at) => ({ tool: `mcp_other${at}_*`, action: 'deny' }));
  const rules = { rules: programRules(declared), tightening: [] };
  const name = 'mcp_server7_tool57';
  const call = () => {
    const tool = names.lookup(name);
    const { action } = decidePermission({ name, trust: true, annotations: { readOnlyHint: true }, rules });
    if (tool === undefined || action !== 'allow') throw new Error('The tool was not found or not allowed.');
  };
  const contenders = [{ name: 'plainwire', run: () => timeEach(CALLS, call) / 1000 }];
  return interleave('host, name and permission', 'µs', contenders, rounds);
}

/** Microseconds for each tool of a list to be checked, named, and offered, in a host that has the list already. */
async function adaptCost(count) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  for (let at = 0; at < count; at++) {
    const properties = { path: { type: 'string' }, limit: { type: 'integer' } };
    server.tool({ name: `tool_${at}`, inputSchema: { type: 'object', properties }, run: () => '' });
  }
  const target = connectInMemory(server);
  const host = await McpHost.start({ servers: { s: { target } }, client: { cache: false } });
  const startedAt = performance.now();
  // Another filter has the whole list read anew, and nothing fetched.
  await host.reload({ servers: { s: { target, disabledTools: ['tool_0'] } } });
  const offered = host.tools().length;
  const ms = performance.now() - startedAt;
  await host.close();
  if (offered !== count - 1) throw new Error(`${offered} of ${count - 1} tools are offered.`);
  return (ms * 1000) / count;
}

/** One pass costs as much for each tool of a long list as of a short one. */
function adapt(rounds) {
  const contenders = [
    { name: '1,250 tools', run: () => adaptCost(1_250) },
    { name: '5,000 tools', run: () => adaptCost(5_000) },
  ];
  return interleave('host, adapting', 'µs for each tool', contenders, Math.min(rounds, MAX_ROUNDS));
}

export async function host({ rounds }) {
  return [await start(rounds), await decide(rounds), await adapt(rounds)];
}
