import type { LimitName, NotificationMessage, RequestMessage, ResponseMessage } from '../protocol/index.js';
import { ERROR_CODES, Fault, failure } from '../protocol/index.js';
import {
  isPromise,
  type MessageHandler,
  type MirroredParam,
  type Peer,
  type RequestContext,
} from './message-handler.js';

/** Ends only when one side ends it; `limits.subscriptions` bounds it. 2026-07-28 basic/patterns/subscriptions */
const SUBSCRIPTION_METHOD = 'subscriptions/listen';
const SERVICE_UNAVAILABLE = 503;
const NO_PARAMS: readonly MirroredParam[] = [];

/**
 * Bounds how many requests a handler is at work on, for all clients of a server together. One counts until the handler
 * has ended, whatever became of its client: to cancel, or to reset a connection, makes no room for more.
 */
export class BoundedHandler implements MessageHandler {
  readonly #handler: MessageHandler;
  readonly #max: number;
  readonly #warn: (fault: Fault) => void;
  #running = 0;
  #hasWarned = false;
  readonly #ended = (): void => {
    this.#running -= 1;
  };

  /** @param max `limits.runningRequests`. @param warn told of the first refusal. */
  constructor(handler: MessageHandler, max: number, warn: (fault: Fault) => void) {
    this.#handler = handler;
    this.#max = max;
    this.#warn = warn;
  }

  request(message: RequestMessage, context: RequestContext): ResponseMessage | Promise<ResponseMessage> {
    if (message.method === SUBSCRIPTION_METHOD) return this.#handler.request(message, context);
    if (this.#running >= this.#max) return this.#busy(message);
    const answer = this.#handler.request(message, context);
    if (!isPromise(answer)) return answer;
    this.#running += 1;
    answer.then(this.#ended, this.#ended);
    return answer;
  }

  notification(message: NotificationMessage, peer: Peer): void {
    this.#handler.notification(message, peer);
  }

  mirroredParams(toolName: string): readonly MirroredParam[] {
    return this.#handler.mirroredParams?.(toolName) ?? NO_PARAMS;
  }

  #busy({ id }: RequestMessage): ResponseMessage {
    const max = this.#max;
    const limit = 'runningRequests';
    if (!this.#hasWarned) this.#warnOf(limit, max);
    const message = `Server busy: ${max} requests are at work. Try again when some are done`;
    const { code } = ERROR_CODES.INTERNAL_ERROR;
    return failure(id, { code, message, data: { limit, max } }, SERVICE_UNAVAILABLE);
  }

  #warnOf(limit: LimitName, max: number): void {
    this.#hasWarned = true;
    const text =
      `The server has ${max} requests at work; more were refused. Raise limits.${limit} if that is expected, and ` +
      'see to it that handlers heed their signal.';
    this.#warn(new Fault('limit_exceeded', text, { limit }));
  }
}

/** Whether an answer says that the server could not take a request on, or not finish it. */
export function isUnavailable(response: ResponseMessage): boolean {
  return response.kind === 'error' && response.httpStatus === SERVICE_UNAVAILABLE;
}
