// A small server on the official TypeScript SDK 2.x. `node sdk2-server.mjs stdio`, `… http` or `… http-sessions` (both
// print their URL; the second keeps sessions for legacy clients). SDK2_ERA=modern refuses the legacy handshake.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildServer } from './sdk2-features.mjs';

const isModernOnly = process.env.SDK2_ERA === 'modern';

/** What SDK 2.x leaves to its user: sessions of legacy clients. */
function legacySessions(sessions) {
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    const known = sessions.get(id);
    if (known !== undefined) return known.handleRequest(request);
    if (id !== null) return new Response(null, { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (fresh) => void sessions.set(fresh, transport),
      onsessionclosed: (closed) => {
        sessions.delete(closed);
        process.stderr.write('peer: session ended\n');
      },
    });
    await buildServer('legacy').connect(transport);
    return transport.handleRequest(request);
  };
}

function listen(keepsSessions) {
  const modern = createMcpHandler(
    ({ era }) => buildServer(era, era === 'modern' ? modern.notify : undefined),
    {
      legacy: isModernOnly || keepsSessions ? 'reject' : 'stateless',
    },
  );
  const sessions = new Map();
  const legacy = legacySessions(sessions);
  const fetch = async (request) =>
    keepsSessions && (await isLegacyRequest(request)) ? legacy(request) : modern.fetch(request);
  const listener = createServer(toNodeHandler({ fetch }));
  listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
  forgetOnSignal(sessions);
  process.stdin.on('end', () => process.exit(0)).resume();
}

/** As a server does that was restarted. */
function forgetOnSignal(sessions) {
  process.on('SIGUSR2', () => {
    sessions.clear();
    process.stderr.write('peer: forgot its sessions\n');
  });
}

const [, , mode] = process.argv;
if (mode === 'stdio')
  serveStdio(({ era }) => buildServer(era), { legacy: isModernOnly ? 'reject' : 'serve' });
else listen(mode === 'http-sessions');
