import type {
  DecodeFault,
  DecodeOptions,
  Limits,
  Message,
  NotificationMessage,
  ResponseMessage,
  Revision,
} from '../../protocol/index.js';
import {
  canonicalId,
  decodeMessage,
  encodeMessage,
  Fault,
  failure,
  invalidRequest,
  isRequestId,
  limitsWith,
} from '../../protocol/index.js';
import { type Clock, systemClock } from '../clock.js';
import type { ConnectionEnd, WireEvent } from '../connection.js';
import type { FrameChannel, LostFrame } from '../frame-channel.js';
import type { AuthInfo, MessageHandler, Peer } from '../message-handler.js';
import { Asked } from './asked.js';
import { BatchAnswer } from './batch-answer.js';
import { cancelledNotification } from './cancelled-notification.js';
import { InFlightRequests } from './in-flight-requests.js';
import { lostMessage } from './lost-message.js';
import { Warnings } from './warnings.js';
import { type WireTap, wireTap } from './wire-tap.js';

export interface ServeChannelOptions {
  /** Who is calling, when the carrier knows. */
  readonly auth?: AuthInfo;
  /** What the client does wrong, and what a handler throws. */
  readonly onWarning?: (warning: Fault) => void;
  readonly onWire?: (event: WireEvent) => void;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** How long answers that are still owed may take when the channel ends in order. Default 3,000 ms. */
  readonly drainMs?: number;
}

/** A channel with a server behind it. */
export interface ServedChannel extends AsyncDisposable {
  readonly peer: Peer;
  /** Resolves when the channel has ended, whoever ended it. Never rejects. */
  readonly closed: Promise<ConnectionEnd>;
  /** Takes nothing more in, waits for the answers that are owed, at most `drainMs`, and closes the channel. Idempotent. */
  close(): Promise<void>;
}

const DRAIN_MS = 3000;

