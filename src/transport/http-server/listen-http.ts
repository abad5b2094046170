import type { Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { Fault, LOOPBACK_HOSTS, limitsWith } from '../../protocol/index.js';
import { type Clock, systemClock } from '../clock.js';
import type { MessageHandler } from '../message-handler.js';
import { nodeBuiltin } from '../node-builtin.js';
import { createNodeHandler } from './node-handler.js';
import type { HttpServerOptions } from './options.js';

export interface ListenOptions extends HttpServerOptions {
  /** Default `'127.0.0.1'`. Any other than a loopback address needs `allowedHosts`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `'/mcp'`. */
  readonly path?: string;
  /**
   * A socket that is listening already, in place of `port`: it is taken over, and closed with the server. `host` only
   * says what the URL and the checks are to call it.
   */
  readonly socket?: NetServer;
}

/** A listening server. */
export interface HttpListener extends AsyncDisposable {
  /** Where clients go. */
  readonly url: string;
  readonly port: number;
  /**
   * Accepts no more, ends idle connections, lets requests finish for at most `drainMs`, then ends the rest. Resolves
   * when no connection is left. Idempotent.
   */
  close(): Promise<void>;
}

/** Time to send a whole request. Answers have no limit: they may be streams. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Time for the last answers to leave when the server closes. */
const FLUSH_MS = 1_000;
const HEADERS_TIMEOUT_MS = 30_000;
/** Longer than clients and proxies keep idle connections (mostly 60 s), so that a request never meets a closing one. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Serves a handler over HTTP on an address of its own (Node.js only). TLS is the business of a proxy in front, or of
 * `createNodeHandler` and a `node:https` server.
 *
 * @throws Fault (as a rejection) `invalid_argument`, `listen_failed`, `platform_missing`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export async function listenHttp(
  handler: MessageHandler,
  options: ListenOptions = {},
): Promise<HttpListener> {
  const { createServer } = nodeBuiltin('node:http');
  const { host = '127.0.0.1', port = 0, path = '/mcp' } = options;
  const handle = createNodeHandler(handler, { ...options, path, allowedHosts: hostsFor(host, options) });
  const server = createServer(
    {
      keepAlive: true,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    handle,
  );
  const { connections } = limitsWith(options.limits);
  server.maxConnections = connections;
  await listen(server, host, options.socket ?? port);
  reportTrouble(server, connections, options.onWarning);
  const address = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeServer(server, handle, options.clock ?? systemClock);
    return closing;
  };
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${path}`;
  return { url, port: address.port, close, [Symbol.asyncDispose]: close };
}

/** 2026-07-28 basic/transports/streamable-http#security--endpoint */
function hostsFor(
  host: string,
  { allowedHosts }: HttpServerOptions,
): NonNullable<HttpServerOptions['allowedHosts']> {
  if (allowedHosts !== undefined) return allowedHosts;
  const spelled = host.includes(':') ? `[${host}]` : host;
  if (isLoopback(spelled))
    return LOOPBACK_HOSTS.includes(spelled) ? LOOPBACK_HOSTS : [...LOOPBACK_HOSTS, spelled];
  throw new Fault(
    'invalid_argument',
    `A server on ${host} can be reached from outside. Name the hosts it is reached under in \`allowedHosts\`, or '*'.`,
  );
}

function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function listen(server: Server, host: string, port: number | NetServer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: Error): void => {
      const where = typeof port === 'number' ? `port ${port}` : 'the socket that was given';
      reject(new Fault('listen_failed', `Cannot listen on ${host}, ${where}: ${cause.message}.`, { cause }));
    };
    const onListening = (): void => {
      server.off('error', onError);
      // A socket that was taken over may have been let go of.
      server.ref();
      resolve();
    };
    server.once('error', onError);
    if (typeof port === 'number') server.listen(port, host, onListening);
    else server.listen(port, onListening);
  });
}

/** What goes wrong with connections that do not come about. Without a listener an `error` would end the process. */
function reportTrouble(
  server: Server,
  connections: number,
  warn: ((fault: Fault) => void) | undefined,
): void {
  server.on('error', (cause) => {
    warn?.(new Fault('listen_failed', `A connection could not be accepted: ${cause.message}.`, { cause }));
  });
  server.on('drop', () => {
    const text = `A connection was dropped: there are more than limits.connections (${connections}).`;
    warn?.(new Fault('limit_exceeded', text, { limit: 'connections' }));
  });
}

async function closeServer(server: Server, handle: { close(): Promise<void> }, clock: Clock): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  await handle.close();
  server.closeIdleConnections();
  // The last answers are on their way out, unless their client does not read them.
  const stopTimer = clock.after(FLUSH_MS, () => server.closeAllConnections());
  await closed;
  stopTimer();
}
