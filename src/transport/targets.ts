import { Fault } from '../protocol/index.js';
import type { ClientConnection, ConnectionOptions } from './connection.js';

/** The HTTP request that headers are wanted for. */
export interface HeaderRequest {
  readonly url: string;
  readonly method: string;
}

/**
 * HTTP headers to send: fixed, or made anew for each request (a short-lived token, say). Values are secrets: they
 * never reach a log, an error or a wire event.
 */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | ((
      request: HeaderRequest,
    ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

export interface StdioServerOptions {
  /** Program to run: a path, or a name looked up on PATH. No shell is involved. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables laid over the safe defaults; never instead of them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Passes on every variable of this process instead of the safe defaults. Default false. */
  readonly inheritEnv?: boolean;
  /** Working folder of the process. Default: that of this process. */
  readonly cwd?: string;
  /** How long each step of shutdown waits for the process to be gone, in milliseconds. Default 2,000. */
  readonly graceMs?: number;
}

export interface StreamableHttpServerOptions {
  /** The MCP endpoint, http: or https:. Sent on unchanged. */
  readonly url: string;
  readonly headers?: HeaderSource;
  /** Total time budget of one request, in milliseconds. Default: the client's. Part of the identity. */
  readonly timeoutMs?: number;
  /** PEM certificates of the authorities to trust for this server, in addition to the built-in ones. */
  readonly ca?: string | readonly string[];
  /** Proxy URL, or false for none. Default: HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxy?: string | false;
  /** Used instead of the built-in HTTP client. */
  readonly fetch?: typeof globalThis.fetch;
}

export type SseServerOptions = StreamableHttpServerOptions;

export interface WebSocketServerOptions {
  /** ws: or wss:. */
  readonly url: string;
  readonly headers?: HeaderSource;
  /** PEM certificates of the authorities to trust for this server, in addition to the built-in ones. */
  readonly ca?: string | readonly string[];
}

export interface CustomServerOptions {
  /** Its identity; also names it in messages. */
  readonly name: string;
  /** Opens a connection of your own; `connectChannel` makes one from any duplex channel. */
  readonly open: (options: ConnectionOptions) => Promise<ClientConnection>;
}

/** A program to run as an MCP server on stdio. */
export interface StdioServer extends StdioServerOptions {
  readonly kind: 'stdio';
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly inheritEnv: boolean;
}

export interface StreamableHttpServer extends StreamableHttpServerOptions {
  readonly kind: 'http';
}

/** A server that speaks only the HTTP+SSE transport of 2024-11-05. */
export interface SseServer extends SseServerOptions {
  readonly kind: 'sse';
}

export interface WebSocketServerTarget extends WebSocketServerOptions {
  readonly kind: 'websocket';
}

export interface CustomServer extends CustomServerOptions {
  readonly kind: 'custom';
}

/** Where a server is and how to reach it: plain, deeply frozen data. */
export type ServerTarget =
  | StdioServer
  | StreamableHttpServer
  | SseServer
  | WebSocketServerTarget
  | CustomServer;

/**
 * Describes a server that is started as a process and spoken to over its standard streams.
 *
 * @throws Fault `invalid_argument`
 * @example stdioServer({ command: 'npx', args: ['-y', 'some-server'], env: { API_KEY: key } })
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function stdioServer(options: StdioServerOptions): StdioServer {
  requireText('stdioServer', 'command', options.command);
  requireTexts('stdioServer', 'args', options.args ?? []);
  requireTexts('stdioServer', 'env', Object.values(options.env ?? {}));
  if (options.cwd !== undefined) requireText('stdioServer', 'cwd', options.cwd);
  requireDuration('stdioServer', 'graceMs', options.graceMs);
  return freeze({
    ...options,
    kind: 'stdio',
    args: [...(options.args ?? [])],
    env: { ...options.env },
    inheritEnv: options.inheritEnv ?? false,
  });
}

/**
 * Describes a server reached over streamable HTTP.
 *
 * @throws Fault `invalid_argument`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function streamableHttpServer(options: StreamableHttpServerOptions): StreamableHttpServer {
  checkHttpOptions('streamableHttpServer', options);
  return freeze({ ...copyHttpOptions(options), kind: 'http' });
}

/**
 * Describes a server that speaks only HTTP+SSE, the transport of 2024-11-05.
 *
 * @throws Fault `invalid_argument`
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export function sseServer(options: SseServerOptions): SseServer {
  checkHttpOptions('sseServer', options);
  return freeze({ ...copyHttpOptions(options), kind: 'sse' });
}

/**
 * Describes a server reached over a WebSocket (docs/decisions/websocket.md).
 *
 * @throws Fault `invalid_argument`
 */
export function webSocketServer(options: WebSocketServerOptions): WebSocketServerTarget {
  requireUrl('webSocketServer', options.url, ['ws:', 'wss:']);
  requireHeaders('webSocketServer', options.headers);
  requireCa('webSocketServer', options.ca);
  return freeze({ ...copyHttpOptions(options), kind: 'websocket' });
}

/**
 * Describes a server reached in a way of your own.
 *
 * @throws Fault `invalid_argument`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#custom-transports
 */
export function customServer(options: CustomServerOptions): CustomServer {
  requireText('customServer', 'name', options.name);
  if (typeof options.open !== 'function') throw invalid('customServer', 'open', 'must be a function');
  return freeze({ name: options.name, open: options.open, kind: 'custom' });
}

/**
 * What makes two descriptions the same server: command, arguments and working folder; or URL and timeout. Never
 * env or headers, which hold secrets.
 */
export function targetIdentity(target: ServerTarget): string {
  switch (target.kind) {
    case 'stdio':
      return JSON.stringify([target.kind, target.command, target.args, target.cwd ?? null]);
    case 'http':
    case 'sse':
      return JSON.stringify([target.kind, target.url, target.timeoutMs ?? null]);
    case 'websocket':
      return JSON.stringify([target.kind, target.url]);
    case 'custom':
      return JSON.stringify([target.kind, target.name]);
  }
}

function checkHttpOptions(where: string, options: StreamableHttpServerOptions): void {
  requireUrl(where, options.url, ['http:', 'https:']);
  requireHeaders(where, options.headers);
  requireDuration(where, 'timeoutMs', options.timeoutMs);
  requireCa(where, options.ca);
  if (options.proxy !== undefined && options.proxy !== false && !URL.canParse(options.proxy)) {
    throw invalid(where, 'proxy', 'must be an absolute URL, or false');
  }
}

/** A copy that shares no object with the caller, so that it can be frozen. */
function copyHttpOptions<Options extends WebSocketServerOptions>(options: Options): Options {
  const { headers, ca } = options;
  return {
    ...options,
    ...(typeof headers === 'object' ? { headers: { ...headers } } : {}),
    ...(typeof ca === 'object' ? { ca: [...ca] } : {}),
  };
}

function requireText(where: string, option: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw invalid(where, option, 'must be a non-empty string');
  if (value.includes('\0')) throw invalid(where, option, 'must not contain a zero character');
}

function requireTexts(where: string, option: string, values: readonly unknown[]): void {
  const isFine = values.every((value) => typeof value === 'string' && !value.includes('\0'));
  if (!isFine) throw invalid(where, option, 'must hold strings only, without zero characters');
}

function requireDuration(where: string, option: string, value: number | undefined): void {
  if (value !== undefined && !(value >= 0))
    throw invalid(where, option, 'must be a number of milliseconds, 0 or more');
}

/** Nothing of the URL is repeated in the message: it may be a secret, and what comes before its first colon a part of one. */
function requireUrl(where: string, url: unknown, schemes: readonly string[]): void {
  if (typeof url !== 'string' || !URL.canParse(url)) throw invalid(where, 'url', 'must be an absolute URL');
  const { protocol, username, password } = new URL(url);
  if (!schemes.includes(protocol)) {
    throw invalid(where, 'url', `must begin with ${schemes.join(' or ')}`);
  }
  if (username !== '' || password !== '') {
    throw invalid(
      where,
      'url',
      'must not carry a user name or password; give an Authorization header instead',
    );
  }
}

function requireHeaders(where: string, headers: HeaderSource | undefined): void {
  if (headers === undefined || typeof headers === 'function') return;
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
      throw invalid(where, 'headers', `holds a name that is no HTTP header name: ${JSON.stringify(name)}`);
    }
    if (typeof value !== 'string' || /[\0\r\n]/.test(value)) {
      throw invalid(where, 'headers', `holds a value that HTTP cannot carry, for ${name}`);
    }
  }
}

function requireCa(where: string, ca: string | readonly string[] | undefined): void {
  const list = typeof ca === 'string' ? [ca] : (ca ?? []);
  if (list.every((pem) => typeof pem === 'string' && pem.includes('-----BEGIN CERTIFICATE-----'))) return;
  throw invalid(where, 'ca', 'must be PEM text (-----BEGIN CERTIFICATE-----), not a file name');
}

function invalid(where: string, option: string, problem: string): Fault {
  return new Fault('invalid_argument', `${where}: \`${option}\` ${problem}.`, { details: { option } });
}

/** Freezes the description and the plain objects and arrays in it. */
function freeze<Target extends object>(target: Target): Target {
  for (const value of Object.values(target)) {
    if (typeof value === 'object' && value !== null) Object.freeze(value);
  }
  return Object.freeze(target);
}
