import type { Era, Fault, Limits, Revision } from '../../protocol/index.js';
import {
  checkHost,
  checkOrigin,
  eraOf,
  Fault as FaultError,
  LOOPBACK_HOSTS,
  LOOPBACK_ORIGINS,
  limitsWith,
  REVISIONS,
} from '../../protocol/index.js';
import { type Clock, systemClock } from '../clock.js';
import { Warnings } from '../multiplexer/warnings.js';
import type { Authenticate } from './authenticate.js';
import type { EndpointPolicy } from './classify-endpoint.js';
import type { EraPolicy } from './classify-session.js';

/** What every way of serving HTTP takes. All are optional; the defaults serve both eras on loopback. */
export interface HttpServerOptions {
  /** Path of the endpoint, answered with and without a slash at the end. Default: any (`listenHttp`: `/mcp`). */
  readonly path?: string;
  /**
   * Names under which the server is reached (`example.com`, `127.0.0.1:9000`, `[::1]:*`), or `'*'` for any. Default:
   * the names of loopback. Protects against DNS rebinding.
   */
  readonly allowedHosts?: readonly string[] | '*';
  /**
   * Origins of the pages that may call (`https://example.com`, `http://localhost:*`), or `'*'` for any but `null`.
   * Default: pages from loopback. CORS follows from it. Pages from the host that was asked are always let through.
   */
  readonly allowedOrigins?: readonly string[] | '*';
  /** Checks bearer tokens. Default: nobody has to say who they are. */
  readonly authenticate?: Authenticate;
  /** Default `'both'`. */
  readonly eras?: 'both' | Era;
  /** The revisions that the handler serves, for error messages and the version header. Default: all. */
  readonly revisions?: readonly Revision[];
  /**
   * `'stateful'` (default) gives legacy clients sessions, which live in this process. `'none'` serves each legacy
   * request by itself: no session id, no GET stream, no questions to the client. For serverless platforms.
   */
  readonly legacySessions?: 'stateful' | 'none';
  /** Time without traffic after which a stream gets a comment. Default 15,000 ms; `Infinity` for none. */
  readonly keepAliveMs?: number;
  /**
   * Time after which a request that waits for its result is answered as a stream. Default 5,000 ms; `Infinity` for
   * never, 0 for every answer. Anything that precedes the result makes it a stream at once.
   */
  readonly sseAfterMs?: number;
  /** How long requests may take to finish when the server closes. Default 3,000 ms. */
  readonly drainMs?: number;
  /**
   * Time after which a legacy request whose client lost the connection is cancelled. Streams get no event ids then, so
   * they cannot be resumed, and nothing is kept for clients that are away. Default: never; streams can be resumed.
   */
  readonly lostRequestMs?: number;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** What clients do wrong but are forgiven for, what was given up because of a limit, and what a hook threw. */
  readonly onWarning?: (warning: Fault) => void;
}

/** The options with every default filled in. */
export interface HttpServerSettings {
  readonly endpoint: EndpointPolicy;
  readonly era: EraPolicy;
  readonly authenticate: Authenticate | undefined;
  readonly keepAliveMs: number;
  readonly sseAfterMs: number;
  readonly drainMs: number;
  /** `Infinity`: legacy streams can be resumed. */
  readonly lostRequestMs: number;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly warnings: Warnings;
}

const KEEP_ALIVE_MS = 15_000;
const SSE_AFTER_MS = 5_000;
const DRAIN_MS = 3_000;

/** @throws Fault `invalid_argument` */
export function httpServerSettings(options: HttpServerOptions): HttpServerSettings {
  const { eras = 'both', path } = options;
  if (path !== undefined && !path.startsWith('/')) {
    throw new FaultError('invalid_argument', 'The HTTP server option `path` must begin with a slash.');
  }
  const limits = limitsWith(options.limits);
  const revisions = (options.revisions ?? REVISIONS).filter(
    (revision) => eras === 'both' || eraOf(revision) === eras,
  );
  if (revisions.length === 0) {
    throw new FaultError('invalid_argument', 'The HTTP server option `revisions` leaves none of the `eras`.');
  }
  const allowedHosts = listOf(options.allowedHosts, LOOPBACK_HOSTS);
  const allowedOrigins = listOf(options.allowedOrigins, LOOPBACK_ORIGINS);
  // Throws for an entry that cannot be read, now rather than on the first request.
  checkHost(undefined, allowedHosts);
  checkOrigin(undefined, allowedOrigins, undefined);
  const hasSessions = eras !== 'modern' && options.legacySessions !== 'none';
  return {
    endpoint: {
      path,
      allowedHosts,
      allowedOrigins,
      hasSessions,
    },
    era: { eras, hasSessions, revisions },
    authenticate: options.authenticate,
    keepAliveMs: duration('keepAliveMs', options.keepAliveMs ?? KEEP_ALIVE_MS),
    sseAfterMs: duration('sseAfterMs', options.sseAfterMs ?? SSE_AFTER_MS),
    drainMs: duration('drainMs', options.drainMs ?? DRAIN_MS),
    lostRequestMs: duration('lostRequestMs', options.lostRequestMs ?? Number.POSITIVE_INFINITY),
    limits,
    clock: options.clock ?? systemClock,
    warnings: new Warnings(options.onWarning, 'client', limits.strayLines),
  };
}

/** Copied, because the checks remember what they read of a list. */
function listOf(option: readonly string[] | '*' | undefined, fallback: readonly string[]): readonly string[] {
  if (option === undefined) return fallback;
  return typeof option === 'string' ? [option] : [...option];
}

function duration(name: string, ms: number): number {
  if (ms >= 0) return ms;
  throw new FaultError('invalid_argument', `The HTTP server option \`${name}\` must be 0 ms or more.`);
}
