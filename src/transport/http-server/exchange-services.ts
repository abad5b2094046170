import type {
  ErrorMessage,
  Message,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
} from '../../protocol/index.js';
import { ERROR_CODES, encodeMessage, Fault, failure, internalError } from '../../protocol/index.js';
import { isPromise, type MessageHandler, type Peer, type RequestContext } from '../message-handler.js';
import { DeadlineQueue } from './deadline-queue.js';
import type { HttpServerSettings } from './options.js';

/** A POST that has a handler at work. */
export interface OpenExchange {
  /** It has taken long: begin a stream, so that clients and proxies see that something lives. */
  becomeStream(): void;
  /** The server is closing: tell subscriptions to end, let the rest finish. */
  drain(reason: Fault): void;
  /** Time is up: tell handlers to stop and break the answer off. */
  stop(reason: Fault): void;
}

/** An exchange whose client has gone and cannot come back for the answer. */
export interface LostExchange {
  giveUpOnClient(): void;
}

/** A stream that wants a sign of life now and then. */
export interface IdleStream {
  keepAlive(): void;
}

/** The answer to a request that got no time to finish, because its server closes or its session ends. */
export function unfinished(id: RequestId | undefined, reason: Fault): ErrorMessage {
  const { code } = ERROR_CODES.INTERNAL_ERROR;
  return failure(
    id,
    { code, message: `The request was not finished. ${reason.message}` },
    SERVICE_UNAVAILABLE,
  );
}

const SERVICE_UNAVAILABLE = 503;

/** What all exchanges of one server share: its handler, its timers, and the set of what is open. */
export class ExchangeServices {
  readonly handler: MessageHandler;
  readonly settings: HttpServerSettings;
  /** Two timers for the whole server, however many requests there are. */
  readonly waiting: DeadlineQueue<OpenExchange>;
  readonly quiet: DeadlineQueue<IdleStream>;
  /** Legacy requests whose client has gone, unless it can come back for the answer. */
  readonly lost: DeadlineQueue<LostExchange>;
  readonly #open = new Set<OpenExchange>();
  #onIdle: (() => void) | undefined;

  constructor(handler: MessageHandler, settings: HttpServerSettings) {
    this.handler = handler;
    this.settings = settings;
    const { clock, sseAfterMs, keepAliveMs, lostRequestMs } = settings;
    this.waiting = new DeadlineQueue(clock, sseAfterMs, (exchange) => exchange.becomeStream());
    this.quiet = new DeadlineQueue(clock, keepAliveMs, (stream) => stream.keepAlive());
    this.lost = new DeadlineQueue(clock, lostRequestMs, (exchange) => exchange.giveUpOnClient());
  }

  begin(exchange: OpenExchange): void {
    this.#open.add(exchange);
    if (this.settings.sseAfterMs === 0) exchange.becomeStream();
    else this.waiting.put(exchange);
  }

  end(exchange: OpenExchange): void {
    this.waiting.remove(exchange);
    this.#open.delete(exchange);
    if (this.#open.size === 0) this.#onIdle?.();
  }

  /** Asks the handler; `settle` is called once with its answer, or with the error that stands for its failure. */
  ask(message: RequestMessage, context: RequestContext, settle: (response: ResponseMessage) => void): void {
    let answer: ResponseMessage | Promise<ResponseMessage>;
    try {
      answer = this.handler.request(message, context);
    } catch (cause) {
      settle(this.#failed(message, context, cause));
      return;
    }
    if (!isPromise(answer)) {
      settle(answer);
      return;
    }
    answer.then(
      (response) => this.guard(() => settle(response)),
      (cause) => this.guard(() => settle(this.#failed(message, context, cause))),
    );
  }

  /** Runs a step of ours that nobody waits for. No request may end the process, whatever we overlooked. */
  guard(step: () => void, onFailure?: () => void): void {
    try {
      step();
    } catch (cause) {
      const text = 'A request failed inside the HTTP server. The client got an internal error, or no answer.';
      this.warn(new Fault('handler_failed', text, { cause }));
      onFailure?.();
    }
  }

  /** Hands the handler a notification. */
  tell(message: NotificationMessage, peer: Peer): void {
    try {
      this.handler.notification(message, peer);
    } catch (cause) {
      this.warn(new Fault('handler_failed', `The handler of ${message.method} threw.`, { cause }));
    }
  }

  /** The text of an answer. One that cannot be written becomes an error: the client must not wait for ever. */
  encodeResponse(response: ResponseMessage): string {
    try {
      return encodeMessage(response, this.settings.limits);
    } catch (cause) {
      this.warn(
        new Fault('handler_failed', 'An answer could not be encoded. The client got an internal error.', {
          cause,
        }),
      );
      return encodeMessage(failed(response), this.settings.limits);
    }
  }

  /** The text of a message that is no answer; undefined, and a warning, when it cannot be written. */
  encode(message: Message): string | undefined {
    try {
      return encodeMessage(message, this.settings.limits);
    } catch (cause) {
      const what = 'method' in message ? message.method : message.kind;
      this.warn(new Fault('handler_failed', `${what} could not be encoded and was not sent.`, { cause }));
      return undefined;
    }
  }

  warn(fault: Fault): void {
    this.settings.warnings.tell(fault);
  }

  /** Waits until nothing is open, at most `drainMs`; what is left then is stopped. */
  async drain(reason: Fault): Promise<void> {
    for (const exchange of [...this.#open]) exchange.drain(reason);
    await this.#idle();
    for (const exchange of [...this.#open]) exchange.stop(reason);
    this.waiting.clear();
    this.quiet.clear();
    this.lost.clear();
  }

  #idle(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#onIdle = undefined;
        stopTimer();
        resolve();
      };
      const stopTimer = this.settings.clock.after(this.settings.drainMs, done);
      this.#onIdle = done;
    });
  }

  #failed(message: RequestMessage, { signal }: RequestContext, cause: unknown): ErrorMessage {
    if (!signal.aborted) {
      const text = `The handler of ${message.method} failed. The client got an internal error.`;
      this.warn(new Fault('handler_failed', text, { cause }));
    }
    return failure(message.id, internalError().toErrorObject());
  }
}

function failed({ id }: ResponseMessage): ErrorMessage {
  return failure(id, internalError().toErrorObject());
}
