import type { JsonObject, Limits, RequestMessage, ResponseMessage } from '../../protocol/index.js';
import { Fault, request } from '../../protocol/index.js';
import { onAbort } from '../abort-watch.js';
import { Exchange, Exchanges } from './exchanges.js';

/** How questions and their withdrawal go out. */
export interface QuestionSender {
  /** May throw a Fault: a message that cannot be encoded. */
  sendRequest(message: RequestMessage): void;
  sendCancelled(id: number, reason: unknown): void;
}

/**
 * What a server asks its client on a duplex channel (legacy revisions only). Ids are integers of our own, counted
 * from 1; the client's ids are another matter, the directions do not mix.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
 */
export class Asked {
  readonly #sender: QuestionSender;
  readonly #limits: Limits;
  readonly #exchanges = new Exchanges();
  #lastId = 0;
  #over: Fault | undefined;

  constructor(sender: QuestionSender, limits: Limits) {
    this.#sender = sender;
    this.#limits = limits;
  }

  /** Asks the client. Any of the signals gives the question up, and tells the client so. Rejects with a Fault. */
  ask(
    method: string,
    params: JsonObject | undefined,
    signals: readonly (AbortSignal | undefined)[],
  ): Promise<ResponseMessage> {
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal(signals);
      if (refusal !== undefined) {
        reject(refusal);
        return;
      }
      this.#lastId += 1;
      const message = request(this.#lastId, method, params);
      this.#sender.sendRequest(message);
      const exchange = new Exchange(message, undefined, resolve, reject);
      this.#exchanges.add(exchange);
      this.#watch(exchange, signals);
    });
  }

  /** Takes a response. False when nobody waits for it. */
  answer(response: ResponseMessage): boolean {
    if (response.id === undefined) return false;
    const exchange = this.#exchanges.take(response.id);
    exchange?.resolve(response);
    return exchange !== undefined || this.#exchanges.wasAbandoned(response.id);
  }

  /** The answer to a question came, but cannot be used. False when nobody waits for it. */
  spoil(id: ResponseMessage['id'], fault: Fault): boolean {
    const exchange = id === undefined ? undefined : this.#exchanges.take(id);
    exchange?.reject(fault);
    return exchange !== undefined;
  }

  /** No answer can come any more. */
  end(fault: Fault): void {
    this.#over ??= fault;
    for (const exchange of this.#exchanges.takeAll()) exchange.reject(fault);
  }

  #refusal(signals: readonly (AbortSignal | undefined)[]): Fault | undefined {
    if (this.#over !== undefined) return this.#over;
    const aborted = signals.find((signal) => signal?.aborted === true);
    if (aborted !== undefined) return givenUp(aborted.reason);
    if (this.#exchanges.size < this.#limits.inFlightRequests) return undefined;
    const text = `More than ${this.#limits.inFlightRequests} questions to one client are open. `;
    return new Fault('limit_exceeded', `${text}Raise limits.inFlightRequests if that is expected.`, {
      limit: 'inFlightRequests',
      origin: 'local',
    });
  }

  #watch(exchange: Exchange, signals: readonly (AbortSignal | undefined)[]): void {
    const giveUp = (reason: unknown): void => {
      if (this.#exchanges.abandon(exchange.id) === undefined) return;
      exchange.reject(givenUp(reason));
      this.#sender.sendCancelled(Number(exchange.id), reason);
    };
    const releases = signals.map((signal) => (signal === undefined ? undefined : onAbort(signal, giveUp)));
    exchange.release = () => {
      for (const release of releases) release?.();
    };
  }
}

function givenUp(reason: unknown): Fault {
  return new Fault('cancelled', 'The question to the client was given up before it was answered.', {
    cause: reason,
  });
}
