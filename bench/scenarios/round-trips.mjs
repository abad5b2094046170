// Calls of a tool, from a client in a process of its own to a server in another one.
import { loadavg } from 'node:os';
import { startDriver } from '../processes.mjs';

/**
 * `era` is what the stack is asked to speak. The bare floor speaks none; the others send the bytes that an era asks for,
 * which are three times as many in the modern one.
 */
const CONTENDERS = [
  { name: 'floor', stack: 'floor', era: 'none' },
  { name: 'floor legacy', stack: 'floor', era: 'legacy' },
  { name: 'floor modern', stack: 'floor', era: 'modern' },
  { name: 'plainwire modern', stack: 'plainwire', era: 'modern' },
  { name: 'plainwire legacy', stack: 'plainwire', era: 'legacy' },
  { name: 'sdk1 legacy', stack: 'sdk1', era: 'legacy' },
  { name: 'sdk2 modern', stack: 'sdk2', era: 'modern' },
  { name: 'sdk2 legacy', stack: 'sdk2', era: 'legacy' },
];

const OURS = CONTENDERS.find(({ name }) => name === 'plainwire modern');
const WARM_UP_MS = 600;

async function openAll(carrier, resultBytes, contenders) {
  const env = resultBytes === 0 ? {} : { BENCH_RESULT_BYTES: String(resultBytes) };
  return Promise.all(
    contenders.map(async ({ name, stack, era }) => ({
      name,
      driver: await startDriver('round-trips', [stack, carrier, era], { env }),
    })),
  );
}

/** Runs until the code is hot; gives the number of calls that make up a round. */
async function warmUp(driver, inFlight, roundMs) {
  const startedAt = performance.now();
  let wall = 0;
  let count = inFlight * 4;
  while (performance.now() - startedAt < WARM_UP_MS) {
    ({ wall } = await driver.ask({ count, inFlight }));
    count = Math.max(inFlight * 4, Math.round(100e6 / wall));
  }
  return Math.max(inFlight, Math.round((roundMs * 1e6) / wall));
}

async function measure(opened, { title, inFlight, rounds, roundMs }) {
  const counts = [];
  for (const { driver } of opened) counts.push(await warmUp(driver, inFlight, roundMs));
  const wall = Object.fromEntries(opened.map(({ name }) => [name, []]));
  const cpu = Object.fromEntries(opened.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, driver }] of opened.entries()) {
      const cost = await driver.ask({ count: counts[index], inFlight });
      wall[name].push(cost.wall / 1000);
      cpu[name].push(cost.serverCpu / 1000);
    }
  }
  const [load = 0] = loadavg();
  return [
    { scenario: title, unit: 'µs', load, series: wall },
    { scenario: `${title}, server CPU`, unit: 'µs', load, series: cpu },
  ];
}

/** The wall time of one load over one carrier, for growth. */
export async function roundTripCost(carrier, { inFlight, resultBytes, rounds, roundMs }) {
  const opened = await openAll(carrier, resultBytes, [OURS]);
  const [result] = await measure(opened, { title: '', inFlight, rounds, roundMs });
  for (const { driver } of opened) await driver.close();
  return result.series[OURS.name];
}

async function over(carrier, { rounds, roundMs }) {
  const results = [];
  const small = await openAll(carrier, 0, CONTENDERS);
  for (const inFlight of [1, 64]) {
    const title = `${carrier}, ${inFlight} in flight`;
    results.push(...(await measure(small, { title, inFlight, rounds, roundMs })));
  }
  for (const { driver } of small) await driver.close();
  const large = await openAll(carrier, 1 << 20, CONTENDERS);
  const title = `${carrier}, result of 1 MiB`;
  results.push(...(await measure(large, { title, inFlight: 1, rounds: Math.ceil(rounds / 2), roundMs })));
  for (const { driver } of large) await driver.close();
  return results;
}

export const stdio = (settings) => over('stdio', settings);
export const http = (settings) => over('http', settings);
