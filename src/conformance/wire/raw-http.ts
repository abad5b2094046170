import type { Fault, JsonObject } from '../../protocol/index.js';
import type { Evidence, WireRecord } from './wire-record.js';

/** An HTTP request, complete. */
export interface RawHttpRequest {
  /** Default POST. */
  readonly method?: string;
  /** Relative to the endpoint, or absolute on the same host. Default: the endpoint itself. */
  readonly url?: string;
  /**
   * Exactly these go out, besides Content-Length and, unless given here, Host; the credentials of the caller's `--header`
   * are added unless `withoutCredentials`. A name with `undefined` is left out.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly withoutCredentials?: boolean;
  readonly body?: string | Uint8Array;
  /** For the whole answer, or what is waited for of it. Default: `requestMs` of the run (5,000). */
  readonly timeoutMs?: number;
  /** Of an event stream: stop reading at the first record for which this holds. Default: at its end. */
  readonly until?: (record: WireRecord) => boolean;
}

/** Why reading an answer came to its end. `until`: what was waited for has come. */
export type HttpEnd = 'complete' | 'until' | 'timeout' | 'failed' | 'limit' | 'aborted';

/** An answer, as far as it was read. */
export interface HttpReply extends Evidence {
  /** 0 when none came. */
  readonly status: number;
  /** Names in lower case; several values are joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Media type without parameters, in lower case; empty when there is none. */
  readonly mediaType: string;
  /** The start of the body as text (64 KiB); of an event stream its raw text. */
  readonly body: string;
  /** Length of the body, as far as it came. */
  readonly bytes: number;
  /** The body as JSON object, or undefined. For what is no MCP message: metadata documents. */
  readonly json: JsonObject | undefined;
  /** The frames in it: the events of a stream, or the body. */
  readonly frames: readonly WireRecord[];
  /** Event types of the stream, aligned with `events`. */
  readonly events: readonly HttpEvent[];
  readonly end: HttpEnd;
  /** Set when `end` is `failed`: the cause by name (`connect_failed`, `tls_failed`…). */
  readonly fault: Fault | undefined;
  /** The request and the head of the answer, and the frames. */
  readonly records: readonly WireRecord[];
}

/** One server-sent event. */
export interface HttpEvent {
  readonly type: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** An answer that is still being read. */
export interface HttpStream {
  /** Resolves with the head of the answer, or after `timeoutMs` of the request with what there is. */
  readonly head: Promise<HttpReply>;
  /** What has come so far. */
  sofar(): HttpReply;
  /** The first frame from index `from` (default 0) on for which `isIt` holds, now or within the time. */
  next(
    isIt: (record: WireRecord) => boolean,
    options?: { readonly timeoutMs?: number; readonly from?: number },
  ): Promise<WireRecord | undefined>;
  /** Resolves when the answer is over, or after `timeoutMs` with `end` = `timeout`; reading goes on then. */
  ended(timeoutMs: number): Promise<HttpReply>;
  /** Drops the connection. */
  abort(): void;
}

/** HTTP to the server, with nothing decided by a client. */
export interface RawHttp {
  /** The MCP endpoint. */
  readonly url: URL;
  /** True when the host is this machine. */
  readonly isLoopback: boolean;
  /** Sends it and reads the whole answer, within the time. Never throws for what the server does. */
  send(request: RawHttpRequest): Promise<HttpReply>;
  /** Sends it and leaves the answer open. */
  open(request: RawHttpRequest): HttpStream;
  /**
   * The headers that a right client sends with this frame in `revision`: Accept, Content-Type, MCP-Protocol-Version,
   * Mcp-Method, Mcp-Name, and Mcp-Session-Id when one is given. Names are in lower case.
   */
  headersFor(
    frame: string | Uint8Array | undefined,
    options?: { readonly sessionId?: string | undefined },
  ): Record<string, string>;
}
