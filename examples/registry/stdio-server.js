// What an agent CLI starts: it builds the tools and serves them over its standard streams, until the pipe is closed.
import { fileURLToPath } from 'node:url';
import { serveRegistryStdio, tool } from 'plainwire/server';

export const runCheck = tool({
  name: 'run_check',
  description: 'Run the named check and report whether it passed.',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  sideEffecting: false,
  run: ({ name }) => `${name}:ok`,
});

if (process.argv[1] === fileURLToPath(import.meta.url))
  await serveRegistryStdio([runCheck], { name: 'engine' });
