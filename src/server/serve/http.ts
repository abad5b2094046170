import { checkHost, eraOf, LOOPBACK_HOSTS } from '../../protocol/index.js';
import type {
  FetchHandler,
  HttpListener,
  HttpServerOptions,
  ListenOptions,
  NodeHandler,
} from '../../transport/index.js';
import { createFetchHandler, createNodeHandler, listenHttp } from '../../transport/index.js';
import type { McpServer } from '../mcp-server.js';

/**
 * Serves over HTTP on an address of its own, by default on a free port of 127.0.0.1. `close` lets requests finish.
 *
 * @example const { url, close } = await serveHttp(server, { port: 8080 });
 * @throws Fault (as a rejection) `invalid_argument`, `listen_failed`, `platform_missing`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function serveHttp(server: McpServer, options: ListenOptions = {}): Promise<HttpListener> {
  // A server on loopback is the only one that its clients reach.
  if (!checkHost(options.host ?? '127.0.0.1', LOOPBACK_HOSTS).ok) server.expectTwins();
  return listenHttp(server, withDefaults(server, options));
}

/**
 * A fetch-style handler for platforms without `node:http`. Name your host in `allowedHosts`.
 *
 * @throws Fault `invalid_argument`
 */
export function fetchHandler(server: McpServer, options: HttpServerOptions = {}): FetchHandler {
  server.expectTwins();
  return createFetchHandler(server, withDefaults(server, options));
}

/**
 * A listener for `node:http`, Express and Fastify.
 *
 * @throws Fault `invalid_argument`
 */
export function nodeHandler(server: McpServer, options: HttpServerOptions = {}): NodeHandler {
  server.expectTwins();
  return createNodeHandler(server, withDefaults(server, options));
}

/** The HTTP layer refuses what the server would not understand, so it has to know what that is. */
function withDefaults<Options extends HttpServerOptions>(server: McpServer, options: Options): Options {
  const { revisions } = server;
  const eras = new Set(revisions.map(eraOf));
  const [only] = eras;
  return {
    ...server.carrierDefaults,
    revisions,
    eras: eras.size === 1 && only !== undefined ? only : 'both',
    ...options,
  };
}
