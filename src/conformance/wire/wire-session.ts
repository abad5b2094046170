import type { ErrorObject, Fault, JsonObject, RequestId, Revision } from '../../protocol/index.js';
import type { HttpReply } from './raw-http.js';
import type { CheckTransport, Evidence, WireRecord } from './wire-record.js';

interface ReplyBase extends Evidence {
  /** What was sent, and what came until this was known. */
  readonly records: readonly WireRecord[];
  /** Over streamable HTTP: the whole answer. */
  readonly http?: HttpReply;
}

/** What became of a request. */
export type Reply =
  | (ReplyBase & { readonly kind: 'result'; readonly id: RequestId; readonly result: JsonObject })
  /** `id` is undefined when the error names none, or null. */
  | (ReplyBase & {
      readonly kind: 'error';
      readonly id: RequestId | undefined;
      readonly error: ErrorObject;
    })
  /** HTTP only: an answer was given that holds no response to this request. */
  | (ReplyBase & { readonly kind: 'refused'; readonly http: HttpReply })
  /** Nothing came in time; over HTTP the answer may have begun, and be open still. */
  | (ReplyBase & { readonly kind: 'silence'; readonly waitedMs: number })
  /** The process exited, or the connection broke. */
  | (ReplyBase & { readonly kind: 'ended'; readonly fault: Fault });

export interface SendOptions {
  /**
   * HTTP: laid over the headers that belong to the frame; a name with `undefined` is left out. Names are in lower case
   * unless their case is what is tested.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** How long to wait for the reply. Default: `requestMs` of the run (5,000). */
  readonly timeoutMs?: number;
}

export interface ExchangeOptions extends SendOptions {
  /** The id whose response is waited for. Default: the id of the frame, if it can be read. */
  readonly id?: RequestId;
  /** An error without an id, or with id null, counts too. Default: true when there is no id to wait for. */
  readonly orWithoutId?: boolean;
}

export interface RequestOptions extends SendOptions {
  /** Default: the next id that is not in use. */
  readonly id?: RequestId;
  /** Modern: laid over the envelope in `_meta`; a key with `undefined` is left out. `null` leaves `_meta` out. */
  readonly meta?: JsonObject | null;
}

/** A server process. */
export interface ProcessHandle {
  readonly pid: number;
  /** Closes its standard input, and nothing else. */
  endInput(): void;
  /** To the process and its descendants. */
  signal(name: 'SIGTERM'): void;
  /** How it ended; undefined when it is still there after `timeoutMs`. */
  exit(
    timeoutMs: number,
  ): Promise<{ readonly code: number | null; readonly signal: string | null } | undefined>;
  /** The last 8 KiB that it wrote to stderr. */
  stderr(): string;
  stderrBytes(): number;
}

/**
 * A session with the server, below every rule: what is sent goes out as it is, right or wrong. Over HTTP each frame is a
 * POST with the headers that a right client would send with it, unless told otherwise.
 */
export interface WireSession {
  readonly name: string;
  readonly transport: CheckTransport;
  /** What the session speaks: its frames are held against it. */
  readonly revision: Revision;
  /** InitializeResult (legacy) or DiscoverResult (modern); undefined without a handshake. */
  readonly handshake: JsonObject | undefined;
  /** Everything that was received in this session, in order. */
  readonly received: readonly WireRecord[];
  /** stdio only. */
  readonly process: ProcessHandle | undefined;
  /** Legacy HTTP only: what the server gave as Mcp-Session-Id. */
  readonly sessionId: string | undefined;
  /** An id that was not used yet in this session: a small integer. */
  nextId(): number;
  /** Sends a request in the form of the revision (modern: with its envelope) and waits for the response with its id. */
  request(method: string, params?: JsonObject, options?: RequestOptions): Promise<Reply>;
  /**
   * Sends a notification in the form of the revision. Over HTTP resolves with the answer to the POST; else, and when
   * there is none, with undefined.
   */
  notify(method: string, params?: JsonObject, options?: SendOptions): Promise<HttpReply | undefined>;
  /** Sends one frame as it is (stdio: LF is added) and waits for the response to it. */
  exchange(frame: string | Uint8Array, options?: ExchangeOptions): Promise<Reply>;
  /** Sends one frame as it is (stdio: LF is added) and waits for nothing but, over HTTP, the answer to the POST. */
  send(frame: string | Uint8Array, options?: SendOptions): Promise<HttpReply | undefined>;
  /** stdio: writes bytes as they are, in a write of their own, no LF added. Elsewhere the same as `send`. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** The first record from index `from` of `received` on for which `isIt` holds, now or within the time. */
  next(
    isIt: (record: WireRecord) => boolean,
    options?: { readonly timeoutMs?: number; readonly from?: number },
  ): Promise<WireRecord | undefined>;
  /**
   * Waits `quietMs` (default 500), then until a ping (modern: server/discover) is answered: what came meanwhile, from
   * index `from` of `received` on (default: from now), apart from the answer to that ping.
   */
  quiet(options?: {
    readonly quietMs?: number;
    readonly from?: number;
  }): Promise<{ readonly records: readonly WireRecord[]; readonly alive: Reply }>;
  /** Whether the server still answers a ping (modern: server/discover) in this session: the reply to it. */
  ping(timeoutMs?: number): Promise<Reply>;
  /** True after the process has exited or the connection has broken. */
  readonly hasEnded: boolean;
  /** Resolves when nothing is left of it: process, stream, legacy HTTP session. */
  close(): Promise<void>;
}

/** True when the reply is a JSON-RPC response, of either kind. */
export function isAnswered(reply: Reply): boolean {
  return reply.kind === 'result' || reply.kind === 'error';
}

/** The reply in a few words, for a reason: `error -32601 (Method not found)`, `no answer in 5000 ms`. */
export function describeReply(reply: Reply): string {
  switch (reply.kind) {
    case 'result':
      return 'a result';
    case 'error':
      return `error ${reply.error.code} (${reply.error.message.slice(0, 120)})`;
    case 'refused':
      return describeAnswer(reply.http);
    case 'silence':
      return `no answer in ${reply.waitedMs} ms${reply.http?.status ? ` (HTTP ${reply.http.status} is open)` : ''}`;
    case 'ended':
      return `the end of the connection: ${reply.fault.message.split('\n')[0]}`;
  }
}

/** An HTTP answer without the response, in a few words: `HTTP 404, text/html`. */
function describeAnswer({ status, mediaType, bytes, end }: HttpReply): string {
  const head = `HTTP ${status}`;
  if (end === 'limit') return `${head} and more than ${bytes} bytes, which were not read to their end`;
  if (end === 'failed') return `${head}, which broke off`;
  return bytes === 0 ? `${head} without a body` : `${head}, ${mediaType === '' ? 'of no type' : mediaType}`;
}
