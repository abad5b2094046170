import type { Fault } from '../protocol/index.js';
import { isFault } from '../protocol/index.js';
import type { ServerTarget } from '../transport/index.js';

/** How a lost server is connected again. */
export interface ReconnectOptions {
  /** Attempts in a row before the server is left alone. Default 8. */
  readonly attempts?: number;
  /** Longest delay after the first loss, in milliseconds; it doubles with every further one. Default 1,000. */
  readonly firstDelayMs?: number;
  /** Longest delay of all, in milliseconds. Default 60,000. */
  readonly maxDelayMs?: number;
}

/** A session that held this long was no part of a series of failures. */
const STEADY_MS = 60_000;

/**
 * Failures of a first attempt that may pass by themselves. A program that cannot be started, or ends when it is started,
 * will do so again; so will a refusal.
 */
const PASSING: ReadonlySet<string> = new Set(['connect_failed', 'connection_lost', 'http_status']);

/** Failures that no further attempt will change, also after a session that worked. */
const LASTING: ReadonlySet<string> = new Set([
  'spawn_failed',
  'unauthorized',
  'forbidden',
  'tls_failed',
  'redirect_refused',
  'negotiation_failed',
  'invalid_argument',
  'platform_missing',
]);

/** Whether trying again could help: `wasReady` says that the server has worked before. */
export function isWorthRetrying(error: unknown, wasReady: boolean, kind: ServerTarget['kind']): boolean {
  const code = isFault(error) ? error.code : undefined;
  if (wasReady) return code === undefined || !LASTING.has(code);
  return kind !== 'stdio' && code !== undefined && PASSING.has(code);
}

/**
 * Whether a request failed because nobody listens where the server was. Over HTTP nothing else tells that a server has gone.
 * Other failures to connect may be of the way there, and pass.
 */
export function isNobodyThere(error: unknown): error is Fault {
  return isFault(error) && error.code === 'connect_failed' && error.details['errorCode'] === 'ECONNREFUSED';
}

/** Counts the losses of one server and says how long to wait before the next attempt. */
export class Reconnection {
  readonly #options: Required<ReconnectOptions>;
  readonly #random: () => number;
  #losses = 0;

  constructor(options: ReconnectOptions, random: () => number) {
    const { attempts = 8, firstDelayMs = 1_000, maxDelayMs = 60_000 } = options;
    this.#options = { attempts, firstDelayMs, maxDelayMs };
    this.#random = random;
  }

  /** The delay after a session that held for `heldMs`, 0 for none; undefined when it has been tried often enough. */
  nextDelayMs(heldMs: number): number | undefined {
    const { attempts, firstDelayMs, maxDelayMs } = this.#options;
    if (heldMs >= STEADY_MS) this.#losses = 0;
    if (this.#losses >= attempts) return undefined;
    const delayMs = Math.min(firstDelayMs * 2 ** this.#losses, maxDelayMs);
    this.#losses += 1;
    // The first half is fixed; the rest spreads what many hosts do after one outage.
    return delayMs / 2 + (delayMs / 2) * this.#random();
  }

  /** Somebody asks for it: the series begins anew. */
  reset(): void {
    this.#losses = 0;
  }
}
