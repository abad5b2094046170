import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { nodeBuiltin } from '../node-builtin.js';
import { droppableClients } from './droppable-client.js';
import { chooseProxy, type Environment, proxyAuthorization } from './proxy-choice.js';

export interface RouteOptions {
  /** Bounds TCP, TLS and the request to a proxy, each. Milliseconds; `Infinity` for no bound. */
  readonly connectTimeoutMs: number;
  /** PEM certificates to trust in addition to the built-in ones. */
  readonly ca: string | readonly string[] | undefined;
  /** Proxy URL, `false` for none, `undefined` to look into the environment. */
  readonly proxy: string | false | undefined;
  readonly environment: Environment;
}

/** How to reach one origin. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** Set when requests go to a proxy with their whole URL: the headers that are for the proxy alone. */
  readonly proxyHeaders: Readonly<Record<string, string>> | undefined;
  /** Drops all connections; resolves when their sockets are gone. */
  close(): Promise<void>;
}

/** A proxy did not open the tunnel that it was asked for. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';

  readonly proxyHost: string;
  readonly status: number;

  constructor(proxyHost: string, status: number) {
    super(`the proxy at ${proxyHost} answered CONNECT with HTTP ${status}`);
    this.proxyHost = proxyHost;
    this.status = status;
  }
}

type Undici = typeof import('undici');
type Connector = buildConnector.connector;

/** Undici takes 0 for "no timeout", and its timers have the platform's range. */
const MAX_TIMER_MS = 2_147_483_647;
const timerMs = (ms: number): number => (ms > MAX_TIMER_MS ? 0 : ms);

export function openRoute(undici: Undici, url: URL, options: RouteOptions): Route {
  const sockets = new Set<Socket>();
  const connector = tracked(directConnector(undici, options), sockets);
  const proxy = chooseProxy(url, options.proxy, options.environment);
  if (proxy === undefined) return route([openPool(undici, url.origin, connector)], sockets, undefined);
  const proxyHeaders = headersForProxy(proxy);
  const toProxy = openPool(undici, proxy.origin, connector, timerMs(options.connectTimeoutMs));
  // RFC 9110 section 7.6: a plain request is forwarded, an encrypted one needs a tunnel.
  if (url.protocol === 'http:') return route([toProxy], sockets, proxyHeaders);
  const tunnel = tunnelConnector(toProxy, proxy, proxyHeaders, directConnector(undici, options));
  return route([openPool(undici, url.origin, tunnel), toProxy], sockets, undefined);
}

function openPool(undici: Undici, origin: string, connect: Connector, headersTimeout = 0): Pool {
  const factory = droppableClients(undici);
  return new undici.Pool(origin, { connect, factory, pipelining: 1, headersTimeout, bodyTimeout: 0 });
}

function route(
  pools: readonly [Pool, ...Pool[]],
  sockets: Set<Socket>,
  proxyHeaders: Route['proxyHeaders'],
): Route {
  const close = async (): Promise<void> => {
    await Promise.all(pools.map((pool) => pool.destroy()));
    // Undici leaves alone what is still connecting.
    await Promise.all(Array.from(sockets, gone));
  };
  return { dispatcher: pools[0], proxyHeaders, close };
}

function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve();
    socket.once('close', () => resolve());
    socket.destroy();
  });
}

function directConnector(undici: Undici, { connectTimeoutMs, ca }: RouteOptions): Connector {
  const timeout = timerMs(connectTimeoutMs);
  return undici.buildConnector(ca === undefined ? { timeout } : { timeout, ca: trusted(ca) });
}

/** TLS takes `ca` instead of the built-in authorities, so they have to be repeated. */
function trusted(ca: string | readonly string[]): string[] {
  const { rootCertificates } = nodeBuiltin('node:tls');
  return [...rootCertificates, ...(typeof ca === 'string' ? [ca] : ca)];
}

/** Keeps account of the sockets, which undici's connector returns, though its types do not say so. */
function tracked(connector: Connector, sockets: Set<Socket>): Connector {
  return (options, callback) => {
    const socket = connector(options, callback) as unknown as Socket | undefined;
    if (socket === undefined) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
}

/** 2xx opens the tunnel: RFC 9110 section 9.3.6 */
function tunnelConnector(
  toProxy: Pool,
  proxy: URL,
  headers: Readonly<Record<string, string>>,
  secure: Connector,
): Connector {
  return (options, callback) => {
    const { port, hostname } = options;
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    const path = `${host}:${port === '' ? 443 : port}`;
    toProxy.connect({ path, headers: { host: path, ...headers } }, (error, reply) => {
      if (error !== null) return callback(error, null);
      const socket = reply.socket as Socket;
      if (reply.statusCode < 200 || reply.statusCode > 299) {
        socket.on('error', () => {}).destroy();
        return callback(new ProxyRefusal(proxy.host, reply.statusCode), null);
      }
      secure({ ...options, httpSocket: socket }, callback);
    });
  };
}

function headersForProxy(proxy: URL): Readonly<Record<string, string>> {
  const authorization = proxyAuthorization(proxy);
  return authorization === undefined ? {} : { 'proxy-authorization': authorization };
}
