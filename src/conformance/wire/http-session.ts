import { Fault, type RequestId } from '../../protocol/index.js';
import { HttpWire, type HttpWireParts } from './http-wire.js';
import { isResponseTo } from './inbox.js';
import type { HttpReply, HttpStream } from './raw-http.js';
import { replyFrom, replyWithout, SessionBase, type SessionParts } from './session-base.js';
import type { WireRecord } from './wire-record.js';
import type { ExchangeOptions, Reply, SendOptions } from './wire-session.js';

/** How long an event stream may go on after the response that was waited for, before it is dropped. */
const AFTERWARDS_MS = 1000;
const FAREWELL_MS = 1000;

/** A session over streamable HTTP: every frame is a POST of its own. */
export class HttpSession extends SessionBase {
  readonly transport = 'http';
  readonly process = undefined;
  readonly wire: HttpWire;
  #listening: HttpStream | undefined;
  #closing: Promise<void> | undefined;

  constructor(http: HttpWireParts, parts: SessionParts) {
    super(parts);
    this.wire = new HttpWire(http, {
      session: parts.name,
      revision: () => this.revision,
      isNegotiated: () => this.isNegotiated,
      scope: () => this.scope,
      methodOf: (message) => this.methodOf(message),
      onSent: (record) => this.asked.add(record),
      onFrame: (record) => this.#received(record),
    });
  }

  async exchange(frame: string | Uint8Array, options: ExchangeOptions = {}): Promise<Reply> {
    const id: RequestId | undefined = this.awaitedId(frame, options);
    const timeoutMs = options.timeoutMs ?? this.parts.requestMs;
    const startedAt = this.parts.clock.now();
    const stream = this.#post(frame, options);
    const isIt = isResponseTo(id, options.orWithoutId ?? id === undefined);
    const record = await stream.next(isIt, { timeoutMs });
    const waitedMs = this.parts.clock.now() - startedAt;
    if (record !== undefined) {
      const http = stream.sofar();
      void stream.ended(AFTERWARDS_MS).then(() => stream.abort());
      return replyFrom(record, id, { records: http.records, http });
    }
    stream.abort();
    const http = stream.sofar();
    const isAnswered = http.status !== 0 && http.end !== 'aborted';
    if (isAnswered) return { kind: 'refused', http, records: http.records };
    return { ...replyWithout(http.fault, { waitedMs, timeoutMs }, http.records), http };
  }

  async send(frame: string | Uint8Array, options: SendOptions = {}): Promise<HttpReply> {
    const timeoutMs = options.timeoutMs ?? this.parts.requestMs;
    const stream = this.#post(frame, options);
    const reply = await stream.ended(timeoutMs);
    stream.abort();
    return reply;
  }

  async write(bytes: string | Uint8Array): Promise<void> {
    await this.send(bytes);
  }

  /** Opens the stream of what the server sends by itself, where it has one. Legacy only. */
  listen(): void {
    const headers = { ...this.#sessionHeaders(), accept: 'text/event-stream' };
    const { scope } = this;
    // Not on the account of the check that the session happens to work for.
    this.scope = { check: undefined, signal: undefined };
    this.#listening = this.wire.open({ method: 'GET', headers });
    this.scope = scope;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#listening?.abort();
    this.scope = { check: undefined, signal: undefined };
    if (this.sessionId !== undefined) {
      await this.wire.send({ method: 'DELETE', headers: this.#sessionHeaders(), timeoutMs: FAREWELL_MS });
    }
    this.wire.close();
    this.inbox.finish(new Fault('closed', 'The session was closed.'));
    this.parts.onClosed();
  }

  #post(frame: string | Uint8Array, { headers, timeoutMs }: SendOptions): HttpStream {
    return this.wire.open({
      headers: { ...this.wire.headersFor(frame, { sessionId: this.sessionId }), ...headers },
      body: frame,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  #sessionHeaders(): Record<string, string> {
    return this.wire.headersFor(undefined, { sessionId: this.sessionId });
  }

  #received(record: WireRecord): void {
    const tooMuch = this.inbox.push(record);
    if (tooMuch !== undefined) this.inbox.finish(tooMuch);
    else for (const answer of this.answerTo(record)) void this.send(answer);
  }
}
