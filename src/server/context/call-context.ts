import type {
  ClientCapabilities,
  CreateMessageResult,
  ElicitResult,
  Era,
  Implementation,
  JsonObject,
  JsonValue,
  LoggingLevel,
  RequestId,
  Revision,
  Root,
} from '../../protocol/index.js';
import { isJsonObject, notification, progressTokenOf } from '../../protocol/index.js';
import type { AuthInfo } from '../../transport/index.js';
import type { Exchange } from '../dispatch/exchange.js';
import { logMessage } from '../features/logging.js';
import type { ServerCore } from '../server-core.js';
import { type ProgressDetails, ProgressReporter } from './progress.js';
import type { ElicitQuestion, Question, QuestionChannel, RootsQuestion, SampleQuestion } from './question.js';
import { elicitation, roots, sampling } from './question.js';

const NO_META: JsonObject = Object.freeze({});

/**
 * What a handler is given beside its arguments. Call the functions as methods (`context.progress(1)`).
 *
 * In the modern era a handler that asks something runs again, from its beginning, with the answers so far: side
 * effects belong after the last question.
 */
export class CallContext {
  readonly #core: ServerCore;
  readonly #exchange: Exchange;
  readonly #questions: QuestionChannel;
  readonly #progress: ProgressReporter | undefined;

  /** @internal */
  constructor(core: ServerCore, exchange: Exchange, questions: QuestionChannel) {
    this.#core = core;
    this.#exchange = exchange;
    this.#questions = questions;
    const token = progressTokenOf(exchange.params);
    this.#progress =
      token === undefined ? undefined : new ProgressReporter(token, exchange.carrier, core.heartbeat);
  }

  /** Aborted when the client cancels, or is gone where that means the same. */
  get signal(): AbortSignal {
    return this.#exchange.carrier.signal;
  }

  get era(): Era {
    return this.#exchange.era;
  }

  get revision(): Revision {
    return this.#exchange.revision;
  }

  get requestId(): RequestId {
    return this.#exchange.id;
  }

  /** `_meta` of the request; empty when it has none. */
  get meta(): Readonly<JsonObject> {
    const meta = this.#exchange.params['_meta'];
    return isJsonObject(meta) ? meta : NO_META;
  }

  /** What the client calls itself. Not verified: for display only. */
  get clientInfo(): Implementation | undefined {
    return this.#exchange.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#exchange.clientCapabilities;
  }

  /** Who is calling, when the carrier checked that. */
  get auth(): AuthInfo | undefined {
    return this.#exchange.carrier.auth;
  }

  /** HTTP request headers, names in lower case; undefined on other carriers. */
  get headers(): Readonly<Record<string, string | undefined>> | undefined {
    return this.#exchange.carrier.headers;
  }

  /** The legacy HTTP session; undefined elsewhere. */
  get sessionId(): string | undefined {
    return this.#exchange.carrier.peer.sessionId;
  }

  /**
   * Reports progress, if the client asked for it. The value must grow; one that does not is dropped.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
   */
  progress(value: number, details: ProgressDetails = {}): void {
    this.#progress?.report(value, details);
  }

  /**
   * Sends a log message to the client, if it wants to see messages of this level. Needs the server option `logging`.
   * Never put secrets into it.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
   */
  log(level: LoggingLevel, data: JsonValue, logger?: string): void {
    logMessage(this.#core, this.#exchange, level, data, logger);
  }

  /** Sends a notification on the stream of this request. A no-op once the answer is out. */
  notify(method: string, params?: JsonObject): void {
    this.#exchange.carrier.notify(notification(method, params));
  }

  /**
   * Asks the user: to fill in a form (`schema`), or to open a URL (`url`). The answer says what the user did, and for
   * a form that was accepted holds `content` that matches the schema.
   *
   * Where the client has not declared it, this rejects, and the call fails with an error that says so; look at
   * `clientCapabilities.elicitation` first if the tool can do without.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
   */
  elicit(question: ElicitQuestion): Promise<ElicitResult> {
    return this.#ask(elicitation(question, this.#core.settings.validator), asElicitResult);
  }

  /**
   * Asks the client's model.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
   */
  sample(question: SampleQuestion): Promise<CreateMessageResult> {
    return this.#ask(sampling(question), asCreateMessageResult);
  }

  /**
   * Asks which folders the client lets the server work in.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots
   */
  roots(question: RootsQuestion = {}): Promise<Root[]> {
    return this.#ask(roots(question), rootsOf);
  }

  /**
   * Legacy HTTP: ends the connection of this request, and the client fetches the result by polling, after `retryMs`.
   * Does nothing elsewhere.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   */
  closeStream(options?: { retryMs?: number }): void {
    this.#exchange.carrier.closeStream?.(options);
  }

  #ask<T>(question: Question, read: (answer: JsonObject) => T): Promise<T> {
    const answer = this.#questions.ask(question).then(read);
    // A handler that asks twice and awaits the first unwinds without having looked at the second: that is no
    // unhandled rejection, which would end the process.
    answer.catch(() => {});
    return answer;
  }

  /** @internal The handler is done: nothing may follow its result. */
  end(): void {
    this.#progress?.end();
  }
}

// The question itself has checked the answer.
const asElicitResult = (answer: JsonObject): ElicitResult => answer as unknown as ElicitResult;
const asCreateMessageResult = (answer: JsonObject): CreateMessageResult =>
  answer as unknown as CreateMessageResult;
const rootsOf = (answer: JsonObject): Root[] => answer['roots'] as unknown as Root[];
