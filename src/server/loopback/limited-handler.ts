import type { NotificationMessage, RequestMessage, ResponseMessage } from '../../protocol/index.js';
import { ERROR_CODES, failure } from '../../protocol/index.js';
import type { MessageHandler, MirroredParam, Peer, RequestContext } from '../../transport/index.js';

const NO_PARAMS: readonly MirroredParam[] = [];
const SERVICE_UNAVAILABLE = 503;

/** Bounds how many requests a handler is at work on, over all its clients. */
export class LimitedHandler implements MessageHandler {
  readonly #handler: MessageHandler;
  readonly #max: number;
  #inFlight = 0;

  constructor(handler: MessageHandler, max: number) {
    this.#handler = handler;
    this.#max = max;
  }

  async request(message: RequestMessage, context: RequestContext): Promise<ResponseMessage> {
    if (this.#inFlight >= this.#max) return this.#busy(message);
    this.#inFlight += 1;
    try {
      return await this.#handler.request(message, context);
    } finally {
      this.#inFlight -= 1;
    }
  }

  notification(message: NotificationMessage, peer: Peer): void {
    this.#handler.notification(message, peer);
  }

  mirroredParams(toolName: string): readonly MirroredParam[] {
    return this.#handler.mirroredParams?.(toolName) ?? NO_PARAMS;
  }

  #busy({ id }: RequestMessage): ResponseMessage {
    const message =
      `Server busy: limits.loopbackRequests (${this.#max}) requests are being worked on. ` +
      'Try again when one is answered';
    const error = {
      code: ERROR_CODES.INTERNAL_ERROR.code,
      message,
      data: { limit: 'loopbackRequests', max: this.#max },
    };
    return failure(id, error, SERVICE_UNAVAILABLE);
  }
}
