import type {
  DecodeFault,
  DecodeOptions,
  Era,
  Limits,
  Message,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
  Revision,
} from '../../protocol/index.js';
import {
  canonicalId,
  decodeMessage,
  encodeMessage,
  Fault,
  failure,
  isRequestId,
  limitsWith,
  redactedExcerpt,
} from '../../protocol/index.js';
import { cancellationReason, isCancelled } from '../cancellation.js';
import { systemClock } from '../clock.js';
import type {
  ClientConnection,
  ConnectionEnd,
  ConnectionOptions,
  ExchangeOptions,
  TransportKind,
} from '../connection.js';
import type { FrameChannel, LostFrame } from '../frame-channel.js';
import { cancelledNotification } from './cancelled-notification.js';
import { Exchange, Exchanges } from './exchanges.js';
import { lostMessage } from './lost-message.js';
import { Warnings } from './warnings.js';
import { type WireTap, wireTap } from './wire-tap.js';

/** JSON-RPC "Method not found". */
const METHOD_NOT_FOUND = -32601;

/**
 * A client's end of a duplex channel: sorts what comes in by the exchange it belongs to. The peer can do nothing that
 * ends the connection but end the channel; what it does wrong is told to `onWarning`.
 *
 * The channel is started, and owned from now on: it is closed with the connection.
 */
export function connectChannel(
  channel: FrameChannel,
  options: ConnectionOptions = {},
): ClientConnection & AsyncDisposable {
  return new ChannelConnection(channel, options);
}

class ChannelConnection implements ClientConnection, AsyncDisposable {
  readonly transport: TransportKind;
  readonly closed: Promise<ConnectionEnd>;
  readonly #channel: FrameChannel;
  readonly #options: ConnectionOptions;
  readonly #limits: Limits;
  readonly #tap: WireTap | undefined;
  readonly #exchanges = new Exchanges();
  readonly #warnings: Warnings;
  #decodeOptions: DecodeOptions;
  #era: Era | undefined;
  /** Why nothing can be sent any more. */
  #over: Fault | undefined;
  #isHolding = false;
  #closing: Promise<void> | undefined;

