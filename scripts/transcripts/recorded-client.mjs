// Stands where the official suite expects a client: runs our fixture client, with a recorder between the two.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { recordHttp, traceFile } from '../../dist/conformance.js';
import { atRoot } from './programs.mjs';

const url = process.argv.at(-1);
const recorder = await recordHttp(url, { sink: traceFile(process.env.PLAINWIRE_TRANSCRIPT) });
const context = process.env.PLAINWIRE_CONTEXT ?? process.env.MCP_CONFORMANCE_CONTEXT;
const client = spawn(
  process.execPath,
  [atRoot('test', 'conformance', 'fixtures', 'client.mjs'), recorder.url],
  {
    stdio: 'inherit',
    env: { ...process.env, ...(context === undefined ? {} : { MCP_CONFORMANCE_CONTEXT: context }) },
  },
);
const [code] = await once(client, 'exit');
await recorder.close();
process.exitCode = code ?? 1;
