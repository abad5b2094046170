// Measures plainwire against hand-written floors and the official SDKs. See docs/bench.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { judge } from './bounds.mjs';
import { readCommandLine, USAGE } from './command-line.mjs';
import { describeMachine } from './machine.mjs';
import { boundTable, growthTable, machineLine, resultTable } from './report.mjs';
import { codec } from './scenarios/codec.mjs';
import { drip } from './scenarios/drip.mjs';
import { firstList } from './scenarios/first-list.mjs';
import { growth } from './scenarios/growth.mjs';
import { host } from './scenarios/host.mjs';
import { imports } from './scenarios/imports.mjs';
import { install } from './scenarios/install.mjs';
import { http, stdio } from './scenarios/round-trips.mjs';
import { sse } from './scenarios/sse.mjs';
import { streams } from './scenarios/streams.mjs';

const PARTS = { codec, sse, drip, stdio, http, streams, imports, 'first-list': firstList, host, install };
const QUICK = { rounds: 15, roundMs: 300, streamRounds: 2, idleMs: 20_000 };
const FULL = { rounds: 31, roundMs: 300, streamRounds: 5, idleMs: 60_000 };
const DOCS = new URL('../docs/bench.md', import.meta.url);

async function measureParts(only, settings) {
  const results = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const startedAt = performance.now();
    results.push(...(await measure(settings)));
    console.error(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  return results;
}

/** The tables stand between two marks. */
function writeDocs(text) {
  const page = readFileSync(DOCS, 'utf8');
  const marks = /(<!-- printed -->\n)[\s\S]*(<!-- end of printed -->)/;
  if (!marks.test(page)) throw new Error('docs/bench.md has no place for the tables.');
  writeFileSync(
    DOCS,
    page.replace(marks, (_, before, after) => `${before}\n${text}\n\n${after}`),
  );
}

async function main(args) {
  const { full, check, only, json, docs } = readCommandLine(args, [...Object.keys(PARTS), 'growth']);
  const settings = full ? FULL : QUICK;
  const machine = describeMachine();
  const results = await measureParts(only, settings);
  const grows = full || docs || only.includes('growth') ? await growth(QUICK) : [];
  const judged = judge(results).filter(({ verdict }) => only.length === 0 || verdict !== 'not measured');
  const printed = [
    machineLine(machine),
    resultTable(results),
    boundTable(judged),
    ...(grows.length === 0 ? [] : [growthTable(grows)]),
  ].join('\n\n');
  console.log(printed);
  if (json !== undefined)
    writeFileSync(json, JSON.stringify({ machine, results, judged, growth: grows }, null, 2));
  if (docs) writeDocs(printed);
  const isBroken = judged.some(({ verdict }) => verdict === 'exceeded' || verdict === 'not measured');
  if (check && isBroken) process.exitCode = 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
