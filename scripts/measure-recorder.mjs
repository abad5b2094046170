// How much `plainwire record` adds to a message: round trips to an echo, in turn with the recorder and without it, over stdio and
// HTTP. A round trip is two messages. `npm run build && node scripts/measure-recorder.mjs` (docs/trace.md has a result).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist', 'cli.js');
const ECHO = join(ROOT, 'test', 'fixtures', 'stdio-echo.mjs');
const ROUNDS = 5;
const TRIPS = 400;
const SIZES = [200, 64 * 1024];

const folder = mkdtempSync(join(tmpdir(), 'plainwire-recorder-'));
const trace = join(folder, 'trace.jsonl');
const frame = (bytes) =>
  `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', text: 'x'.repeat(bytes) } })}`;

/** An echo process: `trip` sends a line and resolves when it has come back. */
function stdioEcho(argv) {
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  let expected = 0;
  let done = () => {};
  child.stdout.on('data', (chunk) => {
    expected -= chunk.length;
    if (expected <= 0) done();
  });
  return {
    trip: (text) =>
      new Promise((resolve) => {
        expected = Buffer.byteLength(text) + 1;
        done = resolve;
        child.stdin.write(`${text}\n`);
      }),
    close: () => new Promise((resolve) => child.once('close', resolve) && child.stdin.end()),
  };
}

/** Posts to a URL on one connection. */
function httpEcho(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'content-type': 'application/json' };
  return {
    trip: (text) =>
      new Promise((resolve, reject) => {
        const options = {
          method: 'POST',
          agent,
          headers: { ...headers, 'content-length': Buffer.byteLength(text) },
        };
        request(url, options, (answer) => answer.resume().on('end', resolve))
          .on('error', reject)
          .end(text);
      }),
    close: async () => agent.destroy(),
  };
}

async function recordedUrl(url) {
  const child = spawn(process.execPath, [CLI, 'record', '-o', trace, '--listen', '0', url]);
  const address = await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').once('data', (text) => resolve(text.trim()));
  });
  return {
    address,
    close: () => new Promise((resolve) => child.once('close', resolve) && child.kill('SIGINT')),
  };
}

async function times(echo, text) {
  const taken = [];
  for (let trip = 0; trip < TRIPS; trip += 1) {
    const from = performance.now();
    await echo.trip(text);
    taken.push(performance.now() - from);
  }
  return taken;
}

const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];

/** Both in turn, so that what else the machine does hits both. */
async function compare(name, direct, recorded) {
  for (const size of SIZES) {
    const text = frame(size);
    const all = { direct: [], recorded: [] };
    await times(direct, text);
    await times(recorded, text);
    for (let round = 0; round < ROUNDS; round += 1) {
      all.direct.push(...(await times(direct, text)));
      all.recorded.push(...(await times(recorded, text)));
    }
    const added = (share) => ((quantile(all.recorded, share) - quantile(all.direct, share)) / 2).toFixed(3);
    console.log(
      `${name}, ${size} bytes: ${added(0.5)} ms a message added in the median, ${added(0.99)} ms at 99 %`,
    );
  }
  await direct.close();
  await recorded.close();
}

await compare(
  'stdio',
  stdioEcho([ECHO]),
  stdioEcho([CLI, 'record', '-o', trace, '--', process.execPath, ECHO]),
);
const server = createServer((incoming, response) => {
  response.setHeader('content-type', 'application/json');
  incoming.pipe(response);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/mcp`;
const recorder = await recordedUrl(url);
await compare('HTTP', httpEcho(url), httpEcho(recorder.address));
await recorder.close();
server.close();
rmSync(folder, { recursive: true, force: true });
