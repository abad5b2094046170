import type { Trace, TraceHttp } from '../../protocol/index.js';
import { DEFAULT_LIMITS } from '../../protocol/index.js';
import type {
  HttpCall,
  HttpRequester,
  HttpTarget,
  ResponseHeaders,
  ResponseReceiver,
  SseEvent,
} from '../../transport/index.js';
import { networkFault, openHttpRequester, SseDecoder } from '../../transport/index.js';
import { NO_NAMES, recordedHeaders } from '../record/recorded-headers.js';
import { type Player, Replay, type ReplayOptions } from './replay.js';
import type { ReplayReport } from './report.js';
import { actionOf, isEventStream, type Step } from './steps.js';

/**
 * Plays the client of a recording against the server of a URL. `headers` of the target are laid over the recorded ones:
 * credentials are hidden in a recording.
 *
 * @throws Fault `connect_failed`, `tls_failed`, `invalid_trace`, `invalid_argument`, `platform_missing`
 */
export async function replayToHttp(
  trace: Trace,
  target: HttpTarget,
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const replay = new Replay(trace, 'client', options);
  const own = typeof target.headers === 'function' ? {} : (target.headers ?? {});
  const player = new HttpPlayer(replay, await openHttpRequester(target), new URL(target.url), own);
  try {
    await replay.run(player);
    return replay.report();
  } finally {
    await player.close();
  }
}

const ALLOWED_ORIGIN = 'access-control-allow-origin';
const REDACTED = '[redacted]';
/** These follow from the connection, or are given with live values. */
const NOT_PLAYED = new Set(['mcp-session-id', 'content-encoding', 'content-length']);

class HttpPlayer implements Player {
  readonly #replay: Replay;
  readonly #requester: HttpRequester;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #calls = new Map<number, HttpCall>();
  /** The live id of each session of the recording. */
  readonly #sessions = new Map<number, string>();
  /** The path at which the recording has the MCP endpoint. */
  readonly #endpointPath: string | undefined;
  /** Where the server of HTTP+SSE wants messages to be sent. */
  #messagesUrl: URL | undefined;

  constructor(replay: Replay, requester: HttpRequester, url: URL, headers: Readonly<Record<string, string>>) {
    this.#replay = replay;
    this.#requester = requester;
    this.#url = url;
    this.#headers = headers;
    this.#endpointPath = replay.steps.find(({ form }) => form === 'request')?.http?.path;
  }

