import type { Limits, RequestId, RequestMessage, ResponseMessage, Revision } from '../../protocol/index.js';
import {
  ERROR_CODES,
  encodeMessage,
  Fault,
  failure,
  internalError,
  invalidRequest,
  isRevision,
  redactedExcerpt,
} from '../../protocol/index.js';
import type { Clock } from '../clock.js';
import { isPromise, type MessageHandler } from '../message-handler.js';
import type { BatchAnswer } from './batch-answer.js';
import { InFlightRequest, type RequestOrigin } from './in-flight-request.js';
import type { Warnings } from './warnings.js';

export interface InFlightOptions {
  readonly handler: MessageHandler;
  readonly origin: RequestOrigin;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly warnings: Warnings;
  /** Sends an answer that stands alone. */
  readonly send: (text: string) => void;
  /** An `initialize` was answered with this revision. */
  readonly onInitialized: (revision: Revision) => void;
}

/** Ends only when one side ends it, so nobody waits for its answer. 2026-07-28 basic/patterns/subscriptions */
const SUBSCRIPTION = 'subscriptions/listen';
/** What subscriptions get to give their result once they are told to end. */
const SUBSCRIPTION_END_MS = 250;

/** The requests of one peer that are being handled: started side by side, each answered once or cancelled. */
export class InFlightRequests {
  readonly #options: InFlightOptions;
  readonly #byId = new Map<RequestId, InFlightRequest>();
  /** Handlers at work, those of cancelled requests included: to cancel makes no room for more. */
  #running = 0;
  /** Looks again whether a drain is over; set while one goes on. */
  #onSettled: (() => void) | undefined;

  constructor(options: InFlightOptions) {
    this.#options = options;
  }

  /** Hands a request to the handler; the answer goes out when it is there. */
  start(message: RequestMessage, batch: BatchAnswer | undefined): void {
    batch?.expect();
    const refusal = this.#refusal(message.id);
    if (refusal !== undefined) {
      this.#send(refusal, batch);
      return;
    }
    const request = new InFlightRequest(this.#options.origin, message, batch);
    this.#byId.set(message.id, request);
    let answer: ResponseMessage | Promise<ResponseMessage>;
    try {
      answer = this.#options.handler.request(message, request);
    } catch (cause) {
      this.#failed(request, cause);
      return;
    }
    if (!isPromise(answer)) {
      this.#answered(request, answer);
      return;
    }
    this.#running += 1;
    answer.then(
      (response) => {
        this.#running -= 1;
        this.#answered(request, response);
      },
      (cause) => {
        this.#running -= 1;
        this.#failed(request, cause);
      },
    );
  }

  /**
   * The client cancels a request: nothing more is sent for it.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#cancellation
   */
  cancel(id: RequestId, reason: unknown): void {
    const request = this.#byId.get(id);
    // 2025-11-25 basic/utilities/cancellation#behavior-requirements: initialize cannot be cancelled
    if (request === undefined || request.method === 'initialize') return;
    this.#remove(request);
    const why = typeof reason === 'string' && reason !== '' ? ` Its reason: ${redactedExcerpt(reason)}` : '';
    request.abort(new Fault('cancelled', `The client cancelled the request.${why}`, { origin: 'peer' }));
    request.batch?.settle(undefined);
  }

  /** No answer can be sent any more. */
  abortAll(fault: Fault): void {
    for (const request of [...this.#byId.values()]) {
      this.#remove(request);
      request.abort(fault);
    }
  }

  /** Tells subscriptions to end, and waits for the answers that are owed, for at most `drainMs`. */
  async drain(drainMs: number, reason: Fault): Promise<void> {
    for (const request of this.#byId.values()) {
      if (request.method === SUBSCRIPTION) request.abort(reason);
    }
    await this.#until(() => [...this.#byId.values()].every((request) => request.isAborted), drainMs);
    await this.#until(() => this.#byId.size === 0, Math.min(drainMs, SUBSCRIPTION_END_MS));
  }

  #until(isDone: () => boolean, waitMs: number): Promise<void> {
    if (isDone()) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = (): void => {
        this.#onSettled = undefined;
        stopTimer();
        resolve();
      };
      const stopTimer = this.#options.clock.after(waitMs, finish);
      this.#onSettled = () => {
        if (isDone()) finish();
      };
    });
  }

  #refusal(id: RequestId): ResponseMessage | undefined {
    // 2026-07-28 basic#requests: an id must not be used again before its response
    if (this.#byId.has(id)) {
      const text = 'Invalid Request: this id belongs to a request that is still in flight';
      return failure(id, invalidRequest(text).toErrorObject());
    }
    const max = this.#options.limits.inFlightRequests;
    if (this.#running < max) return undefined;
    this.#options.warnings.once(
      new Fault(
        'limit_exceeded',
        `The client has ${max} requests at work; more were refused. Raise limits.inFlightRequests if that is expected.`,
        { limit: 'inFlightRequests' },
      ),
    );
    const message = `Server busy: ${max} requests of this client are at work. Try again when one is done`;
    return failure(id, {
      code: ERROR_CODES.INTERNAL_ERROR.code,
      message,
      data: { limit: 'inFlightRequests', max },
    });
  }

  #answered(request: InFlightRequest, response: ResponseMessage): void {
    if (!request.isOpen) return;
    // A subscription that was told to end gives its result or nothing.
    const isMoot = request.isAborted && response.kind === 'error';
    this.#remove(request);
    if (request.method === 'initialize') this.#watchInitialize(response);
    if (isMoot) request.batch?.settle(undefined);
    else this.#send(response, request.batch);
  }

  #failed(request: InFlightRequest, cause: unknown): void {
    if (!request.isOpen) return;
    const text = `The handler of ${request.method} failed. The client got an internal error.`;
    if (!request.isAborted) this.#options.warnings.tell(new Fault('handler_failed', text, { cause }));
    this.#answered(request, failure(request.id, internalError().toErrorObject()));
  }

  #watchInitialize(response: ResponseMessage): void {
    if (response.kind !== 'success') return;
    const { protocolVersion } = response.result;
    if (isRevision(protocolVersion)) this.#options.onInitialized(protocolVersion);
  }

  #send(response: ResponseMessage, batch: BatchAnswer | undefined): void {
    const text = this.#encode(response);
    if (batch !== undefined) batch.settle(text, response.id);
    else this.#options.send(text);
  }

  /** An answer that cannot be written (too deep, circular) becomes an error: the client must not wait for ever. */
  #encode(response: ResponseMessage): string {
    try {
      return encodeMessage(response, this.#options.limits);
    } catch (cause) {
      const text = 'An answer could not be encoded. The client got an internal error.';
      this.#options.warnings.tell(new Fault('handler_failed', text, { cause }));
      return encodeMessage(failure(response.id, internalError().toErrorObject()), this.#options.limits);
    }
  }

  #remove(request: InFlightRequest): void {
    request.close();
    this.#byId.delete(request.id);
    this.#onSettled?.();
  }
}
