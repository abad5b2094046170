import type { Message, Revision } from '../../protocol/index.js';
import {
  compareRevisions,
  decodeMessage,
  eraOf,
  PROTOCOL_VERSION_HEADER,
  redactHeaders,
  redactText,
  requestHeaders,
} from '../../protocol/index.js';
import type { Clock, HttpRequester } from '../../transport/index.js';
import { HttpAnswer } from './http-answer.js';
import { Inbox } from './inbox.js';
import { isLoopbackHost } from './loopback.js';
import type { Pace } from './pace.js';
import type { HttpReply, HttpStream, RawHttp, RawHttpRequest } from './raw-http.js';
import type { Scope } from './scope.js';
import type { WireLog } from './wire-log.js';
import type { WireRecord } from './wire-record.js';

/** What all HTTP of a run shares. */
export interface HttpWireParts {
  readonly requester: HttpRequester;
  readonly url: URL;
  /** The caller's own: credentials, mostly. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: WireLog;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly requestMs: number;
  readonly maxBodyBytes: number;
}

/** For whom a wire is. */
export interface HttpWireOwner {
  readonly session: string;
  readonly revision: () => Revision;
  readonly isNegotiated: () => boolean;
  readonly scope: () => Scope;
  /** Method of the request that a response answers. */
  readonly methodOf?: (message: Message) => string | undefined;
  readonly onSent?: (record: WireRecord) => void;
  readonly onFrame?: (record: WireRecord) => void;
}

const MAX_FRAMES = 20_000;

/** HTTP to the server for one session or one check. */
export class HttpWire implements RawHttp {
  readonly url: URL;
  readonly isLoopback: boolean;
  readonly #parts: HttpWireParts;
  readonly #owner: HttpWireOwner;
  readonly #open = new Set<OpenAnswer>();

  constructor(parts: HttpWireParts, owner: HttpWireOwner) {
    this.#parts = parts;
    this.#owner = owner;
    this.url = parts.url;
    this.isLoopback = isLoopbackHost(parts.url.hostname);
  }

  async send(request: RawHttpRequest): Promise<HttpReply> {
    const stream = this.#start(request);
    const timeoutMs = request.timeoutMs ?? this.#parts.requestMs;
    if (request.until !== undefined) {
      const found = await stream.next(request.until, { timeoutMs });
      if (found !== undefined) stream.finish('until');
      else stream.finish('timeout');
      return stream.sofar();
    }
    const reply = await stream.ended(timeoutMs);
    stream.finish('timeout');
    return reply.end === 'timeout' ? stream.sofar() : reply;
  }

  open(request: RawHttpRequest): HttpStream {
    return this.#start(request);
  }

  headersFor(
    frame: string | Uint8Array | undefined,
    options: { readonly sessionId?: string | undefined } = {},
  ): Record<string, string> {
    return standardHeaders(frame, this.#owner.revision(), this.#owner.isNegotiated(), options.sessionId);
  }

  /** Drops every answer that is still open. */
  close(): void {
    for (const answer of this.#open) answer.abort();
  }

  #start(request: RawHttpRequest): OpenAnswer {
    const { headers, body } = request;
    const { revision, isNegotiated, session, scope } = this.#owner;
    const url = new URL(request.url ?? '', this.url);
    const method = request.method ?? 'POST';
    const own = request.withoutCredentials === true ? {} : this.#parts.headers;
    const all = withoutUndefined({ ...own, ...headers });
    const facts = {
      session,
      revision: revision(),
      isNegotiated: isNegotiated(),
      check: scope().check,
      ...(this.#owner.methodOf === undefined ? {} : { methodOf: this.#owner.methodOf }),
    };
    const sent = this.#parts.log.add({
      ...facts,
      direction: 'sent',
      http: { method, url: redactText(url.href), headers: redactHeaders(all) },
      ...(body === undefined ? {} : { frame: body }),
    });
    this.#owner.onSent?.(sent);
    const answer = new OpenAnswer({
      parts: this.#parts,
      url,
      sent,
      isFromEndpoint: method === 'POST' && url.href === this.url.href,
      signal: scope().signal,
      onTimeout: scope().onTimeout,
      headMs: request.timeoutMs ?? this.#parts.requestMs,
      record: (of) => this.#parts.log.add({ ...facts, ...of, direction: 'received' }),
      onFrame: this.#owner.onFrame,
      onOver: () => this.#open.delete(answer),
    });
    this.#open.add(answer);
    const outgoing = { method, url, headers: all, ...(body === undefined ? {} : { body }) };
    this.#parts.pace.run(() => answer.start(() => this.#parts.requester.send(outgoing, answer.receiver)));
    return answer;
  }
}

interface OpenAnswerParts {
  readonly parts: HttpWireParts;
  readonly url: URL;
  readonly sent: WireRecord;
  readonly isFromEndpoint: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onTimeout: (() => void) | undefined;
  readonly headMs: number;
  readonly record: ConstructorParameters<typeof HttpAnswer>[1]['record'];
  readonly onFrame: ((record: WireRecord) => void) | undefined;
  readonly onOver: () => void;
}

/** One answer, with waiting. */
class OpenAnswer implements HttpStream {
  readonly head: Promise<HttpReply>;
  readonly receiver: HttpAnswer;
  readonly #inbox: Inbox;
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #onTimeout: (() => void) | undefined;
  readonly #onAbort = (): void => this.abort();
  /** Resolved when the request leaves: what a rate holds back is not the server's time. */
  readonly #started: Promise<void>;
  #isStarted: () => void = () => {};
  #headIsHere: () => void = () => {};
  #whenOver: (() => void)[] = [];