  /** `Player` */
  play(step: Step, frame: Uint8Array | string): void {
    const { http = {}, form } = step;
    const exchange = http.exchange ?? 0;
    if (form === 'end') {
      this.#calls.get(exchange)?.abort();
      return;
    }
    const answer = new AnswerReader(exchange, this.#replay, this.#url.origin, {
      failed: (error) => this.#replay.fail(networkFault(error, this.#url)),
      session: (number, id) => this.#sessions.set(number, id),
      endpoint: (data) => {
        this.#messagesUrl = new URL(data, this.#url);
      },
    });
    const request = {
      method: http.method ?? 'POST',
      url: this.#urlOf(http.path),
      headers: this.#headersOf(http),
      ...(frame.length === 0 ? {} : { body: frame }),
    };
    this.#calls.set(exchange, this.#requester.send(request, answer));
  }

  async close(): Promise<void> {
    for (const call of this.#calls.values()) call.abort();
    await this.#requester.close();
  }

  #urlOf(path: string | undefined): URL {
    if (path === undefined || path === this.#endpointPath) return this.#url;
    return this.#messagesUrl ?? new URL(path, this.#url);
  }

  #headersOf({ headers = {}, session }: TraceHttp): Record<string, string> {
    const live: Record<string, string> = { 'accept-encoding': 'identity' };
    for (const [name, recorded] of Object.entries(headers)) {
      const value = typeof recorded === 'string' ? recorded : recorded.join(', ');
      if (!NOT_PLAYED.has(name) && !value.includes(REDACTED)) live[name] = value;
    }
    if (live['origin'] !== undefined && live['origin'] === this.#replay.recordedOrigin)
      live['origin'] = this.#url.origin;
    const lastEventId = live['last-event-id'];
    if (lastEventId !== undefined) {
      const place = { kind: 'event', maker: 'server', defines: false } as const;
      live['last-event-id'] = String(this.#replay.opaque.live(place, lastEventId));
    }
    const id = session === undefined ? undefined : this.#sessions.get(session);
    return { ...live, ...(id === undefined ? {} : { 'mcp-session-id': id }), ...this.#headers };
  }
}

interface AnswerListener {
  /** There is no server. */
  failed(error: unknown): void;
  /** The server opened the session that has this number in the recording. */
  session(number: number, id: string): void;
  endpoint(data: string): void;
}

/** Reads an HTTP answer as the actions it is made of. */
class AnswerReader implements ResponseReceiver {
  readonly #exchange: number;
  readonly #replay: Replay;
  readonly #liveOrigin: string;
  readonly #listener: AnswerListener;
  #decoder: SseDecoder | undefined;
  #retryMs: number | undefined;
  #chunks: Uint8Array[] = [];
  #hasHead = false;

  constructor(exchange: number, replay: Replay, liveOrigin: string, listener: AnswerListener) {
    this.#exchange = exchange;
    this.#replay = replay;
    this.#liveOrigin = liveOrigin;
    this.#listener = listener;
  }

  head(status: number, responseHeaders: ResponseHeaders): void {
    this.#hasHead = true;
    const headers = recordedHeaders(rawHeadersOf(responseHeaders), NO_NAMES);
    const { recordedOrigin } = this.#replay;
    // Said of the origin that a page of the server itself has.
    if (headers[ALLOWED_ORIGIN] === this.#liveOrigin && recordedOrigin !== undefined)
      headers[ALLOWED_ORIGIN] = recordedOrigin;
    const http = { exchange: this.#exchange, status, headers };
    if (isEventStream(http)) {
      this.#decoder = new SseDecoder({
        maxEventBytes: DEFAULT_LIMITS.sseEventBytes,
        onEvent: (event) => this.#event(event),
      });
    }
    const step = this.#replay.received(actionOf('server', 'head', '', { http }));
    const id = headers['mcp-session-id'];
    if (step?.http?.session !== undefined && typeof id === 'string')
      this.#listener.session(step.http.session, id);
  }

  chunk(bytes: Uint8Array): void {
    if (this.#decoder === undefined) this.#chunks.push(bytes);
    else this.#decoder.push(bytes);
  }

  end(): void {
    if (this.#decoder !== undefined) {
      this.#over();
      return;
    }
    const frame = joined(this.#chunks);
    if (frame.length > 0) this.#received(frame, {});
  }

  failed(error: unknown): void {
    if (this.#hasHead) this.#over();
    else this.#listener.failed(error);
  }

  #event({ event: type, id, data }: SseEvent): void {
    const { retryMs } = this.#decoder ?? {};
    const retry = retryMs === this.#retryMs ? undefined : retryMs;
    this.#retryMs = retryMs;
    if (type === 'endpoint') this.#listener.endpoint(data);
    const event = {
      ...(type === undefined ? {} : { type }),
      ...(id === undefined ? {} : { id }),
      ...(retry === undefined ? {} : { retry }),
    };
    this.#received(data, { event });
  }

  #received(frame: Uint8Array | string, http: TraceHttp): void {
    this.#replay.received(
      actionOf('server', 'frame', frame, { http: { exchange: this.#exchange, ...http } }),
    );
  }

  #over(): void {
    this.#replay.received(actionOf('server', 'end', '', { http: { exchange: this.#exchange } }));
  }
}

function rawHeadersOf(headers: ResponseHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((single) => [name, single]),
  );
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
