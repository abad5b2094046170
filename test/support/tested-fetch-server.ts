import type { Fault, JsonObject, RequestId, Revision } from '../../src/protocol/index.js';
import { encodeMessage, notification, request } from '../../src/protocol/index.js';
import { createFetchHandler, type FetchHandler, type HttpServerOptions } from '../../src/transport/index.js';
import { FakeClock } from './fake-clock.js';
import { type ProbeEvent, parseEvents } from './http-probe.js';
import { ScriptedHandler } from './scripted-handler.js';
import { nextTurn } from './turn.js';

const URL = 'http://localhost/mcp';
const ENTITY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** An answer of a fetch handler, read as it comes. What the client does to it is seen by the server at once. */
export class FetchedAnswer {
  readonly status: number;
  readonly headers: Headers;
  text = '';
  isEnded = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(response: Response) {
    this.status = response.status;
    this.headers = response.headers;
    this.#reader = response.body?.getReader();
    void this.#read();
  }

  get events(): ProbeEvent[] {
    return parseEvents(this.text);
  }

  /** The messages in them. */
  get messages(): { id?: unknown; method?: string; params?: JsonObject; result?: JsonObject }[] {
    return this.events.flatMap(({ data }) => (data === undefined || data === '' ? [] : [JSON.parse(data)]));
  }

  async message(count: number): Promise<FetchedAnswer['messages'][number]> {
    while (this.messages.length < count && !this.isEnded) await nextTurn();
    const message = this.messages[count - 1];
    if (message === undefined) throw new Error(`The stream ended with ${this.messages.length} messages`);
    return message;
  }

  async ended(): Promise<this> {
    while (!this.isEnded) await nextTurn();
    return this;
  }

  /** The client goes. */
  async drop(): Promise<void> {
    await this.#reader?.cancel();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const part = await this.#reader?.read();
        if (part === undefined || part.done) break;
        this.text += decoder.decode(part.value, { stream: true });
      }
    } catch {
      // Broken off by the server.
    }
    this.isEnded = true;
  }
}

/** A fetch handler under test, with a legacy client that has a session. */
export class TestedFetchServer {
  readonly handler = new ScriptedHandler();
  readonly clock = new FakeClock();
  readonly warnings: Fault[] = [];
  readonly handle: FetchHandler;
  #headers: Record<string, string> = {};

  constructor(options: HttpServerOptions = {}) {
    this.handle = createFetchHandler(this.handler, {
      clock: this.clock,
      onWarning: (warning) => this.warnings.push(warning),
      ...options,
    });
  }

  /** Codes and limits of the warnings so far. */
  get told(): string[] {
    return this.warnings.map(({ code, limit }) => (limit === undefined ? code : `${code}:${limit}`));
  }

  /** The peer of the session. */
  get peer() {
    const peer = this.handler.requests[0]?.context.peer;
    if (peer === undefined) throw new Error('There is no session yet');
    return peer;
  }

  /** Opens the session that the other calls go to. */
  async initialize(revision: Revision = '2025-11-25'): Promise<void> {
    const answer = await this.call('initialize', 0, { protocolVersion: revision });
    const session = answer.headers.get('mcp-session-id');
    if (session === null) throw new Error(`No session: ${answer.status}`);
    this.#headers = { 'mcp-session-id': session };
  }

  call(method: string, id: RequestId = 1, params?: JsonObject, signal?: AbortSignal): Promise<FetchedAnswer> {
    return this.post(encodeMessage(request(id, method, params)), signal);
  }

  notify(method: string, params?: JsonObject): Promise<FetchedAnswer> {
    return this.post(encodeMessage(notification(method, params)));
  }

  async post(body: string, signal?: AbortSignal): Promise<FetchedAnswer> {
    const init = { method: 'POST', headers: { ...ENTITY, ...this.#headers }, body, signal: signal ?? null };
    return new FetchedAnswer(await this.handle(new Request(URL, init)));
  }

  async get(lastEventId?: string): Promise<FetchedAnswer> {
    const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const headers = { accept: 'text/event-stream', ...this.#headers, ...resumed };
    return new FetchedAnswer(await this.handle(new Request(URL, { headers })));
  }
}
