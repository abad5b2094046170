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
import { isJsonObject, notification, progressTokenOf } from '../../protocol/index.js';
import type { AuthInfo } from '../../transport/index.js';
import type { Exchange } from '../dispatch/exchange.js';
import { logMessage } from '../features/logging.js';
import type { ServerCore } from '../server-core.js';
import type { CallContext } from './call-context.js';
import type { ProgressDetails } from './progress.js';
import { ProgressReporter } from './progress.js';
import type { ElicitQuestion, Question, QuestionChannel, RootsQuestion, SampleQuestion } from './question.js';
import { elicitation, roots, sampling } from './question.js';

const NO_META: JsonObject = Object.freeze({});

/** The context of one run of a handler. */
export class HandlerContext implements CallContext {
  readonly #core: ServerCore;
  readonly #exchange: Exchange;
  readonly #questions: QuestionChannel;
  /** Made when the handler reports something, or takes its time. */
  #progress: ProgressReporter | undefined;
  #isOver = false;

  constructor(core: ServerCore, exchange: Exchange, questions: QuestionChannel) {
    this.#core = core;
    this.#exchange = exchange;
    this.#questions = questions;
  }

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

  get meta(): Readonly<JsonObject> {
    const meta = this.#exchange.params['_meta'];
    return isJsonObject(meta) ? meta : NO_META;
  }

  get clientInfo(): Implementation | undefined {
    return this.#exchange.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#exchange.clientCapabilities;
  }

  get auth(): AuthInfo | undefined {
    return this.#exchange.carrier.auth;
  }

  get headers(): Readonly<Record<string, string | undefined>> | undefined {
    return this.#exchange.carrier.headers;
  }

  get sessionId(): string | undefined {
    return this.#exchange.carrier.peer.sessionId;
  }

  progress(value: number, details: ProgressDetails = {}): void {
    this.#reporter()?.report(value, details);
  }

  log(level: LoggingLevel, data: unknown, logger?: string): void {
    logMessage(this.#core, this.#exchange, level, data, logger);
  }

  notify(method: string, params?: JsonObject): void {
    this.#exchange.carrier.notify(notification(method, params));
  }

  elicit(question: ElicitQuestion): Promise<ElicitResult> {
    return this.#ask(() => elicitation(question, this.#core.settings.validator), asElicitResult);
  }

  sample(question: SampleQuestion): Promise<CreateMessageResult> {
    return this.#ask(() => sampling(question), asCreateMessageResult);
  }

  roots(question: RootsQuestion = {}): Promise<Root[]> {
    return this.#ask(() => roots(question), rootsOf);
  }

  closeStream(options?: { retryMs?: number }): void {
    this.#exchange.carrier.closeStream?.(options);
  }

  #ask<T>(compose: () => Question, read: (answer: JsonObject) => T): Promise<T> {
    const answer = this.#put(compose).then(read);
    // A handler that asks twice and awaits the first unwinds without having looked at the second: that is no
    // unhandled rejection, which would end the process.
    answer.catch(() => {});
    return answer;
  }

  /** Asks at once, in the tick of the handler; a question that cannot be composed rejects like any other. */
  async #put(compose: () => Question): Promise<JsonObject> {
    return this.#questions.ask(compose());
  }

  /** The handler takes its time: from now on the client is shown signs of life. */
  keepAlive(): void {
    this.#reporter();
  }

  /** The handler is done: nothing may follow its result. */
  end(): void {
    this.#isOver = true;
    this.#progress?.end();
  }

  /** Undefined when the client asked for no progress, or there is nothing left to report. */
  #reporter(): ProgressReporter | undefined {
    if (this.#progress !== undefined || this.#isOver) return this.#progress;
    const token = progressTokenOf(this.#exchange.params);
    if (token === undefined) return undefined;
    this.#progress = new ProgressReporter(token, this.#exchange.carrier, this.#core.heartbeat);
    return this.#progress;
  }
}

// The question itself has checked the answer.
const asElicitResult = (answer: JsonObject): ElicitResult => answer as unknown as ElicitResult;
const asCreateMessageResult = (answer: JsonObject): CreateMessageResult =>
  answer as unknown as CreateMessageResult;
const rootsOf = (answer: JsonObject): Root[] => answer['roots'] as unknown as Root[];
