import type {
  JsonObject,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
} from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { AuthInfo, Peer, RequestContext } from '../message-handler.js';
import type { BatchAnswer } from './batch-answer.js';

/** The channel that a request came over, as far as the request needs it. */
export interface RequestOrigin {
  readonly peer: Peer;
  readonly auth: AuthInfo | undefined;
  sendNotification(notification: NotificationMessage): void;
  ask(
    method: string,
    params: JsonObject | undefined,
    signals: readonly (AbortSignal | undefined)[],
  ): Promise<ResponseMessage>;
}

/** A request that is being handled, and the context that its handler gets. Call its methods as methods. */
export class InFlightRequest implements RequestContext {
  readonly id: RequestId;
  readonly method: string;
  readonly peer: Peer;
  declare readonly auth?: AuthInfo;
  /** The batch that its answer belongs into. */
  readonly batch: BatchAnswer | undefined;
  readonly #origin: RequestOrigin;
  #isOpen = true;
  #abortReason: Fault | undefined;
  /** Made when somebody asks for the signal: most handlers never do, and it is the dearest part of a context. */
  #controller: AbortController | undefined;

  constructor(origin: RequestOrigin, message: RequestMessage, batch: BatchAnswer | undefined) {
    this.#origin = origin;
    this.id = message.id;
    this.method = message.method;
    this.peer = origin.peer;
    if (origin.auth !== undefined) this.auth = origin.auth;
    this.batch = batch;
  }

  /** False once it is answered or cancelled: nothing may be sent for it then. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  notify(notification: NotificationMessage): void {
    if (this.#isOpen) this.#origin.sendNotification(notification);
  }

  request(method: string, params?: JsonObject, options?: { signal?: AbortSignal }): Promise<ResponseMessage> {
    if (!this.#isOpen) {
      const text = `The request ${this.method} is over; nothing can be asked on its behalf any more.`;
      return Promise.reject(new Fault('closed', text));
    }
    return this.#origin.ask(method, params, [options?.signal, this.signal]);
  }

  /** The answer goes out now, or there will be none. */
  close(): void {
    this.#isOpen = false;
  }

  /** Tells the handler to stop. Unless it is closed as well, an answer that still comes is sent. */
  abort(reason: Fault): void {
    this.#abortReason ??= reason;
    this.#controller?.abort(this.#abortReason);
  }

  get isAborted(): boolean {
    return this.#abortReason !== undefined;
  }
}
