import {
  canonicalId,
  type DecodeFault,
  Fault,
  failure,
  isRequestId,
  type Message,
  methodNotFound,
  type NotificationMessage,
  progressTokenOf,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
} from '../../protocol/index.js';
import type { ConnectionOptions } from '../connection.js';
import { quotedId } from './exchange-faults.js';
import type { PendingExchange } from './http-context.js';

export interface MessageRouterOptions {
  readonly onIncoming: ConnectionOptions['onIncoming'];
  readonly warn: (warning: Fault) => void;
  /** Sends an answer to the server. */
  readonly reply: (response: ResponseMessage) => void;
}

/** The exchanges that wait, and where a message of the server belongs. */
export class MessageRouter {
  readonly #options: MessageRouterOptions;
  readonly #pending = new Map<RequestId, PendingExchange>();
  readonly #byToken = new Map<RequestId, PendingExchange>();

  constructor(options: MessageRouterOptions) {
    this.#options = options;
  }

  isWaiting(id: RequestId): boolean {
    return this.#pending.has(canonicalId(id));
  }

  add(exchange: PendingExchange): void {
    this.#pending.set(canonicalId(exchange.request.id), exchange);
    const token = progressTokenOf(exchange.request.params);
    if (token !== undefined) this.#byToken.set(canonicalId(token), exchange);
  }

  delete(exchange: PendingExchange): void {
    this.#pending.delete(canonicalId(exchange.request.id));
    if (this.#byToken.size === 0) return;
    const token = progressTokenOf(exchange.request.params);
    if (token === undefined || this.#byToken.get(canonicalId(token)) !== exchange) return;
    this.#byToken.delete(canonicalId(token));
  }

  failAll(fault: Fault): void {
    for (const exchange of [...this.#pending.values()]) exchange.fail(fault);
  }

  /**
   * Takes a message from a legacy stream. `origin` is the exchange on whose own stream it came. Responses go by their
   * id and progress by its token, whatever the stream: servers send both where they should not.
   */
  route(message: Message | DecodeFault, origin: PendingExchange | undefined): void {
    switch (message.kind) {
      case 'notification':
        this.notified(message, this.#progressOwner(message));
        break;
      case 'request':
        this.#asked(message);
        break;
      case 'fault':
        this.#unreadable(message);
        break;
      default:
        this.#answered(message, origin);
    }
  }

  /** Hands a notification to its exchange or, when that does not want any, to the application. */
  notified(message: NotificationMessage, exchange: PendingExchange | undefined): void {
    this.#tell(exchange?.options.onNotification ?? this.#options.onIncoming, message);
  }

  #answered(response: ResponseMessage, origin: PendingExchange | undefined): void {
    const exchange = response.id === undefined ? origin : this.#pending.get(response.id);
    if (exchange === undefined) this.#options.warn(nobodyWaits(response));
    else exchange.settle(response);
  }

  #progressOwner({ method, params }: NotificationMessage): PendingExchange | undefined {
    const token = method === 'notifications/progress' ? params?.['progressToken'] : undefined;
    return isRequestId(token) ? this.#byToken.get(canonicalId(token)) : undefined;
  }

  /** A question of the server; every one is answered. */
  #asked(message: RequestMessage): void {
    const { onIncoming, reply } = this.#options;
    if (onIncoming === undefined) reply(failure(message.id, methodNotFound(message.method).toErrorObject()));
    else this.#tell(onIncoming, message);
  }

  /** At worst it costs the one exchange that it names. */
  #unreadable({ fault, response, shape }: DecodeFault): void {
    const id = shape === 'response' ? response.id : undefined;
    const exchange = id === undefined ? undefined : this.#pending.get(id);
    if (exchange !== undefined) {
      exchange.fail(fault);
      return;
    }
    this.#options.warn(fault);
    if (shape === 'request') this.#options.reply(response);
  }

  /** Runs a callback of the application. When it throws, the connection goes on. */
  #tell<Told>(listener: ((message: Told) => void) | undefined, message: Told): void {
    try {
      listener?.(message);
    } catch (cause) {
      this.#options.warn(
        new Fault('handler_failed', 'A callback for messages of the server threw.', { cause }),
      );
    }
  }
}

function nobodyWaits(response: ResponseMessage): Fault {
  const id = response.id === undefined ? 'without an id' : `with the id ${quotedId(response.id)}`;
  return new Fault(
    'invalid_message',
    `The server sent a response ${id}, for which nobody waits. It was ignored.`,
  );
}
