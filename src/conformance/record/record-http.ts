import type { Agent, ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Fault, type Limits, limitsWith } from '../../protocol/index.js';
import { nodeBuiltin } from '../../transport/index.js';
import { type ExchangeParts, HttpExchange } from './http-exchange.js';
import { Recording, type RecordingOptions } from './recording.js';
import { SessionNumbers } from './session-numbers.js';

export interface RecordHttpOptions extends RecordingOptions {
  /** Default `127.0.0.1`. Whoever reaches the recorder reaches the server. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** PEM certificates of the authorities to trust, in addition to the built-in ones. */
  readonly ca?: string | readonly string[];
  /** `requestBodyBytes`, `responseBodyBytes` and `sseEventBytes` bound what is kept of one frame, not what passes. */
  readonly limits?: Partial<Limits>;
}

/** A listening recorder. */
export interface HttpRecorder extends AsyncDisposable {
  /** Where clients go instead: the path of the server on the address of the recorder. */
  readonly url: string;
  readonly port: number;
  /** Drops what is open, closes the sink. Idempotent. Resolves when no connection is left. */
  close(): Promise<void>;
}

/** What servers and clients may put into their headers: more than Node's 16 KiB, so that they decide. */
const MAX_HEADER_BYTES = 256 * 1024;

/**
 * Listens, and passes every request on to the server of `url` and every answer back, unchanged but for what belongs to a
 * single connection, while the frames are written to the sink. Events of a stream pass as they come. Any path is passed
 * on. A client that goes is gone for the server, too, and the other way round.
 *
 * @throws Fault `invalid_argument`, `listen_failed`, `platform_missing`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export async function recordHttp(url: string, options: RecordHttpOptions): Promise<HttpRecorder> {
  const target = targetOf(url);
  const { host = '127.0.0.1', port = 0 } = options;
  const recorder = new Recorder(target, options);
  const address = await recorder.listen(host, port);
  const authority = `${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  recorder.startRecording([authority, `localhost:${address.port}`], options);
  const close = (): Promise<void> => recorder.close();
  return {
    url: `http://${authority}${target.pathname}${target.search}`,
    port: address.port,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function targetOf(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target !== undefined && /^https?:$/.test(target.protocol)) return target;
  throw new Fault('invalid_argument', 'recordHttp takes the http: or https: URL of a server.');
}

class Recorder {
  readonly #target: URL;
  readonly #options: RecordHttpOptions;
  readonly #server: Server;
  /** One for each connection of a client, so that connections to the server come and go with them. */
  readonly #agents = new WeakMap<Socket, Agent>();
  #parts: Omit<ExchangeParts, 'open'> | undefined;
  #recording: Recording | undefined;
  #count = 0;
  /** Exchanges that are not over. */
  #open = 0;
  #onIdle: () => void = () => {};
  #closing: Promise<void> | undefined;

  constructor(target: URL, options: RecordHttpOptions) {
    this.#target = target;
    this.#options = options;
    const { createServer } = nodeBuiltin('node:http');
    // The time that an answer or a pause between requests may take is for the server to decide.
    const patient = {
      requestTimeout: 0,
      headersTimeout: 0,
      keepAliveTimeout: 0,
      connectionsCheckingInterval: 60_000,
    };
    this.#server = createServer({ ...patient, maxHeaderSize: MAX_HEADER_BYTES }, (request, response) =>
      this.#exchange(request, response),
    );
    this.#server.on('connection', (socket) => socket.setNoDelay(true));
  }

  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (cause) => {
        const text = `The recorder cannot listen on ${host}, port ${port}: ${cause.message}.`;
        reject(new Fault('listen_failed', text, { cause }));
      });
      this.#server.listen(port, host, () => resolve(this.#server.address() as AddressInfo));
    });
  }

  startRecording(own: readonly string[], options: RecordHttpOptions): void {
    const server = this.#target.origin + this.#target.pathname;
    const recording = new Recording('http', { ...options, facts: { server, ...options.facts } });
    this.#recording = recording;
    this.#parts = {
      recording,
      target: this.#target,
      own,
      limits: limitsWith(options.limits),
      sessions: new SessionNumbers(),
      onOver: () => {
        this.#open -= 1;
        if (this.#open === 0) this.#onIdle();
      },
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.#server.close(resolve);
    });
    this.#server.closeAllConnections();
    await closed;
    // The end of a connection is known before the end of what went over it.
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      if (this.#open === 0) resolve();
    });
    this.#recording?.close();
  }

  #exchange(request: IncomingMessage, response: ServerResponse): void {
    const parts = this.#parts;
    if (parts === undefined) {
      response.destroy();
      return;
    }
    const agent = this.#agentFor(request.socket);
    this.#count += 1;
    this.#open += 1;
    const open: ExchangeParts['open'] = (method, path, headers) =>
      this.#openOnward(agent, method, path, headers);
    new HttpExchange({ ...parts, open }, this.#count, request, response);
  }

  #openOnward(agent: Agent, method: string, path: string, headers: readonly string[]): ClientRequest {
    const { hostname, port, protocol } = this.#target;
    const { request } = this.#module();
    return request({
      agent,
      protocol,
      // Node takes an IPv6 address without its brackets.
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(port === '' ? {} : { port }),
      method,
      path,
      headers,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  /**
   * A server that closes an idle connection closes the client's with it: whether a request may still be sent on it is then
   * for the client to judge, as without a recorder.
   */
  #agentFor(socket: Socket): Agent {
    const known = this.#agents.get(socket);
    if (known !== undefined) return known;
    const agent: Agent = new (this.#module().Agent)({
      keepAlive: true,
      noDelay: true,
      ...(this.#options.ca === undefined ? {} : { ca: this.#authorities() }),
    });
    agent.on('free', (onward: Socket) => {
      if (onward.listenerCount('close', endClient) === 0) onward.once('close', endClient);
    });
    function endClient(): void {
      socket.end();
    }
    socket.once('close', () => agent.destroy());
    this.#agents.set(socket, agent);
    return agent;
  }

  #module(): typeof import('node:http') | typeof import('node:https') {
    return this.#target.protocol === 'https:' ? nodeBuiltin('node:https') : nodeBuiltin('node:http');
  }

  #authorities(): string[] {
    const { ca = [] } = this.#options;
    return [...nodeBuiltin('node:tls').rootCertificates, ...[ca].flat()];
  }
}