/**
 * Puts a server behind a duplex channel. Requests are handled side by side; every one of them is answered unless the
 * client cancels it. The channel is started, and owned from now on.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function serveChannel(
  channel: FrameChannel,
  handler: MessageHandler,
  options: ServeChannelOptions = {},
): ServedChannel {
  return new ChannelServer(channel, handler, options);
}

class ChannelServer implements ServedChannel {
  readonly peer: Peer;
  readonly closed: Promise<ConnectionEnd>;
  readonly #channel: FrameChannel;
  readonly #handler: MessageHandler;
  readonly #limits: Limits;
  readonly #drainMs: number;
  readonly #warnings: Warnings;
  readonly #tap: WireTap | undefined;
  readonly #gone = new AbortController();
  readonly #asked: Asked;
  readonly #inFlight: InFlightRequests;
  #decodeOptions: DecodeOptions;
  #isHolding = false;
  #closing: Promise<void> | undefined;

  constructor(channel: FrameChannel, handler: MessageHandler, options: ServeChannelOptions) {
    const clock = options.clock ?? systemClock;
    this.#channel = channel;
    this.#handler = handler;
    this.#limits = limitsWith(options.limits);
    this.#drainMs = options.drainMs ?? DRAIN_MS;
    this.#decodeOptions = { limits: this.#limits };
    this.#warnings = new Warnings(options.onWarning, 'client', this.#limits.strayLines);
    this.#tap = wireTap(options.onWire, channel.transport, clock, this.#warnings);
    this.#asked = new Asked(
      {
        sendRequest: (message) => this.#send(encodeMessage(message, this.#limits)),
        sendCancelled: (id, reason) => this.#sendNotification(cancelledNotification(id, reason)),
      },
      this.#limits,
    );
    this.peer = this.#makePeer();
    this.#inFlight = new InFlightRequests({
      handler,
      origin: {
        peer: this.peer,
        auth: options.auth,
        sendNotification: (message) => this.#sendNotification(message),
        ask: (method, params, signals) => this.#asked.ask(method, params, signals),
      },
      limits: this.#limits,
      clock,
      warnings: this.#warnings,
      send: (text) => this.#send(text),
      onInitialized: (revision) => this.#initialized(revision),
    });
    this.closed = channel.closed.then((end) => this.#ended(end));
    channel.start({
      frame: (frame) => this.#frame(frame),
      fault: (fault, lost) => this.#frameLost(fault, lost),
      end: () => this.#inputEnded(),
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close(new Fault('closed', 'The server is closing.'));
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #makePeer(): Peer {
    return {
      transport: this.#channel.transport,
      sessionId: undefined,
      gone: this.#gone.signal,
      notify: (message) => this.#sendNotification(message),
      request: (method, params, options) => this.#asked.ask(method, params, [options?.signal]),
    };
  }

  async #close(reason: Fault): Promise<void> {
    this.#channel.pause();
    this.#asked.end(reason);
    await this.#inFlight.drain(this.#drainMs, reason);
    this.#letGo(reason);
    await this.#channel.close();
  }

  /** 2026-07-28 basic/transports/stdio#shutdown: the end of input is the request to end */
  #inputEnded(): void {
    this.#closing ??= this.#close(new Fault('connection_lost', 'The client has ended its input.'));
  }

  #ended(end: ConnectionEnd): ConnectionEnd {
    this.#letGo(end.fault ?? new Fault('closed', 'The server has closed the connection.'));
    void this.#channel.close();
    return end;
  }

  #letGo(reason: Fault): void {
    this.#asked.end(reason);
    this.#inFlight.abortAll(reason);
    this.#gone.abort(reason);
  }

  /** Batches exist from here on, or never. 2025-03-26 basic#batching */
  #initialized(revision: Revision): void {
    this.#decodeOptions = { limits: this.#limits, revision };
  }

  #send(text: string): void {
    this.#tap?.sent(text);
    const room = this.#channel.send(text);
    if (room !== undefined) this.#holdReading(room);
  }

  /** A client that does not read its answers gets no further requests read. */
  #holdReading(room: Promise<void>): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#channel.pause();
    void room.then(() => {
      this.#isHolding = false;
      if (this.#closing === undefined) this.#channel.resume();
    });
  }

  #sendNotification(message: NotificationMessage): void {
    try {
      this.#send(encodeMessage(message, this.#limits));
    } catch (cause) {
      const text = `${message.method} could not be encoded and was not sent.`;
      this.#warnings.tell(new Fault('handler_failed', text, { cause }));
    }
  }

  #frame(frame: Uint8Array | string): void {
    this.#tap?.received(frame);
    const message = decodeMessage(frame, this.#decodeOptions);
    if (message.kind !== 'batch') {
      this.#take(message, undefined);
      return;
    }
    const batch = new BatchAnswer((text) => this.#send(text));
    for (const member of message.members) this.#take(member, batch);
    batch.complete();
  }

  #take(message: Message | DecodeFault, batch: BatchAnswer | undefined): void {
    switch (message.kind) {
      case 'request':
        this.#inFlight.start(message, batch);
        return;
      case 'notification':
        this.#notification(message);
        return;
      case 'success':
      case 'error':
        this.#response(message);
        return;
      case 'fault':
        this.#undecodable(message, batch);
        return;
    }
  }

  #notification(message: NotificationMessage): void {
    if (message.method === 'notifications/cancelled') {
      const id = message.params?.requestId;
      if (isRequestId(id)) this.#inFlight.cancel(canonicalId(id), message.params?.reason);
      return;
    }
    try {
      this.#handler.notification(message, this.peer);
    } catch (cause) {
      this.#warnings.tell(new Fault('handler_failed', `The handler of ${message.method} threw.`, { cause }));
    }
  }

  #response(response: ResponseMessage): void {
    if (!this.#asked.answer(response)) this.#warnings.peer('sent a response that no request is waiting for');
  }

  /** A frame that is no message is answered, unless it seems to be something that must not be. */
  #undecodable({ fault, response, shape }: DecodeFault, batch: BatchAnswer | undefined): void {
    if (shape === 'response' && this.#asked.spoil(response.id, fault)) return;
    this.#warnings.stray(fault);
    if (shape === 'response' || shape === 'notification') return;
    const text = encodeMessage(response, this.#limits);
    if (batch === undefined) {
      this.#send(text);
    } else {
      batch.expect();
      batch.settle(text, response.id);
    }
  }

  #frameLost(fault: Fault, lost: LostFrame | undefined): void {
    const { shape, id } = lostMessage(lost);
    if (shape === 'response' && this.#asked.spoil(id, fault)) return;
    this.#warnings.tell(fault);
    if (shape === 'response') return;
    const { lineBytes } = this.#limits;
    const refusal = invalidRequest(`Invalid Request: longer than ${lineBytes} bytes`, {
      limit: 'lineBytes',
      max: lineBytes,
    });
    this.#send(encodeMessage(failure(id, refusal.toErrorObject()), this.#limits));
  }
}
