import type { RequestId, RequestMessage, ResponseMessage } from '../../protocol/index.js';
import { ERROR_CODES, Fault, failure, isRpcError, redactedExcerpt, success } from '../../protocol/index.js';
import type { Deadlines } from '../deadlines.js';
import type { AskContext } from '../handlers.js';
import type { ClientConfig } from '../options.js';
import { orAborted } from '../or-aborted.js';
import type { Line } from '../session.js';
import type { Asker, AskOutcome } from './asker.js';

/** The user refused a sampling request. 2025-11-25 client/sampling#error-handling */
const REJECTED_BY_USER = -1;

export interface ServerRequestsParts {
  readonly config: ClientConfig;
  readonly asker: Asker;
  readonly deadlines: Deadlines;
  readonly context: (signal: AbortSignal) => AskContext;
}

/**
 * Answers the requests that servers of the legacy era send. Every one gets an answer, unless the server takes it back.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export class ServerRequests {
  readonly #parts: ServerRequestsParts;
  readonly #running = new Map<RequestId, AbortController>();

  constructor(parts: ServerRequestsParts) {
    this.#parts = parts;
  }

  receive(line: Line, message: RequestMessage): void {
    if (line.era === 'modern') {
      // 2026-07-28 basic/transports/stdio#sending-messages: a client must not write responses
      const text = `The server sent a request (${redactedExcerpt(message.method)}), which servers of its revision must not. It is not answered.`;
      this.#parts.config.warn(new Fault('invalid_message', text));
      return;
    }
    if (message.method === 'ping') this.#reply(line, success(message.id, {}));
    else void this.#answer(line, message);
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
    const outcome = await deadlines
      .allPaused(() => orAborted(asker.answer(method, params, context(signal)), signal))
      .catch(() => undefined);
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
    line.connection.reply(response).catch((cause: unknown) => {
      if (line.end !== undefined) return;
      const text = 'An answer could not be sent to the server.';
      this.#parts.config.warn(new Fault('connection_lost', text, { cause }));
    });
  }
}
