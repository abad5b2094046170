import type { IncomingMessage } from 'node:http';
import type { ClientOptions, WebSocket } from 'ws';
import { Fault, type Limits, limitsWith } from '../../protocol/index.js';
import { onAbort } from '../abort-watch.js';
import { systemClock } from '../clock.js';
import type { ConnectionOptions } from '../connection.js';
import type { FrameChannel } from '../frame-channel.js';
import { networkFault } from '../http-client/network-fault.js';
import { refusalFault } from '../http-client/refusal.js';
import { readUserHeaders } from '../http-client/user-headers.js';
import { nodeBuiltin } from '../node-builtin.js';
import type { HeaderSource, WebSocketServerTarget } from '../targets.js';
import { DEFAULT_PING_MS, socketOptions, WebSocketChannel } from './web-socket-channel.js';

/** The subprotocol that both sides must name. */
export const SUBPROTOCOL = 'mcp';

const CONNECT_TIMEOUT_MS = 60_000;
/** How much is read of the body that comes with a refusal. */
const REFUSAL_BYTES = 16 * 1024;

export interface OpenWebSocketOptions extends ConnectionOptions {
  /** How often a ping goes out, in milliseconds. Default 25,000; Infinity for none. */
  readonly pingMs?: number;
}

/**
 * Opens a WebSocket to a server and makes a channel of it. Redirects are not followed.
 *
 * @throws Fault `connect_failed`, `tls_failed`, `unauthorized`, `forbidden`, `http_status`, `timed_out`, `cancelled`;
 *   no socket is left then
 */
export async function openWebSocket(
  target: WebSocketServerTarget,
  options: OpenWebSocketOptions = {},
): Promise<FrameChannel> {
  const limits = limitsWith(options.limits);
  const clock = options.clock ?? systemClock;
  const { WebSocket } = await import('ws');
  const headers = await headersFor(target, options);
  if (options.signal?.aborted === true) throw aborted(options.signal);
  // A fragment is no part of what a server gets to see, and ws refuses it.
  const socket = new WebSocket(target.url.replace(/#.*$/s, ''), [SUBPROTOCOL], {
    ...socketOptions(limits),
    headers,
    followRedirects: false,
    ...trust(target.ca),
  });
  // Made before the socket is open, so that no early frame is missed.
  const channel = new WebSocketChannel(socket, { limits, clock, pingMs: options.pingMs ?? DEFAULT_PING_MS });
  try {
    await opened(socket, target, limits, options);
  } catch (error) {
    socket.terminate();
    throw error;
  }
  socket.pause();
  return channel;
}

async function headersFor(
  target: WebSocketServerTarget,
  options: OpenWebSocketOptions,
): Promise<Record<string, string>> {
  const { headers: source = {}, url } = target;
  const { headers, warning } = readUserHeaders(await givenHeaders(source, url));
  if (warning !== undefined) options.onWarning?.(warning);
  return { ...headers };
}

async function givenHeaders(source: HeaderSource, url: string): Promise<Readonly<Record<string, string>>> {
  if (typeof source !== 'function') return source;
  try {
    return await source({ url, method: 'GET' });
  } catch (cause) {
    throw new Fault('handler_failed', 'The function given as `headers` failed.', { cause });
  }
}

/** Certificates to trust in addition to those that Node trusts. */
function trust(ca: string | readonly string[] | undefined): Pick<ClientOptions, 'ca'> {
  return ca === undefined ? {} : { ca: [...nodeBuiltin('node:tls').rootCertificates, ...[ca].flat()] };
}

function opened(
  socket: WebSocket,
  target: WebSocketServerTarget,
  limits: Limits,
  options: OpenWebSocketOptions,
): Promise<void> {
  const url = new URL(target.url.replace(/^ws/i, 'http'));
  const clock = options.clock ?? systemClock;
  const timeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  return new Promise<void>((resolve, reject) => {
    const settle = (fault?: Fault): void => {
      unwatch?.();
      stopTimer();
      if (fault === undefined) resolve();
      else reject(fault);
    };
    const { signal } = options;
    const unwatch = signal === undefined ? undefined : onAbort(signal, () => settle(aborted(signal)));
    const stopTimer = clock.after(timeoutMs, () => settle(tooSlow(url, timeoutMs)));
    socket.once('open', () => settle());
    socket.once('error', (error) => settle(openFault(error, url)));
    socket.once('unexpected-response', (request, response) => {
      readStart(response, (body) => {
        settle(refused(response, new URL(target.url), body, limits));
        request.destroy();
      });
    });
  });
}

function aborted(signal: AbortSignal | undefined): Fault {
  return new Fault('cancelled', 'Opening the connection was aborted.', { cause: signal?.reason });
}

function tooSlow(url: URL, timeoutMs: number): Fault {
  const text = `No WebSocket to ${url.host} within ${timeoutMs} ms. Raise connectTimeoutMs if the server is that slow.`;
  return new Fault('timed_out', text, { details: { budget: 'connect' } });
}

function openFault(error: Error, url: URL): Fault {
  // The handshake went wrong after TCP and TLS were there: no or another subprotocol, say.
  if ((error as NodeJS.ErrnoException).code === undefined) {
    const text = `The server at ${url.host} does not take part in the WebSocket handshake: ${error.message}.`;
    return new Fault('connect_failed', text, { cause: error, origin: 'peer' });
  }
  return networkFault(error, url);
}

function refused(response: IncomingMessage, url: URL, body: Uint8Array, limits: Limits): Fault {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    const text = `The server at ${url.host} redirects (HTTP ${status}), which is not followed. Use the final URL.`;
    return new Fault('redirect_refused', text, { details: { status } });
  }
  const known = { 401: 'unauthorized', 403: 'forbidden' } as const;
  const code = known[status as keyof typeof known] ?? 'http_status';
  return refusalFault({ code, method: 'GET', url, status, headers: response.headers, body, limits });
}

/** The start of a body; calls back once, when there is enough or no more of it. */
function readStart(response: IncomingMessage, done: (body: Uint8Array) => void): void {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const finish = (): void => {
    response.removeAllListeners('data');
    done(Buffer.concat(chunks).subarray(0, REFUSAL_BYTES));
  };
  response.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= REFUSAL_BYTES) response.destroy();
  });
  response.on('error', () => {});
  response.once('close', finish);
}
