import type {
  DecodeFault,
  Fault,
  Limits,
  Message,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
} from '../../protocol/index.js';
import type { Clock } from '../clock.js';
import type { ExchangeOptions } from '../connection.js';
import type { LegacySession } from './legacy-session.js';
import type { LingeringCalls } from './lingering-calls.js';
import type { RequestSender } from './request-sender.js';

/** An exchange that waits for its answer. */
export interface PendingExchange {
  readonly request: RequestMessage;
  readonly options: ExchangeOptions;
  /** Ends it with its answer. Does nothing once it has ended. */
  settle(response: ResponseMessage): void;
  /** Ends it without. Does nothing once it has ended. */
  fail(fault: Fault): void;
}

/** What the parts of one HTTP connection share. */
export interface HttpContext {
  readonly sender: RequestSender;
  readonly session: LegacySession;
  readonly lingering: LingeringCalls;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Shows the text of a frame to whoever listens to the wire; undefined when nobody does. */
  readonly wire: ((direction: 'sent' | 'received', text: string) => void) | undefined;
  /** Tells of tolerated misbehaviour. */
  readonly warn: (warning: Fault) => void;
  /**
   * Takes a message from a legacy stream to where it belongs. `origin` is the exchange on whose own stream it came;
   * undefined for the listening stream.
   */
  readonly route: (message: Message | DecodeFault, origin: PendingExchange | undefined) => void;
  /** Hands a notification to its exchange or, when that does not want any, to the application. */
  readonly notified: (notification: NotificationMessage, exchange: PendingExchange | undefined) => void;
  /** The exchange has ended. */
  readonly settled: (exchange: PendingExchange) => void;
  /** Tells a legacy server that nobody waits for the answer any more. */
  readonly cancel: (request: RequestMessage, reason: unknown) => void;
}

/** 2025-11-25 basic/transports#sending-messages-to-the-server and 2026-07-28 …/streamable-http#sending-messages */
export const POST_HEADERS: Readonly<Record<string, string>> = {
  accept: 'application/json, text/event-stream',
  'accept-encoding': 'identity',
  'content-type': 'application/json',
};

/** 2025-11-25 basic/transports#listening-for-messages-from-the-server */
export const GET_HEADERS: Readonly<Record<string, string>> = {
  accept: 'text/event-stream',
  'accept-encoding': 'identity',
};
