import type { Limits } from '../../protocol/index.js';
import { Fault, limitsWith } from '../../protocol/index.js';
import type { Clock, HttpListener, MessageHandler } from '../../transport/index.js';
import { listenHttp } from '../../transport/index.js';
import { BearerToken } from './bearer-token.js';
import { LimitedHandler } from './limited-handler.js';
import { LOOPBACK_ADDRESS, PortReservation } from './port-reservation.js';
import { Turns } from './turns.js';

/** `'bearer'`: a generated token has to be sent. `'none'` has to be asked for by name. */
export type LoopbackAuth = 'bearer' | 'none';

export interface LoopbackOptions {
  /** Names the server in messages. */
  readonly name: string;
  /** Default `'bearer'`. */
  readonly auth?: LoopbackAuth;
  /** How long requests may take to finish when it stops. Default 1,000 ms. */
  readonly drainMs?: number;
  /** Differs from the default in `connections`: 512. */
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** Client behaviour that is forgiven, and what was given up because of a limit. */
  readonly onWarning?: (warning: Fault) => void;
}

const PATH = '/mcp';
const DRAIN_MS = 1_000;
/** How long a legacy client that lost the stream of its request may be waited for. */
const LOST_REQUEST_MS = 10_000;
/** Far more than agents on one machine need, and few enough to leave descriptors for the rest of the process. */
const CONNECTIONS = 512;
const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * The HTTP listener under what we hand to agent CLIs. It reserves its port before there is anything to serve, so that
 * the address can be written into a config file, and serves on 127.0.0.1 only: there is no option for another host.
 * Host, Origin and token are checked on every request. Legacy streams get no event ids, so they cannot be resumed.
 *
 * `start` and `stop` are idempotent, take effect in the order of calling, and may be repeated.
 */
export class LoopbackListener implements AsyncDisposable {
  /** Where clients go, also while nothing is served. The port stays the same. */
  readonly url: string;
  readonly port: number;
  /** What clients have to send. Empty with `auth: 'none'`. */
  readonly authHeaders: Readonly<Record<string, string>>;
  readonly #handler: MessageHandler;
  readonly #options: LoopbackOptions;
  readonly #token: BearerToken | undefined;
  readonly #turns = new Turns();
  #reservation: PortReservation | undefined;
  #listener: HttpListener | undefined;

  private constructor(handler: MessageHandler, options: LoopbackOptions, reservation: PortReservation) {
    this.#handler = handler;
    this.#options = options;
    this.#reservation = reservation;
    this.port = reservation.port;
    this.url = urlOf(reservation.port);
    this.#token = options.auth === 'none' ? undefined : new BearerToken();
    this.authHeaders = this.#token?.headers ?? NO_HEADERS;
  }

  /**
   * Binds a free port at once. Connections are dropped until `start`.
   *
   * @throws Fault (as a rejection) `invalid_argument`, `listen_failed`, `platform_missing`
   */
  static async reserve(handler: MessageHandler, options: LoopbackOptions): Promise<LoopbackListener> {
    const { auth = 'bearer', name } = options;
    if (auth !== 'bearer' && auth !== 'none') {
      throw new Fault(
        'invalid_argument',
        "`auth` must be 'bearer' or 'none'. The token is generated and cannot be set.",
      );
    }
    return new LoopbackListener(handler, options, await reservePort(0, name));
  }

  get isServing(): boolean {
    return this.#listener !== undefined;
  }

  /**
   * Serves, on the port that was reserved. After a `stop` the same port is bound again; where somebody else has taken
   * it, this rejects with what the system said (`cause`) and the endpoint.
   *
   * @throws Fault (as a rejection) `listen_failed`
   */
  async start(): Promise<void> {
    const endTurn = await this.#turns.next();
    try {
      if (this.#listener !== undefined) return;
      const { name } = this.#options;
      this.#reservation ??= await reservePort(this.port, name);
      this.#listener = await this.#serve(this.#reservation);
      // The HTTP server has its socket now, and closes it.
      this.#reservation = undefined;
    } finally {
      endTurn();
    }
  }

  /** Refuses what is new, lets requests finish for `drainMs`, and lets the port go. */
  async stop(): Promise<void> {
    const endTurn = await this.#turns.next();
    try {
      const listener = this.#listener;
      const reservation = this.#reservation;
      this.#listener = undefined;
      this.#reservation = undefined;
      await listener?.close();
      await reservation?.release();
    } finally {
      endTurn();
    }
  }

  close(): Promise<void> {
    return this.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #serve({ socket }: PortReservation): Promise<HttpListener> {
    const { drainMs = DRAIN_MS, clock, onWarning } = this.#options;
    const limits = limitsWith({ connections: CONNECTIONS, ...this.#options.limits });
    return listenHttp(new LimitedHandler(this.#handler, limits.loopbackRequests), {
      socket,
      path: PATH,
      host: LOOPBACK_ADDRESS,
      allowedHosts: [`${LOOPBACK_ADDRESS}:${this.port}`, `localhost:${this.port}`],
      // No page in a browser has any business here.
      allowedOrigins: [],
      lostRequestMs: LOST_REQUEST_MS,
      drainMs,
      limits,
      ...(this.#token === undefined ? {} : { authenticate: this.#token.authenticate }),
      ...(clock === undefined ? {} : { clock }),
      ...(onWarning === undefined ? {} : { onWarning }),
    });
  }
}

/** Made here rather than where the system reports it, so that the stack leads to the caller. */
async function reservePort(port: number, name: string): Promise<PortReservation> {
  try {
    return await PortReservation.bind(port);
  } catch (cause) {
    const endpoint = urlOf(port);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Fault(
      'listen_failed',
      `The server '${name}' cannot listen at ${endpoint}: ${reason}. ` +
        (port === 0 ? 'No port of loopback is free.' : 'Somebody else took the port after it was stopped.'),
      { cause, details: { endpoint, port } },
    );
  }
}

function urlOf(port: number): string {
  return `http://${LOOPBACK_ADDRESS}:${port}${PATH}`;
}
