import type { ElicitUrlParams, JsonObject, ResponseMessage, ResultReading } from '../protocol/index.js';
import {
  checkTolerant,
  ERROR_CODES,
  Fault,
  isFault,
  isRpcError,
  methodRow,
  readResult,
  request,
} from '../protocol/index.js';
import { onAbort, orAborted, targetIdentity } from '../transport/index.js';
import { Attempt, type Call } from './attempt.js';
import { elicitHandlers } from './capabilities.js';
import type { Budget, Deadlines } from './deadlines.js';
import type { AskContext, CallOptions } from './handlers.js';
import type { Asker } from './input/asker.js';
import { requiredUrls, visitAll } from './input/required-urls.js';
import type { InputRequired, RetryParams } from './input/rounds.js';
import { answerRounds, Wanted } from './input/rounds.js';
import type { Link } from './link.js';
import { closedFault } from './link.js';
import type { NotificationHub } from './notification-hub.js';
import type { ClientConfig } from './options.js';
import type { RequestMeta } from './request-meta.js';
import type { Ids, Session } from './session.js';
import { rpcErrorOf } from './session.js';

export interface CallerParts {
  readonly config: ClientConfig;
  readonly ids: Ids;
  readonly meta: RequestMeta;
  readonly link: Link;
  readonly deadlines: Deadlines;
  readonly hub: NotificationHub;
  readonly asker: Asker;
}

const NO_OPTIONS: CallOptions = {};

/** Makes calls: one request and its answer, with everything that may happen between. */
export class Caller {
  readonly #parts: CallerParts;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  /**
   * Makes one call, with all rounds of input that the server asks for.
   *
   * @throws RpcError when the server answers with an error; Fault for everything else
   */
  async call(
    method: string,
    params: JsonObject | undefined,
    options: CallOptions = NO_OPTIONS,
    headers?: Call['headers'],
  ): Promise<JsonObject> {
    const { deadlines, link } = this.#parts;
    const { signal } = options;
    if (link.isClosed) throw closedFault();
    if (signal?.aborted === true) throw cancelledFault(method, signal);
    const budget = deadlines.start(this.#budgetFor(method, options));
    const call: Call = { method, params, options, budget, headers };
    const unlink = signal === undefined ? undefined : abortWith(signal, budget);
    try {
      const answer = await this.#send(call, undefined);
      return answer instanceof Wanted ? await this.#answer(answer.wanted, call) : answer;
    } catch (error) {
      return await this.#retried(error, call);
    } finally {
      deadlines.stop(budget);
      unlink?.();
    }
  }

  /** The answer to a call that was sent again once the user had been where its server wanted; else, why it failed. */
  async #retried(error: unknown, call: Call): Promise<JsonObject> {
    const urls = this.#parts.link.last?.era === 'legacy' ? requiredUrls(error) : undefined;
    if (urls === undefined) throw this.#explained(error, call);
    try {
      if (!(await this.#visited(urls, call))) throw error;
      const answer = await this.#send(call, undefined);
      return answer instanceof Wanted ? await this.#answer(answer.wanted, call) : answer;
    } catch (last) {
      throw this.#explained(last, call);
    }
  }

  get #hasUrlHandler(): boolean {
    return elicitHandlers(this.#parts.config.options.onElicit).url !== undefined;
  }

  /** 2025-11-25 client/elicitation#url-mode-with-elicitation-required-error-flow */
  async #visited(urls: readonly ElicitUrlParams[], { budget }: Call): Promise<boolean> {
    const { asker, config, deadlines } = this.#parts;
    if (!this.#hasUrlHandler) return false;
    const context = this.askContext(budget.signal);
    const patienceMs = Math.min(budget.idleMs, config.idleMs);
    const visiting = visitAll(urls, { config, asker, context, patienceMs });
    return deadlines.paused(budget, () => orAborted(visiting, budget.signal));
  }

  /** Sends the request in the session at hand, or in a new one. */
  #send(call: Call, retry: RetryParams | undefined): Promise<JsonObject | Wanted> {
    const session = this.#parts.link.current;
    if (session !== undefined) return this.#exchange(call, session, retry, true);
    const opening = this.#waiting(call, this.#parts.link.session());
    return opening.then((opened) => this.#exchange(call, opened, retry, true));
  }

  /**
   * One request and its answer; once more in a new session when this one holds no more. Without `async`: the frame of a
   * function of this size would be a third of what a call allocates.
   */
  #exchange(
    call: Call,
    session: Session,
    retry: RetryParams | undefined,
    mayRenew: boolean,
  ): Promise<JsonObject | Wanted> {
    const attempt = this.#attempt(call, session, retry);
    return session.line.connection.exchange(attempt.message, attempt).then(
      (response) => {
        this.#ended(attempt);
        try {
          return this.#read(call, session, response);
        } catch (error) {
          return this.#renewed(error, attempt, mayRenew);
        }
      },
      (error) => {
        this.#ended(attempt);
        return this.#renewed(error, attempt, mayRenew);
      },
    );
  }

  #attempt(call: Call, session: Session, retry: RetryParams | undefined): Attempt {
    const { hub, ids, meta } = this.#parts;
    const { headers, method, options, params } = call;
    const { line } = session;
    const id = ids.next();
    const token = options.onProgress !== undefined || method === 'tools/call' ? id : undefined;
    const own = retry === undefined ? params : { ...params, ...retry };
    const message = request(id, method, meta.write(session, own, { token, meta: options.meta }));
    const mirrored = line.isHttp ? headers?.(session) : undefined;
    const attempt = new Attempt(call, session, retry, message, token, hub.take, mirrored);
    if (token !== undefined) hub.progress.set(token, attempt);
    line.callBegan();
    return attempt;
  }