  constructor(channel: FrameChannel, options: ConnectionOptions) {
    this.transport = channel.transport;
    this.#channel = channel;
    this.#options = options;
    this.#limits = limitsWith(options.limits);
    this.#decodeOptions = { limits: this.#limits };
    this.#warnings = new Warnings(options.onWarning, 'server', this.#limits.strayLines);
    const clock = options.clock ?? systemClock;
    this.#tap = wireTap(options.onWire, channel.transport, clock, this.#warnings);
    this.closed = channel.closed.then((end) => this.#ended(end));
    channel.start({
      frame: (frame) => this.#frame(frame),
      fault: (fault, lost) => this.#frameLost(fault, lost),
    });
  }

  exchange(request: RequestMessage, options?: ExchangeOptions): Promise<ResponseMessage> {
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal(request, options);
      if (refusal !== undefined) {
        reject(refusal);
        return;
      }
      const text = encodeMessage(request, this.#limits);
      const exchange = new Exchange(request, options?.onNotification, resolve, reject);
      this.#exchanges.add(exchange);
      if (options !== undefined) exchange.watch(options, this.#giveUp);
      this.#sendText(text);
    });
  }

  async notify(notification: NotificationMessage): Promise<void> {
    if (this.#over !== undefined) throw this.#over;
    await this.#sendText(encodeMessage(notification, this.#limits));
  }

  async reply(response: ResponseMessage): Promise<void> {
    if (this.#over !== undefined) throw this.#over;
    await this.#sendReply(response);
  }

  negotiated(outcome: { readonly revision: Revision; readonly era: Era }): void {
    this.#era = outcome.era;
    this.#decodeOptions = { limits: this.#limits, revision: outcome.revision };
  }

  diagnostics(): string {
    const outside = this.#channel.diagnostics();
    const { strayText } = this.#warnings;
    if (strayText === '') return outside;
    const stray = `Received, but no protocol message:\n${strayText}`;
    return outside === '' ? stray : `${outside}\n${stray}`;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#settleAll(
      new Fault('closed', 'The connection was closed on this side before the answer came.'),
      new Fault('closed', 'This connection is closed. Open a new one.'),
    );
    await this.#channel.close();
  }

  #ended(end: ConnectionEnd): ConnectionEnd {
    const fault = end.fault ?? new Fault('closed', 'This connection is closed. Open a new one.');
    this.#settleAll(fault, fault);
    // Lets go of what a carrier may still hold; there is nothing to tell about that any more.
    void this.#channel.close();
    return end;
  }

  #settleAll(pending: Fault, later: Fault): void {
    this.#over ??= later;
    for (const exchange of this.#exchanges.takeAll()) exchange.reject(pending);
  }

  /** Why this request cannot go out, when it cannot. */
  #refusal(request: RequestMessage, options: ExchangeOptions | undefined): Fault | undefined {
    if (this.#over !== undefined) return this.#over;
    if (options !== undefined && isCancelled(options)) {
      return cancelled(request.method, cancellationReason(options));
    }
    // 2026-07-28 basic#requests: the id of a request must not be that of another one without a response
    if (this.#exchanges.get(canonicalId(request.id)) === undefined) return undefined;
    return new Fault(
      'invalid_argument',
      `The request id ${String(request.id)} is in use. Choose another one.`,
    );
  }

  /** 2026-07-28 basic/transports/stdio#cancellation: the same notification in every era, on a duplex channel */
  readonly #giveUp = (exchange: Exchange, reason: unknown): void => {
    if (this.#exchanges.abandon(exchange.id) === undefined) return;
    exchange.reject(cancelled(exchange.method, reason));
    // 2025-11-25 basic/utilities/cancellation#behavior-requirements: initialize must not be cancelled
    if (exchange.method === 'initialize') return;
    this.#sendText(encodeMessage(cancelledNotification(exchange.id, reason), this.#limits));
  };

  #sendText(text: string): Promise<void> | undefined {
    this.#tap?.sent(text);
    return this.#channel.send(text);
  }

  #sendReply(response: ResponseMessage): Promise<void> | undefined {
    const room = this.#sendText(encodeMessage(response, this.#limits));
    if (room !== undefined && this.#channel.slowsWhenPaused !== false) this.#holdReading(room);
    return room;
  }

  /**
   * A server that does not read the answers to its requests gets no further ones read. Requests of ours never hold the
   * reading up: a server that writes before it reads on would wait for us, and we for it.
   */
  #holdReading(room: Promise<void>): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#channel.pause();
    void room.then(() => {
      this.#isHolding = false;
      if (this.#over === undefined) this.#channel.resume();
    });
  }

  #frame(frame: Uint8Array | string): void {
    this.#tap?.received(frame);
    const message = decodeMessage(frame, this.#decodeOptions);
    if (message.kind === 'batch') for (const member of message.members) this.#take(member);
    else this.#take(message);
  }

  #take(message: Message | DecodeFault): void {
    switch (message.kind) {
      case 'success':
      case 'error':
        this.#response(message);
        return;
      case 'notification':
        this.#notification(message);
        return;
      case 'request':
        this.#request(message);
        return;
      case 'fault':
        this.#undecodable(message);
        return;
    }
  }

