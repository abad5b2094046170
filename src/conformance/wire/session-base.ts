import type { Fault, JsonObject, Message, RequestId, Revision } from '../../protocol/index.js';
import { decodeMessage, encodeMessage, eraOf, failure, sameId, success } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import { initializeParams, notificationFrame, requestFrame } from './frames.js';
import { AskedMethods, Inbox, type InboxBounds } from './inbox.js';
import type { HttpReply } from './raw-http.js';
import { NO_SCOPE, type Scope } from './scope.js';
import type { WireLog } from './wire-log.js';
import type { CheckTransport, WireRecord } from './wire-record.js';
import type {
  ExchangeOptions,
  ProcessHandle,
  Reply,
  RequestOptions,
  SendOptions,
  WireSession,
} from './wire-session.js';

/** What every session of a run takes. */
export interface SessionParts {
  readonly name: string;
  readonly revision: Revision;
  /** Declared to the server. */
  readonly capabilities: JsonObject;
  readonly log: WireLog;
  readonly clock: Clock;
  readonly requestMs: number;
  readonly bounds: InboxBounds;
  /** How much longer the first answer of a process may take than any other: it is still starting. */
  readonly startAllowanceMs: () => number;
  /** The first frame has come, or none will. */
  readonly onSpoken: () => void;
  /** Nothing is left of it. */
  readonly onClosed: () => void;
}

const QUIET_MS = 500;
const PING_MS = 3000;
const METHOD_NOT_FOUND = -32601;

/** What sessions have in common, whatever carries them. */
export abstract class SessionBase implements WireSession {
  abstract readonly transport: CheckTransport;
  abstract readonly process: ProcessHandle | undefined;
  readonly name: string;
  handshake: JsonObject | undefined;
  sessionId: string | undefined;
  /** For whom it works now. Sessions are used by one check at a time. */
  scope: Scope = NO_SCOPE;
  isNegotiated = false;
  protected readonly parts: SessionParts;
  protected readonly inbox: Inbox;
  protected readonly asked = new AskedMethods();
  #revision: Revision;
  #lastId = 0;

  constructor(parts: SessionParts) {
    this.parts = parts;
    this.name = parts.name;
    this.#revision = parts.revision;
    this.inbox = new Inbox(parts.clock, parts.bounds);
  }

  abstract exchange(frame: string | Uint8Array, options?: ExchangeOptions): Promise<Reply>;
  abstract send(frame: string | Uint8Array, options?: SendOptions): Promise<HttpReply | undefined>;
  abstract write(bytes: string | Uint8Array): Promise<void>;
  abstract close(): Promise<void>;

  get revision(): Revision {
    return this.#revision;
  }

  get received(): readonly WireRecord[] {
    return this.inbox.records;
  }

  get hasEnded(): boolean {
    return this.inbox.isOver;
  }