  #ended({ session, token }: Attempt): void {
    session.line.callEnded();
    if (token !== undefined) this.#parts.hub.progress.delete(token);
  }

  /** The answer in a new session, when the one at hand is over. */
  async #renewed(error: unknown, attempt: Attempt, mayRenew: boolean): Promise<JsonObject | Wanted> {
    const { link } = this.#parts;
    const { call, retry, session } = attempt;
    // Known here a moment before the connection tells: whoever calls again at once gets a new session.
    if (isFault(error, 'process_exited')) link.drop(session);
    if (!mayRenew || !isSessionOver(error)) throw error;
    const renewed = await this.#waiting(call, link.renew(session));
    return this.#exchange(call, renewed, retry, false);
  }

  #read({ method }: Call, session: Session, response: ResponseMessage): JsonObject | Wanted {
    if (response.kind === 'error') throw rpcErrorOf(response);
    const reading = readResult(response.result, session.era, method);
    if (reading.kind === 'input_required') return new Wanted(reading);
    if (reading.kind !== 'complete') throw unreadable(method, response.result, reading);
    const row = methodRow(method);
    if (row?.kind !== 'request') return reading.result;
    const check = checkTolerant(row.result, reading.result);
    if (check.ok) return reading.result;
    const where = check.path === '' ? 'the result' : check.path;
    throw new Fault(
      'invalid_result',
      `The server answered ${method} wrongly: ${where} must be ${check.expected}.`,
      {
        details: { method, path: check.path, expected: check.expected, result: reading.result },
      },
    );
  }

  async #answer(first: InputRequired, call: Call): Promise<JsonObject> {
    const { asker, config, deadlines } = this.#parts;
    const { budget, method } = call;
    const context = this.askContext(budget.signal);
    try {
      return await answerRounds(first, {
        method,
        limits: config.limits,
        ask: (question, params) =>
          deadlines.paused(budget, () => orAborted(asker.answer(question, params, context), budget.signal)),
        retry: (params) => this.#send(call, params),
        throwIfOver: () => budget.signal.throwIfAborted(),
      });
    } catch (error) {
      // Whoever is still being asked need not answer any more.
      budget.abort(error);
      throw error;
    }
  }

  /** Who asks, for the handlers of the application. */
  askContext(signal: AbortSignal): AskContext {
    const { config, link } = this.#parts;
    return { serverInfo: link.last?.serverInfo, server: targetIdentity(config.target), signal };
  }

  /** Waits for a session. Opening has a budget of its own, so the server is not called idle meanwhile. */
  #waiting({ budget }: Call, session: Promise<Session>): Promise<Session> {
    return this.#parts.deadlines.paused(budget, () => orAborted(session, budget.signal));
  }

  #budgetFor(method: string, options: CallOptions) {
    const { config } = this.#parts;
    return {
      idleMs: options.idleMs ?? (method === 'tools/call' ? config.toolIdleMs : config.idleMs),
      totalMs: options.totalMs ?? config.totalMs,
      isTotalPaused: options.totalMs === undefined && config.isTotalDefault,
    };
  }

  /** Why the call failed, in the words of its caller: which budget, whose abort. */
  #explained(error: unknown, { budget, method, options }: Call): unknown {
    if (isRpcError(error)) {
      // Our own handler was asked; otherwise it is for the caller to ask the user.
      if (!this.#hasUrlHandler) this.#parts.asker.urlElicitations.required(error);
      return error;
    }
    if (this.#parts.link.isClosed) return isFault(error, 'closed') ? error : closedFault();
    if (budget.expired !== undefined) return timedOut(method, budget, budget.expired);
    if (options.signal?.aborted === true) return cancelledFault(method, options.signal);
    return error;
  }
}

/**
 * The server has forgotten the session (2025-11-25 basic/transports#session-management), or speaks another version by
 * now (2026-07-28 basic/versioning#protocol-version-negotiation: retry with a mutually supported one).
 */
function isSessionOver(error: unknown): boolean {
  if (isFault(error, 'session_expired')) return true;
  return isRpcError(error) && error.code === ERROR_CODES.UNSUPPORTED_PROTOCOL_VERSION.code;
}

/** Aborts a call when its caller does; the returned function ends that. */
function abortWith(signal: AbortSignal, budget: Budget): () => void {
  return onAbort(signal, (reason) => budget.abort(reason));
}

function cancelledFault(method: string, { reason }: AbortSignal): Fault {
  return new Fault('cancelled', `${method} was cancelled by the caller.`, { cause: reason });
}

function timedOut(method: string, { idleMs, totalMs }: Budget, name: 'idle' | 'total'): Fault {
  const ms = name === 'idle' ? idleMs : totalMs;
  const what =
    name === 'idle' ? `No answer to ${method} and no progress for` : `No answer to ${method} within`;
  const message = `${what} ${ms} ms. Raise \`${name}Ms\` of the call or \`timeouts.${name}Ms\` of the client if the server needs longer.`;
  return new Fault('timed_out', message, { details: { budget: name, ms, method } });
}

function unreadable(
  method: string,
  result: JsonObject,
  reading: Exclude<ResultReading, { kind: 'complete' | 'input_required' }>,
): Fault {
  const isQuestion = result['resultType'] === 'input_required';
  const what =
    reading.kind === 'unrecognized'
      ? `with the unknown resultType ${JSON.stringify(reading.resultType)}`
      : `wrongly: ${reading.reason}`;
  return new Fault(
    isQuestion ? 'input_required_unexpected' : 'invalid_result',
    `The server answered ${method} ${what}.`,
    { details: { method, result } },
  );
}
