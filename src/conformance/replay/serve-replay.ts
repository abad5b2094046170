import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Trace, TraceHttp } from '../../protocol/index.js';
import { DEFAULT_LIMITS, Fault } from '../../protocol/index.js';
import { encodeSseEvent, nodeBuiltin } from '../../transport/index.js';
import { recordedHeaders } from '../record/recorded-headers.js';
import { type Player, Replay, type ReplayOptions } from './replay.js';
import type { ReplayReport } from './report.js';
import { actionOf, isEventStream, type Step } from './steps.js';

export interface ServeReplayOptions extends ReplayOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
}

/** A recording that waits for its client. */
export interface ServedReplay extends AsyncDisposable {
  /** Where the client goes. */
  readonly url: string;
  /** Resolves when everything was played, or the client got stuck. Requests that come later are still differences. */
  readonly done: Promise<void>;
  /** Waits for what the client still has to do (unless told not to), closes, and says how it went. Idempotent. */
  close(options?: { readonly wait?: boolean }): Promise<ReplayReport>;
}

/**
 * Plays the server of a recording over HTTP, against whichever client connects.
 *
 * @throws Fault `listen_failed`, `invalid_trace`, `invalid_argument`, `platform_missing`
 */
export async function serveReplay(trace: Trace, options: ServeReplayOptions = {}): Promise<ServedReplay> {
  const { host = '127.0.0.1', port = 0 } = options;
  const replay = new Replay(trace, 'server', options);
  const server = new ReplayServer(replay);
  const address = await server.listen(host, port);
  // Nobody may come for a long time: the clock of the client starts with its first request.
  const done = server.asked.then(() => replay.run(server));
  done.catch(() => {});
  const path = replay.steps.find(({ form }) => form === 'request')?.http?.path ?? '/mcp';
  let closing: Promise<ReplayReport> | undefined;
  const close: ServedReplay['close'] = ({ wait = true } = {}) => {
    closing ??= finish(replay, server, wait ? done : Promise.resolve());
    return closing;
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${path}`,
    done,
    close,
    [Symbol.asyncDispose]: async () => void (await close()),
  };
}

async function finish(replay: Replay, server: ReplayServer, done: Promise<void>): Promise<ReplayReport> {
  if (server.hasBeenAsked) await done;
  replay.peerEnded();
  const report = replay.report();
  // What the client notices of the end of this server is not its doing.
  await server.close();
  return report;
}

/** Follow from the connection, or are given with live values. */
const NOT_PLAYED = new Set(['mcp-session-id', 'content-encoding', 'content-length']);
const NOT_RECORDED = 'This request is not in the recording that is being replayed.\n';

class ReplayServer implements Player {
  readonly asked: Promise<void>;
  hasBeenAsked = false;
  readonly #replay: Replay;
  readonly #server: Server;
  readonly #answers = new Map<number, { readonly response: ServerResponse; isStream: boolean }>();
  #own: readonly string[] = [];
  #onAsked: () => void = () => {};

  constructor(replay: Replay) {
    this.#replay = replay;
    this.asked = new Promise((resolve) => {
      this.#onAsked = resolve;
    });
    const { createServer } = nodeBuiltin('node:http');
    this.#server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, (request, response) =>
      this.#request(request, response),
    );
  }

  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (cause) => {
        const text = `The replay cannot listen on ${host}, port ${port}: ${cause.message}.`;
        reject(new Fault('listen_failed', text, { cause }));
      });
      this.#server.listen(port, host, () => {
        const address = this.#server.address() as AddressInfo;
        this.#own = [`${host}:${address.port}`, `localhost:${address.port}`];
        resolve(address);
      });
    });
  }

  /** The last answers leave; then every connection is dropped. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.#server.close(resolve);
    });
    const answers = [...this.#answers.values()].map(({ response }) => response);
    await Promise.all(answers.filter(({ writableEnded }) => writableEnded).map(untilFinished));
    this.#server.closeAllConnections();
    await closed;
  }

  /** `Player` */
  play(step: Step, frame: Uint8Array | string): void {
    const { http = {}, form } = step;
    const answer = this.#answers.get(http.exchange ?? 0);
    // The client is gone, which is a difference of its own.
    if (answer === undefined || answer.response.destroyed) return;
    const { response } = answer;
    if (form === 'end') response.end();
    else if (form === 'head') answer.isStream = this.#head(step, response);
    else if (answer.isStream) response.write(eventOf(http, frame));
    else response.end(frame);
  }

  /** Gives back whether a stream follows. An answer with neither a stream nor a frame is complete. */
  #head({ http = {}, index }: Step, response: ServerResponse): boolean {
    response.writeHead(http.status ?? 200, this.#headersOf(http));
    const isStream = isEventStream(http);
    const next = this.#replay.steps[index + 1];
    const hasFrame = next?.form === 'frame' && next.http?.exchange === http.exchange;
    if (isStream) response.flushHeaders();
    else if (!hasFrame) response.end();
    return isStream;
  }

  #headersOf({ headers = {}, session }: TraceHttp): Record<string, string | string[]> {
    const live: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(headers))
      if (!NOT_PLAYED.has(name)) live[name] = typeof value === 'string' ? value : [...value];
    if (session !== undefined) live['mcp-session-id'] = sessionId(session);
    return live;
  }

  #request(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes <= DEFAULT_LIMITS.requestBodyBytes) chunks.push(chunk);
      else request.destroy();
    });
    request.once('end', () =>
      this.#asked(request, response, nodeBuiltin('node:buffer').Buffer.concat(chunks)),
    );
  }

  #asked(request: IncomingMessage, response: ServerResponse, frame: Uint8Array): void {
    const { method = 'GET', url: path = '/', rawHeaders, headers } = request;
    const session = headers['mcp-session-id'];
    const http: TraceHttp = {
      method,
      path,
      ...(session === undefined ? {} : { session: sessionNumber(String(session)) }),
      headers: recordedHeaders(rawHeaders, { authorities: this.#own, origin: this.#replay.recordedOrigin }),
    };
    const step = this.#replay.received(actionOf('client', 'request', frame, { http }));
    this.hasBeenAsked = true;
    this.#onAsked();
    const exchange = step?.http?.exchange;
    if (exchange === undefined) {
      response.writeHead(501, { 'content-type': 'text/plain' }).end(NOT_RECORDED);
      return;
    }
    this.#answers.set(exchange, { response, isStream: false });
    response.once('close', () => {
      if (!response.writableEnded)
        this.#replay.received(actionOf('client', 'end', '', { http: { exchange } }));
    });
  }
}

function untilFinished(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableFinished || response.destroyed) resolve();
    response.once('finish', resolve).once('close', resolve);
  });
}

/** Made-up ids say which session of the recording they are. */
const SESSION_PREFIX = 'replayed-session-';
const sessionId = (number: number): string => `${SESSION_PREFIX}${number}`;
/** 0 for an id that was never given out. */
const sessionNumber = (id: string): number =>
  id.startsWith(SESSION_PREFIX) ? Number(id.slice(SESSION_PREFIX.length)) : 0;

function eventOf({ event }: TraceHttp, frame: Uint8Array | string): string {
  const data = typeof frame === 'string' ? frame : new TextDecoder().decode(frame);
  const { type, id, retry } = event ?? {};
  return encodeSseEvent({
    ...(type === undefined ? {} : { event: type }),
    ...(id === undefined ? {} : { id }),
    ...(retry === undefined ? {} : { retry }),
    data: type === 'endpoint' ? pathOnly(data) : data,
  });
}

/** A server may have named its own address, where the client would go instead of coming here. */
function pathOnly(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
}
