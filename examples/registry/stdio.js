// transport: 'stdio', this process's half: a config file that names a command. The other half is stdio-server.js, which
// the agent CLI starts by itself; the tools are built anew there.
import { readFileSync } from 'node:fs';
import { serveRegistry, stdioCommand } from 'plainwire/server';
import { runCheck } from './stdio-server.js';

const spec = await serveRegistry([runCheck], {
  name: 'engine',
  transport: 'stdio',
  command: stdioCommand(new URL('./stdio-server.js', import.meta.url)),
  env: { NODE_PATH: '/srv/app' },
});
await spec.start();
const entry = JSON.parse(readFileSync(spec.configPath, 'utf8')).mcpServers.engine;
console.log('type:', entry.type);
console.log(
  'args:',
  entry.args,
  `(command is ${entry.command === process.execPath ? 'process.execPath' : '?'})`,
);
console.log('env: ', entry.env);
console.log('url: ', spec.url);
await spec.stop();
