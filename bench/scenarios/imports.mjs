// What it costs to import a package: CPU time, in a fresh process each time.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { interleave } from '../interleave.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEERS = fileURLToPath(new URL('../../test/peers', import.meta.url));

const PEER_MODULES = [
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/server/mcp.js',
];

function ownModules() {
  const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return Object.keys(exports)
    .filter((path) => path !== './package.json')
    .map((path) => path.replace(/^\./, 'plainwire'));
}

/** Milliseconds of CPU. */
function importCost(specifier, cwd) {
  const program = `
    const before = process.cpuUsage();
    await import(${JSON.stringify(specifier)});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd }));
}

export async function imports({ rounds }) {
  const contenders = [
    ...PEER_MODULES.map((name) => ({ name, run: () => importCost(name, PEERS) })),
    ...ownModules().map((name) => ({ name, run: () => importCost(name, ROOT) })),
  ];
  return [await interleave('import', 'ms of CPU', contenders, rounds)];
}
