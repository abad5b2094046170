// How cost grows, at four sizes each.
import { McpClient } from 'plainwire/client';
import { decodeMessage } from 'plainwire/protocol';
import { connectInMemory, McpServer } from 'plainwire/server';
import { timeEach } from '../interleave.mjs';
import { lineInPieces } from '../messages.mjs';
import { exponentOf, median } from '../statistics.mjs';
import { dripOf } from './drip.mjs';
import { roundTripCost } from './round-trips.mjs';
import { memoryOfStreams } from './streams.mjs';

const KIB = 1024;
const SIZES = [4 * KIB, 32 * KIB, 256 * KIB, 2048 * KIB];

async function grown(what, unit, sizes, costOf) {
  const points = [];
  for (const size of sizes) points.push({ size, cost: await costOf(size) });
  return { what, unit, points, exponent: exponentOf(points) };
}

function decodeCost(bytes) {
  const line = Buffer.concat(lineInPieces(bytes, bytes));
  const costs = Array.from({ length: 7 }, () => timeEach(Math.ceil(1e7 / bytes), () => decodeMessage(line)));
  return median(costs) / 1000;
}

const tool = (index) => ({
  name: `tool_${index}`,
  description: `Does the thing with number ${index}.`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' }, limit: { type: 'integer' } } },
  run: () => '',
});

async function listCost(tools) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  for (let index = 0; index < tools; index++) server.tool(tool(index));
  const client = await McpClient.connect(connectInMemory(server));
  const costs = [];
  for (let round = 0; round < 9; round++) {
    const startedAt = performance.now();
    const listed = await client.listTools({ refresh: true });
    costs.push(performance.now() - startedAt);
    if (listed.length !== tools) throw new Error('A tool got lost.');
  }
  await client.close();
  return median(costs);
}

/** Time until `inFlight` calls that were made at once are all answered, in microseconds. */
async function inFlightCost(carrier, inFlight, { rounds, roundMs }) {
  const perCall = await roundTripCost(carrier, { inFlight, resultBytes: 0, rounds, roundMs });
  return median(perCall) * inFlight;
}

async function sizeCost(carrier, resultBytes, { rounds, roundMs }) {
  return median(await roundTripCost(carrier, { inFlight: 1, resultBytes, rounds, roundMs }));
}

const dripCost = async (pieces, { rounds }) =>
  median((await dripOf(pieces, { rounds, contenders: ['plainwire'] })).series.plainwire);

export async function growth(settings) {
  return [
    await grown('decode, by bytes', 'µs', SIZES, decodeCost),
    await grown('call over stdio, by bytes of the result', 'µs', SIZES, (size) =>
      sizeCost('stdio', size, settings),
    ),
    await grown('call over HTTP, by bytes of the result', 'µs', SIZES, (size) =>
      sizeCost('http', size, settings),
    ),
    await grown('one line, by pieces of 1 KiB', 'ms', [250, 500, 1000, 2000], (size) =>
      dripCost(size, settings),
    ),
    await grown('tools/list, by tools', 'ms', [10, 100, 1000, 10_000], listCost),
    await grown('memory of idle streams, by streams', 'KiB', [1250, 2500, 5000, 10_000], memoryOfStreams),
    await grown('calls over stdio, by requests in flight', 'µs', [1, 8, 64, 512], (size) =>
      inFlightCost('stdio', size, settings),
    ),
    await grown('calls over HTTP, by requests in flight', 'µs', [1, 8, 64, 512], (size) =>
      inFlightCost('http', size, settings),
    ),
  ];
}