  /** The handshake is over. */
  negotiated(handshake: JsonObject, revision: Revision): void {
    this.handshake = handshake;
    this.#revision = revision;
    this.isNegotiated = true;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  request(method: string, params?: JsonObject, options: RequestOptions = {}): Promise<Reply> {
    const id = options.id ?? this.nextId();
    const { capabilities } = this.parts;
    const frame = requestFrame(id, method, params, {
      revision: this.revision,
      capabilities,
      meta: options.meta,
    });
    return this.exchange(frame, { ...options, id });
  }

  /** Initialize, as a right client sends it, with `overrides` laid over its params. */
  initialize(version: string, overrides?: JsonObject, timeoutMs?: number): Promise<Reply> {
    const params = initializeParams(version, this.parts.capabilities, overrides);
    return this.request('initialize', params, timeoutMs === undefined ? {} : { timeoutMs });
  }

  notify(method: string, params?: JsonObject, options: SendOptions = {}): Promise<HttpReply | undefined> {
    return this.send(notificationFrame(method, params), options);
  }

  next(
    isIt: (record: WireRecord) => boolean,
    options: { readonly timeoutMs?: number; readonly from?: number } = {},
  ): Promise<WireRecord | undefined> {
    const { timeoutMs = this.parts.requestMs, from = 0 } = options;
    const { signal, onTimeout } = this.scope;
    return this.inbox.next(isIt, {
      from,
      timeoutMs,
      signal,
      ...(onTimeout === undefined ? {} : { onTimeout }),
    });
  }

  async quiet(
    options: { readonly quietMs?: number; readonly from?: number } = {},
  ): Promise<{ readonly records: readonly WireRecord[]; readonly alive: Reply }> {
    const from = options.from ?? this.received.length;
    await this.inbox.next(() => false, {
      from: this.received.length,
      timeoutMs: options.quietMs ?? QUIET_MS,
      signal: this.scope.signal,
    });
    const alive = await this.ping();
    return { records: this.received.slice(from).filter((record) => !alive.records.includes(record)), alive };
  }

  ping(timeoutMs = PING_MS): Promise<Reply> {
    const method = eraOf(this.revision) === 'modern' ? 'server/discover' : 'ping';
    return this.request(method, undefined, { timeoutMs });
  }

  /** A ping, and how long its answer takes: infinitely long when there is none within the time. */
  async timedPing(timeoutMs?: number): Promise<{ readonly kind: Reply['kind']; readonly tookMs: number }> {
    const { clock } = this.parts;
    const from = clock.now();
    const { kind } = await this.ping(timeoutMs);
    const isMissing = kind === 'silence' || kind === 'ended';
    return { kind, tookMs: isMissing ? Number.POSITIVE_INFINITY : clock.now() - from };
  }

  /** The id whose response settles an exchange. */
  protected awaitedId(frame: string | Uint8Array, options: ExchangeOptions): RequestId | undefined {
    if (options.id !== undefined) return options.id;
    const message = decodeMessage(frame, { revision: this.revision });
    if (message.kind === 'request') return message.id;
    return message.kind === 'fault' && message.response.kind === 'error' ? message.response.id : undefined;
  }

  protected methodOf(message: Message): string | undefined {
    return message.kind === 'success' || message.kind === 'error' ? this.asked.of(message.id) : undefined;
  }

  /** A right client answers what it is asked, though it has declared nothing: a ping with a result. */
  protected answerTo({ messages }: WireRecord): string[] {
    return messages.flatMap((message) => {
      if (message.kind !== 'request') return [];
      const answer =
        message.method === 'ping'
          ? success(message.id, {})
          : failure(message.id, { code: METHOD_NOT_FOUND, message: 'Not declared by this client' });
      return [encodeMessage(answer)];
    });
  }
}

/** The reply that a record holds, for the id that was waited for. */
export function replyFrom(
  record: WireRecord,
  id: RequestId | undefined,
  base: { readonly records: readonly WireRecord[]; readonly http?: HttpReply },
): Reply {
  const message = record.messages.find(
    (one) =>
      (one.kind === 'success' || one.kind === 'error') &&
      (one.id === undefined || (id !== undefined && sameId(one.id, id))),
  );
  if (message?.kind === 'success') return { ...base, kind: 'result', id: message.id, result: message.result };
  if (message?.kind === 'error') return { ...base, kind: 'error', id: message.id, error: message.error };
  throw new TypeError('The record does not hold the response it was found for.');
}

/** The reply when none came. A full wait is told as what was asked for, so that the same silence has the same words. */
export function replyWithout(
  fault: Fault | undefined,
  waited: { readonly waitedMs: number; readonly timeoutMs: number },
  records: readonly WireRecord[],
): Reply {
  if (fault !== undefined) return { kind: 'ended', fault, records };
  return { kind: 'silence', waitedMs: Math.round(Math.min(waited.waitedMs, waited.timeoutMs)), records };
}
