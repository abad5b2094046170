import type { Fault, JsonObject, RequestId, Revision } from '../../src/protocol/index.js';
import { encodeMessage, META, notification, request, requestHeaders } from '../../src/protocol/index.js';
import { type ListenOptions, listenHttp } from '../../src/transport/index.js';
import { FakeClock } from './fake-clock.js';
import { openProbe, type ProbeAnswer, type ProbeStream, probe } from './http-probe.js';
import { ScriptedHandler } from './scripted-handler.js';

const ENTITY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

type Headers = Readonly<Record<string, string | undefined>>;

/** An HTTP server under test with a scripted handler, and a client that can do everything. */
export class TestedHttpServer implements AsyncDisposable {
  readonly handler: ScriptedHandler;
  readonly clock: FakeClock;
  readonly warnings: Fault[];
  readonly port: number;
  readonly url: string;
  readonly close: () => Promise<void>;

  private constructor(
    handler: ScriptedHandler,
    clock: FakeClock,
    warnings: Fault[],
    listener: Awaited<ReturnType<typeof listenHttp>>,
  ) {
    this.handler = handler;
    this.clock = clock;
    this.warnings = warnings;
    this.port = listener.port;
    this.url = listener.url;
    this.close = () => listener.close();
  }

  static async start(options: ListenOptions = {}): Promise<TestedHttpServer> {
    const handler = new ScriptedHandler();
    const clock = new FakeClock();
    const warnings: Fault[] = [];
    const listener = await listenHttp(handler, {
      clock,
      onWarning: (warning) => warnings.push(warning),
      // What a test leaves open must not make it wait.
      drainMs: 0,
      ...options,
    });
    return new TestedHttpServer(handler, clock, warnings, listener);
  }

  /** Codes and limits of the warnings so far. */
  get told(): string[] {
    return this.warnings.map(({ code, limit }) => (limit === undefined ? code : `${code}:${limit}`));
  }

  /** Sends a modern request and gives its answer while it is still coming. */
  modern(
    method: string,
    params: JsonObject = {},
    id: RequestId = 1,
    headers: Headers = {},
  ): Promise<ProbeStream> {
    const meta = { [META.PROTOCOL_VERSION]: '2026-07-28', [META.CLIENT_CAPABILITIES]: {} };
    const message = request(id, method, { ...params, _meta: meta });
    return openProbe({
      port: this.port,
      headers: { ...ENTITY, ...requestHeaders(message), ...headers },
      body: encodeMessage(message),
    });
  }

  /** Opens a legacy session. */
  async session(revision: Revision = '2025-11-25', headers: Headers = {}): Promise<TestedSession> {
    const body = encodeMessage(request(0, 'initialize', { protocolVersion: revision }));
    const answer = await probe({ port: this.port, headers: { ...ENTITY, ...headers }, body });
    return new TestedSession(this.port, String(answer.headers['mcp-session-id']), revision, headers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.close();
    // Time for what does not end by itself.
    this.clock.advance(60_000);
    await closed;
  }
}

/** A legacy client with its session. */
export class TestedSession {
  readonly id: string;
  readonly #port: number;
  readonly #headers: Headers;

  constructor(port: number, id: string, revision: Revision, headers: Headers) {
    this.#port = port;
    this.id = id;
    // 2025-03-26 has no version header.
    const version = revision === '2025-03-26' ? undefined : revision;
    this.#headers = { 'mcp-session-id': id, 'mcp-protocol-version': version, ...headers };
  }

  /** Sends a request and gives its answer while it is still coming. */
  call(method: string, id: RequestId = 1, params?: JsonObject): Promise<ProbeStream> {
    return this.open(encodeMessage(request(id, method, params)));
  }

  /** Sends a body and gives its answer while it is still coming. */
  open(body: string): Promise<ProbeStream> {
    return openProbe({ port: this.#port, headers: { ...ENTITY, ...this.#headers }, body });
  }

  post(body: string): Promise<ProbeAnswer> {
    return probe({ port: this.#port, headers: { ...ENTITY, ...this.#headers }, body });
  }

  notify(method: string, params?: JsonObject): Promise<ProbeAnswer> {
    return this.post(encodeMessage(notification(method, params)));
  }

  /** GET, with `Last-Event-ID` where there is one. */
  get(lastEventId?: string): Promise<ProbeStream> {
    return openProbe({
      port: this.#port,
      method: 'GET',
      headers: { accept: 'text/event-stream', 'last-event-id': lastEventId, ...this.#headers },
    });
  }

  delete(): Promise<ProbeAnswer> {
    return probe({ port: this.#port, method: 'DELETE', headers: this.#headers });
  }
}
