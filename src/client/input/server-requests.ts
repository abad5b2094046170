import type { RequestId, RequestMessage, ResponseMessage } from '../../protocol/index.js';
import { ERROR_CODES, Fault, failure, isRpcError, redactedExcerpt, success } from '../../protocol/index.js';
import { orAborted } from '../../transport/index.js';
import type { Deadlines } from '../deadlines.js';
import type { AskContext } from '../handlers.js';
import type { ClientConfig } from '../options.js';
import type { Line } from '../session.js';
import type { Asker, AskOutcome } from './asker.js';

/** The user refused a sampling request. 2025-11-25 client/sampling#error-handling */
const REJECTED_BY_USER = -1;

const BUSY = {
  code: ERROR_CODES.INTERNAL_ERROR.code,
  message: 'Client busy: too many requests of this server are at work',
};

export interface ServerRequestsParts {
  readonly config: ClientConfig;
  readonly asker: Asker;
  readonly deadlines: Deadlines;
  readonly context: (signal: AbortSignal) => AskContext;
}

/**
 * Answers the requests that servers of the legacy era send. Every one gets an answer, unless the server takes it back,
 * or has taken none of the last `limits.inFlightRequests`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export class ServerRequests {
  readonly #parts: ServerRequestsParts;
  readonly #running = new Map<RequestId, AbortController>();
  /** Handlers at work; more than `#running` has when a server uses an id twice. */
  #asked = 0;
  /** Answers on their way out. */
  #leaving = 0;
  #hasWarned = false;

  constructor(parts: ServerRequestsParts) {
    this.#parts = parts;
  }

  receive(line: Line, message: RequestMessage): void {
    if (line.era === 'modern') {
      // 2026-07-28 basic/transports/stdio#sending-messages: a client must not write responses
      const text = `The server sent a request (${redactedExcerpt(message.method)}), which servers of its revision must not. It is not answered.`;
      this.#warnOnce(new Fault('invalid_message', text));
      return;
    }
    const max = this.#parts.config.limits.inFlightRequests;
    if (this.#leaving >= max) this.#warnOnce(tooMany(max, 'and takes no answers; the rest gets none'));
    else if (message.method === 'ping') this.#reply(line, success(message.id, {}));
    else if (this.#asked < max) void this.#answer(line, message);
    else {
      this.#warnOnce(tooMany(max, 'at once; the rest is refused'));
      this.#reply(line, failure(message.id, BUSY));
    }
  }

  /** The server does not want the answer any more. */
  cancel(id: RequestId): void {
    this.#running.get(id)?.abort();
  }

  /** No answer can reach the server any more. */
  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #answer(line: Line, { id, method, params }: RequestMessage): Promise<void> {
    const { asker, context, deadlines } = this.#parts;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { signal } = controller;
    this.#asked += 1;
    const outcome = await deadlines
      .allPaused(() => orAborted(asker.answer(method, params, context(signal)), signal))
      .catch(() => undefined);
    this.#asked -= 1;
    if (this.#running.get(id) === controller) this.#running.delete(id);
    // 2025-11-25 basic/utilities/cancellation#behavior-requirements: no response to a cancelled request
    if (outcome !== undefined && !signal.aborted) this.#reply(line, this.#responseTo(id, method, outcome));
  }

  #responseTo(id: RequestId, method: string, outcome: AskOutcome): ResponseMessage {
    switch (outcome.kind) {
      case 'answered':
        return success(id, outcome.result);
      case 'unasked':
        return failure(id, { code: outcome.code, message: outcome.message });
      case 'rejected':
        return failure(id, { code: REJECTED_BY_USER, message: outcome.message });
      case 'failed':
        return this.#failure(id, method, outcome.error);
    }
  }

  /** A handler may throw the error to answer with; any other stays here, and the server gets fixed text. */
  #failure(id: RequestId, method: string, error: unknown): ResponseMessage {
    if (isRpcError(error)) return failure(id, error.toErrorObject());
    const text = `The handler for ${method} failed; the server was told of an internal error.`;
    this.#parts.config.warn(new Fault('handler_failed', text, { cause: error }));
    return failure(id, { code: ERROR_CODES.INTERNAL_ERROR.code, message: 'Internal error' });
  }

  #reply(line: Line, response: ResponseMessage): void {
    this.#leaving += 1;
    line.connection
      .reply(response)
      .catch((cause: unknown) => {
        if (line.end !== undefined) return;
        const text = 'An answer could not be sent to the server.';
        this.#parts.config.warn(new Fault('connection_lost', text, { cause }));
      })
      .finally(() => {
        this.#leaving -= 1;
      });
  }

  /** A server that does such a thing does it again and again. */
  #warnOnce(warning: Fault): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#parts.config.warn(warning);
  }
}

function tooMany(max: number, what: string): Fault {
  const text = `The server has asked ${max} times ${what}. Raise limits.inFlightRequests if that is expected.`;
  return new Fault('limit_exceeded', text, { limit: 'inFlightRequests' });
}
