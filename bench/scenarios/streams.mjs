// Idle streams: what a server needs for each, and what it does all day.
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { startDriver } from '../processes.mjs';

/** Each with the bare `node:http` server that holds the same streams. */
const KINDS = [
  { name: 'subscriptions/listen', server: 'plainwire', load: 'listen' },
  { name: 'bare, for subscriptions/listen', server: 'bare', load: 'bare-listen' },
  { name: 'legacy GET', server: 'plainwire', load: 'get' },
  { name: 'bare, for legacy GET', server: 'bare', load: 'bare-get' },
];
/** Streams that are opened and closed again first, so that code and pools are there. */
const WARM_UP = 200;

async function start({ name, server, load }) {
  const holder = await startDriver('streams-server', [server], { execArgv: ['--expose-gc'] });
  const clients = await startDriver('streams-load', [String(holder.first), load]);
  await clients.ask(WARM_UP);
  await clients.ask(0);
  return { name, holder, clients };
}

async function close({ holder, clients }) {
  await clients.close();
  await holder.close();
}

/** KiB of resident memory for each of `count` streams of one kind. */
async function kibPerStream({ holder, clients }, count) {
  const before = await holder.ask('measure');
  await clients.ask(count);
  const after = await holder.ask('measure');
  return (after.rss - before.rss) / 1024 / count;
}

/** Memory of `count` streams of the first kind in all, in KiB, for growth. */
export async function memoryOfStreams(count) {
  const started = await start(KINDS[0]);
  const kib = (await kibPerStream(started, count)) * count;
  await close(started);
  return kib;
}

/** Shares of one CPU, in per cent, while nothing happens but keep-alive. */
async function idleCpu(servers, idleMs) {
  const before = await Promise.all(servers.map(({ holder }) => holder.ask('measure')));
  await delay(idleMs);
  const after = await Promise.all(servers.map(({ holder }) => holder.ask('measure')));
  return after.map(({ cpu, at }, index) => ((cpu - before[index].cpu) / 1e6 / (at - before[index].at)) * 100);
}

export async function streams({ streamRounds, streamCount = 10_000, idleMs }) {
  const memory = Object.fromEntries(KINDS.map(({ name }) => [name, []]));
  const above = { 'subscriptions/listen': [], 'legacy GET': [] };
  const cpu = Object.fromEntries(KINDS.map(({ name }) => [name, []]));
  for (let round = 0; round < streamRounds; round++) {
    const servers = [];
    for (const kind of KINDS) {
      // One after the other: a server that has been idle for a while has given back what it needs again at once.
      const server = await start(kind);
      servers.push(server);
      memory[kind.name].push(await kibPerStream(server, streamCount));
    }
    for (const name of Object.keys(above)) {
      above[name].push(memory[name].at(-1) - memory[`bare, for ${name}`].at(-1));
    }
    if (round === streamRounds - 1) {
      const shares = await idleCpu(servers, idleMs);
      for (const [index, { name }] of servers.entries()) cpu[name].push(shares[index]);
    }
    for (const server of servers) await close(server);
  }
  const [load = 0] = loadavg();
  return [
    { scenario: 'idle streams, memory', unit: 'KiB above bare', load, series: above },
    { scenario: 'idle streams, all memory', unit: 'KiB', load, series: memory },
    { scenario: 'idle streams, CPU', unit: '% of a core', load, series: cpu },
  ];
}
