import type { DecodeFault, Fault, Message } from '../../protocol/index.js';
import { GET_HEADERS, type HttpContext } from './http-context.js';
import {
  afterStream,
  reconnectDelay,
  type StreamEnd,
  type StreamHistory,
  type StreamPurpose,
} from './reconnect-policy.js';
import { refusalFault } from './refusal.js';
import { type ResponseHandler, type ResponseOutcome, ResponseReader } from './response-reader.js';

export interface EventStreamLoopOptions {
  readonly purpose: StreamPurpose;
  /** Where to go on; `''` for a new stream. */
  readonly lastEventId: string;
  readonly retryMs: number | undefined;
  /** Session and revision that the stream belongs to. */
  readonly headers: Readonly<Record<string, string>>;
  readonly onMessage: (message: Message | DecodeFault) => void;
  /** The server has begun the stream, or one after it. */
  readonly onOpen?: () => void;
  /** It will not be tried again. `fault` says why; undefined when the server just does not offer such a stream. */
  readonly onStop: (fault: Fault | undefined) => void;
}

/**
 * An event stream of a legacy server that is asked for with GET, and asked for again, from the last event on, when it
 * ends. `reconnect-policy` says when and whether.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class EventStreamLoop implements ResponseHandler {
  readonly #context: HttpContext;
  readonly #options: EventStreamLoopOptions;
  #history: StreamHistory;
  #lastEventId: string;
  #reader: ResponseReader | undefined;
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(context: HttpContext, options: EventStreamLoopOptions) {
    this.#context = context;
    this.#options = options;
    this.#lastEventId = options.lastEventId;
    this.#history = { failures: 0, idle: 0, retryMs: options.retryMs, hasOpened: false };
  }

  startNow(): void {
    if (this.#isStopped) return;
    const resuming = this.#lastEventId === '' ? {} : { 'last-event-id': headerText(this.#lastEventId) };
    const headers = { ...GET_HEADERS, ...this.#options.headers, ...resuming };
    this.#reader = new ResponseReader(this.#context, 'stream', { method: 'GET', headers }, this);
    this.#reader.start();
  }

  /** Waits as a client does that has lost a stream. */
  startLater(): void {
    this.#wait(reconnectDelay(this.#history));
  }

  /** Idempotent. `onStop` is not called. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer?.();
    this.#reader?.abort();
  }

  message(message: Message | DecodeFault): void {
    this.#options.onMessage(message);
  }

  opened(): void {
    this.#options.onOpen?.();
  }

  ended(outcome: ResponseOutcome): void {
    if (outcome.kind === 'refused' && outcome.refusal.code === 'session_expired')
      this.#context.session.ended(this.#options.headers['mcp-session-id']);
    this.#remember();
    const { how, fault, isFatal } = readOutcome(outcome);
    const step = isFatal ? STOP : afterStream(this.#options.purpose, how, this.#history);
    if (step.kind === 'reconnect') {
      this.#wait(step.delayMs);
      return;
    }
    this.stop();
    this.#options.onStop(step.isNormal ? undefined : fault);
  }

  #wait(delayMs: number): void {
    // While somebody waits for an answer, there may be nothing else that keeps the process alive.
    const isAwaited = this.#options.purpose === 'resume';
    this.#cancelTimer = this.#context.clock.after(delayMs, () => this.startNow(), isAwaited);
  }

  #remember(): void {
    const stream = this.#reader?.stream;
    const id = stream?.lastEventId ?? '';
    const hasNewId = id !== '' && id !== this.#lastEventId;
    const hasMessages = stream?.hasMessages ?? false;
    const { failures, idle, retryMs, hasOpened } = this.#history;
    this.#history = {
      failures: hasMessages || hasNewId ? 0 : failures + 1,
      idle: hasMessages ? 0 : idle + 1,
      retryMs: stream?.retryMs ?? retryMs,
      hasOpened: hasOpened || stream !== undefined,
    };
    if (hasNewId) this.#lastEventId = id;
  }
}

const STOP = { kind: 'stop', isNormal: false } as const;

interface StreamEnding {
  readonly how: StreamEnd;
  readonly fault: Fault | undefined;
  /** What came cannot be read, and would come again; or no request can be made at all. */
  readonly isFatal: boolean;
}

/** Network troubles pass. */
const PASSING_FAULTS: ReadonlySet<string> = new Set([
  'connection_lost',
  'connect_failed',
  'timed_out',
  'tls_failed',
]);

function readOutcome(outcome: ResponseOutcome): StreamEnding {
  switch (outcome.kind) {
    case 'stream-ended':
      return {
        how: { kind: outcome.lost === undefined ? 'closed' : 'lost' },
        fault: outcome.lost,
        isFatal: false,
      };
    case 'refused': {
      const { refusal } = outcome;
      return {
        how: { kind: 'refused', status: refusal.status },
        fault: refusalFault(refusal),
        isFatal: false,
      };
    }
    case 'failed':
      return {
        how: { kind: 'lost' },
        fault: outcome.fault,
        isFatal: !PASSING_FAULTS.has(outcome.fault.code),
      };
    default:
      return { how: { kind: 'lost' }, fault: undefined, isFatal: true };
  }
}

/** An event id may be any text; in a header it stands as its bytes in UTF-8. */
function headerText(id: string): string {
  return String.fromCharCode(...new TextEncoder().encode(id));
}
