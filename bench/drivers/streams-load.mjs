// Clients of idle streams, as raw sockets: `node streams-load.mjs <port> listen|get|bare-listen|bare-get`. Opens as many
// as it is told to and keeps them; told 0, it closes them all.
import { once } from 'node:events';
import { connect } from 'node:net';

const [, , port, kind] = process.argv;
const AT_ONCE = 100;
const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';
const INFO = { name: 'bench', version: '1.0.0' };

function http(method, headers, message) {
  const body = message === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', ...message });
  const fields = {
    Host: `127.0.0.1:${port}`,
    Accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
    ...(body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length }),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const LISTEN = http(
  'POST',
  { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'subscriptions/listen' },
  {
    id: 1,
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientInfo': INFO,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
);
const INITIALIZE = http(
  'POST',
  {},
  { id: 1, method: 'initialize', params: { protocolVersion: LEGACY, capabilities: {}, clientInfo: INFO } },
);
const get = (sessionId) => http('GET', { 'Mcp-Session-Id': sessionId, 'MCP-Protocol-Version': LEGACY });

/** Reads until the text matches. */
async function until(socket, pattern) {
  let text = '';
  for (;;) {
    const match = pattern.exec(text);
    if (match !== null) return match;
    if (/^HTTP\/1\.1 [^2]/.test(text)) throw new Error(`The server answered ${text}`);
    const [chunk] = await once(socket, 'data');
    text += chunk;
  }
}

const OPENERS = {
  listen: async (socket) => {
    socket.write(LISTEN);
    await until(socket, /acknowledged/);
  },
  get: async (socket) => {
    socket.write(INITIALIZE);
    const [, sessionId] = await until(socket, /mcp-session-id: (\S+)[\s\S]*\r\n\r\n\{/i);
    socket.write(get(sessionId));
    await until(socket, /text\/event-stream/);
  },
  'bare-listen': async (socket) => {
    socket.write(LISTEN);
    await until(socket, /text\/event-stream/);
  },
  'bare-get': async (socket) => {
    socket.write(get('1'));
    await until(socket, /text\/event-stream/);
  },
};

let open = [];

async function openOne() {
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  await OPENERS[kind](socket);
  // What comes from now on is of no interest.
  socket.resume();
  open.push(socket);
}

async function openMany(count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await openOne();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function closeAll() {
  const closed = open.map((socket) => once(socket, 'close'));
  for (const socket of open) socket.destroy();
  await Promise.all(closed);
  open = [];
}

process.on('message', async (count) => {
  if (count === 0) await closeAll();
  else await openMany(count);
  process.send(open.length);
});
process.on('disconnect', () => process.exit());
process.send('ready');