  #response(response: ResponseMessage): void {
    const { id } = response;
    const exchange = id === undefined ? undefined : this.#exchanges.take(id);
    if (exchange !== undefined) exchange.resolve(response);
    else this.#strayResponse(response);
  }

  /** 2026-07-28 basic/patterns/cancellation#behavior-requirements: late responses are ignored */
  #strayResponse(response: ResponseMessage): void {
    const { id } = response;
    if (id === undefined) {
      const { code, message } = response.kind === 'error' ? response.error : { code: 0, message: '' };
      this.#warnings.peer(`sent an error without an id: ${code} ${redactedExcerpt(message)}`);
      return;
    }
    if (this.#exchanges.wasAbandoned(id)) return;
    const isTwinPending = this.#exchanges.get(otherType(id)) !== undefined;
    const hint = isTwinPending ? '; one with that id as the other type is: ids keep their type' : '';
    this.#warnings.peer(`sent a response with the id ${idText(id)}, which no request is waiting for${hint}`);
  }

  #notification(message: NotificationMessage): void {
    // Before the owner is looked for: as a message of the subscription that it ends it carries the subscription's id.
    if (message.method === 'notifications/cancelled' && this.#endSubscription(message)) return;
    const owner = this.#exchanges.ownerOf(message);
    if (owner === 'unknown') {
      // 2026-07-28 basic/patterns/progress: a notification may cross the response; it must not do harm
      this.#warnings.peer(
        `sent ${redactedExcerpt(message.method)} for a request that is not, or no longer, waiting`,
      );
      return;
    }
    if (owner !== undefined) {
      this.#warnings.run('onNotification', owner.onNotification, message);
      return;
    }
    this.#warnings.run('onIncoming', this.#options.onIncoming, message);
  }

  /**
   * 2026-07-28 basic/patterns/cancellation: a server cancels only to tear down a subscription. It should send the
   * result as well, and that says more; so it may still come with what was read together with the cancellation.
   */
  #endSubscription({ params }: NotificationMessage): boolean {
    const requestId = params?.requestId;
    if (!isRequestId(requestId)) return false;
    const id = canonicalId(requestId);
    const exchange = this.#exchanges.get(id);
    if (exchange?.method !== 'subscriptions/listen') return false;
    const reason = typeof params?.reason === 'string' ? ` Its reason: ${redactedExcerpt(params.reason)}` : '';
    queueMicrotask(() => {
      if (this.#exchanges.get(id) !== exchange) return;
      this.#exchanges.abandon(id);
      const text = `The server ended the subscription without a result.${reason}`;
      exchange.reject(new Fault('subscription_ended', text));
    });
    return true;
  }

  #request(message: RequestMessage): void {
    if (this.#options.onIncoming !== undefined) {
      this.#warnings.run('onIncoming', this.#options.onIncoming, message);
    } else if (this.#era === 'modern') {
      // 2026-07-28 basic/transports/stdio#sending-messages: a client must not write responses
      const method = redactedExcerpt(message.method);
      this.#warnings.peer(`sent a request (${method}), which servers of this revision must not send`);
    } else {
      const error = { code: METHOD_NOT_FOUND, message: `Method not found: ${message.method}` };
      this.#sendReply(failure(message.id, error));
    }
  }

  /** A frame that is no message: text on stdout, mostly. At worst it costs the one exchange it names. */
  #undecodable({ fault, response, shape }: DecodeFault): void {
    if (shape === 'response' && response.id !== undefined) {
      const exchange = this.#exchanges.take(response.id);
      if (exchange !== undefined) {
        exchange.reject(fault);
        return;
      }
    }
    if (shape === 'request' && this.#era === 'legacy') {
      this.#sendReply(response);
    }
    this.#warnings.stray(fault);
  }

  #frameLost(fault: Fault, lost: LostFrame | undefined): void {
    const { shape, id } = lostMessage(lost);
    const exchange = shape === 'response' && id !== undefined ? this.#exchanges.take(id) : undefined;
    if (exchange !== undefined) exchange.reject(fault);
    else this.#warnings.tell(fault);
  }
}

function cancelled(method: string, reason: unknown): Fault {
  return new Fault('cancelled', `The request ${method} was aborted by the caller.`, { cause: reason });
}

function otherType(id: RequestId): RequestId {
  if (typeof id !== 'string') return String(id);
  return /^-?\d{1,15}$/.test(id) ? canonicalId(Number(id)) : id;
}

function idText(id: RequestId): string {
  return typeof id === 'string' ? JSON.stringify(redactedExcerpt(id)) : redactedExcerpt(String(id));
}
