import type {
  ClientCapabilities,
  CreateMessageResult,
  ElicitResult,
  Era,
  Implementation,
  JsonObject,
  LoggingLevel,
  RequestId,
  Revision,
  Root,
} from '../../protocol/index.js';
import type { AuthInfo } from '../../transport/index.js';
import type { ProgressDetails } from './progress.js';
import type { ElicitQuestion, RootsQuestion, SampleQuestion } from './question.js';

/**
 * What a handler is given beside its arguments. Call the functions as methods (`context.progress(1)`).
 *
 * In the modern era a handler that asks something runs again, from its beginning, with the answers so far: side
 * effects belong after the last question.
 */
export interface CallContext {
  /** Aborted when the client cancels, or is gone where that means the same. */
  readonly signal: AbortSignal;
  readonly era: Era;
  readonly revision: Revision;
  readonly requestId: RequestId;
  /** `_meta` of the request; empty when it has none. */
  readonly meta: Readonly<JsonObject>;
  /** What the client calls itself. Not verified: for display only. */
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  /** Who is calling, when the carrier checked that. */
  readonly auth: AuthInfo | undefined;
  /** HTTP request headers, names in lower case; undefined on other carriers. */
  readonly headers: Readonly<Record<string, string | undefined>> | undefined;
  /** The legacy HTTP session; undefined elsewhere. */
  readonly sessionId: string | undefined;

  /**
   * Reports progress, if the client asked for it. The value must grow; one that does not is dropped.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
   */
  progress(value: number, details?: ProgressDetails): void;

  /**
   * Sends a log message to the client, if it wants to see messages of this level. Needs the server option `logging`.
   * `data` is any JSON value. Never put secrets into it.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
   */
  log(level: LoggingLevel, data: unknown, logger?: string): void;

  /** Sends a notification on the stream of this request. A no-op once the answer is out. */
  notify(method: string, params?: JsonObject): void;

  /**
   * Asks the user: to fill in a form (`requestedSchema`), or to open a URL (`url`). The answer says what the user did, and for
   * a form that was accepted holds `content` that matches the schema.
   *
   * Where the client has not declared it, this rejects, and the call fails with an error that says so; look at
   * `clientCapabilities.elicitation` first if the tool can do without.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
   */
  elicit(question: ElicitQuestion): Promise<ElicitResult>;

  /**
   * Asks the client's model.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
   */
  sample(question: SampleQuestion): Promise<CreateMessageResult>;

  /**
   * Asks which folders the client lets the server work in.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots
   */
  roots(question?: RootsQuestion): Promise<Root[]>;

  /**
   * Legacy HTTP: ends the connection of this request, and the client fetches the result by polling, after `retryMs`.
   * Does nothing elsewhere.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   */
  closeStream(options?: { retryMs?: number }): void;
}