  constructor(options: OpenAnswerParts) {
    const { parts, signal } = options;
    this.#clock = parts.clock;
    this.#signal = signal;
    this.#onTimeout = options.onTimeout;
    this.#inbox = new Inbox(parts.clock, { maxBytes: Number.POSITIVE_INFINITY, maxFrames: MAX_FRAMES });
    const headIsHere = new Promise<void>((resolve) => {
      this.#headIsHere = resolve;
    });
    this.receiver = new HttpAnswer(
      { ...parts, ...options },
      {
        record: options.record,
        onHead: () => this.#headIsHere(),
        onFrame: (record) => {
          options.onFrame?.(record);
          if (this.#inbox.push(record) !== undefined) this.finish('limit');
        },
        onEnd: () => {
          this.#headIsHere();
          this.#isStarted();
          for (const settle of this.#whenOver.splice(0)) settle();
          signal?.removeEventListener('abort', this.#onAbort);
          this.#inbox.finish();
          options.onOver();
        },
      },
    );
    this.#started = new Promise((resolve) => {
      this.#isStarted = resolve;
    });
    this.head = this.#within(headIsHere, options.headMs).then(() => this.sofar());
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted === true) this.abort();
  }

  start(send: () => { abort(): void }): void {
    this.#isStarted();
    if (!this.receiver.isOver) this.receiver.call = send();
  }

  sofar(): HttpReply {
    return this.receiver.reply('timeout');
  }

  async next(
    isIt: (record: WireRecord) => boolean,
    options: { readonly timeoutMs?: number; readonly from?: number } = {},
  ): Promise<WireRecord | undefined> {
    const { timeoutMs = 5000, from = 0 } = options;
    await this.#started;
    const onTimeout = (): void => this.#onTimeout?.();
    return this.#inbox.next(isIt, { from, timeoutMs, signal: this.#signal, onTimeout });
  }

  async ended(timeoutMs: number): Promise<HttpReply> {
    if (!this.receiver.isOver) {
      await this.#within(new Promise<void>((resolve) => this.#whenOver.push(resolve)), timeoutMs);
    }
    return this.sofar();
  }

  finish(end: 'until' | 'timeout' | 'limit'): void {
    this.receiver.finish(end);
  }

  abort(): void {
    this.receiver.finish('aborted');
  }

  async #within(event: Promise<void>, timeoutMs: number): Promise<void> {
    await this.#started;
    let stop: () => void = () => {};
    const timeout = new Promise<void>((resolve) => {
      const onTime = (): void => {
        this.#onTimeout?.();
        resolve();
      };
      stop = this.#clock.after(timeoutMs, onTime, true);
    });
    await Promise.race([event, timeout]);
    stop();
  }
}

/** What a right client sends with a frame. 2025-11-25 basic/transports; 2026-07-28 basic/transports/streamable-http */
function standardHeaders(
  frame: string | Uint8Array | undefined,
  revision: Revision,
  isNegotiated: boolean,
  sessionId: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json, text/event-stream' };
  if (frame !== undefined) headers['content-type'] = 'application/json';
  if (sessionId !== undefined) headers['mcp-session-id'] = sessionId;
  const message = frame === undefined ? undefined : decodeMessage(frame, { revision });
  const isModern = eraOf(revision) === 'modern';
  // 2025-06-18 basic/transports#protocol-version-header: on all requests after initialization
  const namesVersion = isModern || (isNegotiated && compareRevisions(revision, '2025-06-18') >= 0);
  if (namesVersion) headers[PROTOCOL_VERSION_HEADER.toLowerCase()] = revision;
  if (isModern && (message?.kind === 'request' || message?.kind === 'notification')) {
    for (const [name, value] of Object.entries(mirrored(message))) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** A method that cannot stand in a header is sent without it. */
function mirrored(message: Message & { kind: 'request' | 'notification' }): Record<string, string> {
  try {
    return requestHeaders(message);
  } catch {
    return {};
  }
}

function withoutUndefined(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
