import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import { Fault, limitsWith } from '../../protocol/index.js';
import { BoundedHandler } from '../bounded-handler.js';
import { systemClock } from '../clock.js';
import type { Authenticate } from '../http-server/index.js';
import type { MessageHandler } from '../message-handler.js';
import { type ServeChannelOptions, type ServedChannel, serveChannel } from '../multiplexer/index.js';
import { nodeBuiltin } from '../node-builtin.js';
import { Handshakes } from './handshakes.js';
import { SUBPROTOCOL } from './open-web-socket.js';
import { DEFAULT_PING_MS, socketOptions, WebSocketChannel } from './web-socket-channel.js';

export interface ServeWebSocketOptions extends ServeChannelOptions {
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default /mcp. */
  readonly path?: string;
  /** Takes upgrades from this HTTP server instead of listening itself; `host` and `port` are not looked at then. */
  readonly server?: Server;
  /**
   * Origins, exactly as browsers send them, whose pages may connect. Default: none. Programs send no Origin and are
   * not affected.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Checks the bearer token of the handshake: the connection then belongs to whom it names, however long it lives.
   * Default: nobody has to say who they are.
   */
  readonly authenticate?: Authenticate;
  /** How often a ping goes out, in milliseconds. Default 25,000; Infinity for none. */
  readonly pingMs?: number;
}

/** A listening WebSocket server. */
export interface ServedWebSocket extends AsyncDisposable {
  /** What a client connects to. Only of use when this server listens itself. */
  readonly url: string;
  readonly port: number;
  /** Takes no new connections, lets the open ones finish what they owe, and closes them. Idempotent. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const PATH = '/mcp';
/** TCP connections beyond the limit that may be there at once, to be told that there is no room. */
const HANDSHAKES = 64;

/**
 * Serves any number of clients over WebSockets; each is a peer of its own. The contract is in
 * docs/decisions/websocket.md.
 *
 * @throws Fault `listen_failed` when the address cannot be listened on, `platform_missing`
 */
export async function serveWebSocket(
  handler: MessageHandler,
  options: ServeWebSocketOptions = {},
): Promise<ServedWebSocket> {
  const limits = limitsWith(options.limits);
  const clock = options.clock ?? systemClock;
  const pingMs = options.pingMs ?? DEFAULT_PING_MS;
  const { host = HOST, port = 0, path = PATH, server } = options;
  const { WebSocketServer } = await import('ws');
  // Ours, where none is given, so that connections that never become a WebSocket can be counted and closed.
  const own = server === undefined ? upgradeServer(limits.connections) : undefined;
  const peers = new Set<ServedChannel>();
  const handshakes = new Handshakes(options, limits, () => peers.size);
  const bounded = new BoundedHandler(handler, limits.runningRequests, (fault) => options.onWarning?.(fault));
  const listener = new WebSocketServer({
    server: server ?? own,
    ...socketOptions(limits),
    path,
    handleProtocols: () => SUBPROTOCOL,
    verifyClient: ({ req }, decide) => {
      void handshakes.decide(req, decide);
    },
  });
  // A server that was given by the caller tells its errors there.
  listener.on('error', () => {});
  listener.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const auth = handshakes.callerOf(request) ?? options.auth;
    const channel = new WebSocketChannel(socket, { limits, clock, pingMs });
    const served = serveChannel(channel, bounded, auth === undefined ? options : { ...options, auth });
    peers.add(served);
    void served.closed.then(() => peers.delete(served));
  });
  if (own !== undefined) await listening(own, host, port);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    handshakes.close();
    closing ??= closeAll(listener, peers, own);
    return closing;
  };
  const address = listener.address() as AddressInfo | null;
  const boundPort = address?.port ?? port;
  return {
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${boundPort}${path}`,
    port: boundPort,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Takes upgrades only. 426 is what RFC 9110 section 15.5.22 has for that. */
function upgradeServer(connections: number): Server {
  const server = nodeBuiltin('node:http').createServer((_request, response) => {
    response.writeHead(426, { Connection: 'close', Upgrade: 'websocket' }).end();
  });
  server.maxConnections = connections + HANDSHAKES;
  return server;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', (cause) => {
      const code = (cause as NodeJS.ErrnoException).code ?? cause.message;
      const text = `Cannot listen on ${host}:${port} (${code}). Choose another port.`;
      reject(new Fault('listen_failed', text, { cause }));
    });
    server.listen(port, host, resolve);
  });
}

async function closeAll(
  listener: WebSocketServer,
  peers: ReadonlySet<ServedChannel>,
  own: Server | undefined,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => listener.close(() => resolve()));
  const freed = new Promise<void>((resolve) => (own === undefined ? resolve() : own.close(() => resolve())));
  await Promise.all([...peers].map((peer) => peer.close()));
  // What is left has not finished its handshake, and might never do so.
  own?.closeAllConnections();
  await Promise.all([stopped, freed]);
}
