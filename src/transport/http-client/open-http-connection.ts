import { Fault, limitsWith, redactText } from '../../protocol/index.js';
import { systemClock } from '../clock.js';
import type { ClientConnection, ConnectionOptions, TransportKind, WireEvent } from '../connection.js';
import { fetchRequester } from './fetch-requester.js';
import { HttpConnection } from './http-connection.js';
import type { HttpContext } from './http-context.js';
import type { HttpRequester } from './http-requester.js';
import { type HttpTarget, parseTargetUrl } from './http-target.js';
import { chooseProxy, type Environment } from './proxy-choice.js';
import { RequestSender } from './request-sender.js';
import { undiciRequester } from './undici-requester.js';

const DEFAULT_CONNECT_TIMEOUT_MS = 60_000;

/** How long opening may take, in milliseconds. */
export function connectBudget({ connectTimeoutMs }: Pick<ConnectionOptions, 'connectTimeoutMs'>): number {
  return connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
}

/**
 * Opens a streamable HTTP connection. Nothing goes over the wire yet: the first exchange connects, and tells if that
 * is not possible (`connect_failed`, `tls_failed`, `timed_out`).
 *
 * @throws Fault `invalid_argument`, `cancelled`, `platform_missing`
 */
export async function openHttpConnection(
  target: HttpTarget,
  options: ConnectionOptions = {},
): Promise<ClientConnection> {
  const clock = options.clock ?? systemClock;
  const limits = limitsWith(options.limits);
  const warn = warner(options);
  const requester = await openHttpRequester(target, options);
  const sender = new RequestSender(requester, target, limits, warn);
  const wire = wireListener('http', options);
  return new HttpConnection({ requester, sender, clock, limits, warn, wire, onIncoming: options.onIncoming });
}

/**
 * The byte layer of the HTTP carriers: sends any request to a server, with the proxy, CA and `fetch` of its
 * description, and delivers the response as it comes.
 *
 * @throws Fault `invalid_argument`, `cancelled`, `platform_missing`
 */
export async function openHttpRequester(
  target: HttpTarget,
  options: Pick<ConnectionOptions, 'connectTimeoutMs' | 'signal'> = {},
): Promise<HttpRequester> {
  if (options.signal?.aborted === true) {
    throw new Fault('cancelled', 'Opening the connection was cancelled.', { cause: options.signal.reason });
  }
  const url = parseTargetUrl(target.url);
  if (target.fetch !== undefined) return fetchRequester(target.fetch);
  const environment = processEnvironment();
  chooseProxy(url, target.proxy, environment);
  return undiciRequester({
    connectTimeoutMs: connectBudget(options),
    ca: target.ca,
    proxy: target.proxy,
    environment,
  });
}

/** Each warning once: a server that misbehaves does so again and again. */
export function warner({ onWarning }: ConnectionOptions): (warning: Fault) => void {
  const told = new Set<string>();
  return (warning) => {
    if (onWarning === undefined || told.has(warning.message) || told.size >= MAX_TOLD) return;
    told.add(warning.message);
    try {
      onWarning(warning);
    } catch {
      // There is nobody left to tell.
    }
  };
}

const MAX_TOLD = 1000;

/** Shows frames, redacted, to whoever asked to see the wire. */
export function wireListener(
  transport: TransportKind,
  { onWire, clock = systemClock }: ConnectionOptions,
): HttpContext['wire'] {
  if (onWire === undefined) return undefined;
  const start = clock.now();
  return (direction: WireEvent['direction'], text: string) => {
    try {
      onWire({ direction, transport, atMs: clock.now() - start, text: redactText(text) });
    } catch {
      // A log that fails must not break the connection.
    }
  };
}

function processEnvironment(): Environment {
  return typeof process === 'undefined' ? {} : process.env;
}
