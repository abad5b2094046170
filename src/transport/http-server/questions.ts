import type { Fault, JsonObject, Limits, RequestId, ResponseMessage } from '../../protocol/index.js';
import { encodeMessage } from '../../protocol/index.js';
import { Asked } from '../multiplexer/asked.js';
import { cancelledNotification } from '../multiplexer/cancelled-notification.js';
import type { ReplayStream } from './replay-stream.js';

/**
 * What a server asks the client of one legacy session. Each question goes out on a stream of the session; the answer
 * comes with a POST of its own.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export class Questions {
  readonly #asked: Asked;
  /** Where each open question went, and its withdrawal goes. */
  readonly #streams = new Map<RequestId, ReplayStream>();
  /** Where the next one goes. */
  #stream: ReplayStream | undefined;

  constructor(limits: Limits) {
    this.#asked = new Asked(
      {
        sendRequest: (message) => {
          const text = encodeMessage(message, limits);
          if (this.#stream === undefined) return;
          this.#streams.set(message.id, this.#stream);
          this.#stream.send(text, message.id);
        },
        sendCancelled: (id, reason) => {
          this.#streams.get(id)?.send(encodeMessage(cancelledNotification(id, reason), limits));
          this.#streams.delete(id);
        },
      },
      limits,
    );
  }

  /** Rejects with a Fault. */
  ask(
    stream: ReplayStream,
    method: string,
    params: JsonObject | undefined,
    signals: readonly (AbortSignal | undefined)[],
  ): Promise<ResponseMessage> {
    // The question is sent before `ask` returns, so there is never a choice of two.
    this.#stream = stream;
    return this.#asked.ask(method, params, signals);
  }

  /** Takes an answer. False when nobody waits for it. */
  answer(response: ResponseMessage): boolean {
    const isExpected = this.#asked.answer(response);
    if (response.id !== undefined) this.#streams.delete(response.id);
    return isExpected;
  }

  /** A question cannot be answered any more, or its answer cannot be used. */
  spoil(id: RequestId | undefined, fault: Fault): void {
    this.#asked.spoil(id, fault);
    if (id !== undefined) this.#streams.delete(id);
  }

  end(fault: Fault): void {
    this.#asked.end(fault);
    this.#streams.clear();
  }
}
