// The Rule of Two still sees the tools that moved behind MCP: their declarations travel with them. The check runs here,
// before an agent is started; nothing on the wire enforces it.
import { fileURLToPath } from 'node:url';
import { RunPolicy, serveRegistry, stdioCommand, ToolRegistry, tool } from 'plainwire/server';

const text = { type: 'string' };
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

const readRecord = tool({
  name: 'read_record',
  description: 'Read one customer record out of the private store.',
  parameters: object({ customer: text }),
  sideEffecting: false,
  caps: ['private_data'],
  run: ({ customer }) => customer,
});

const fetchPage = tool({
  name: 'fetch_page',
  description: 'Fetch a page of untrusted web content and return its text.',
  parameters: object({ url: text }),
  sideEffecting: false,
  caps: ['untrusted_content'],
  run: ({ url }) => url,
});

const notify = tool({
  name: 'notify',
  description: 'Post a message to the named chat channel: the egress leg.',
  parameters: object({ channel: text, text }),
  sideEffecting: true,
  caps: ['egress'],
  run: ({ channel }) => `sent to ${channel}`,
});

const registry = new ToolRegistry([readRecord, fetchPage, notify]);
const spec = await serveRegistry(registry, {
  name: 'engine',
  transport: 'stdio',
  command: stdioCommand(fileURLToPath(new URL('./stdio-server.js', import.meta.url))),
});
await spec.start();
const verdict = new RunPolicy().check(registry.tools());
console.log('spec.caps:', spec.caps);
console.log('allowed:  ', verdict.allowed);
console.log('reason:   ', verdict.reason);
await spec.stop();
