import { decodeMessage, type ErrorObject, Fault, redactedExcerpt } from '../../protocol/index.js';
import { sessionExpired } from './exchange-faults.js';
import { type HttpContext, POST_HEADERS } from './http-context.js';
import { refusalFault } from './refusal.js';
import { type ResponseHandler, type ResponseOutcome, ResponseReader } from './response-reader.js';

/** How long a server may take to say that it has a message, which asks for no work. */
const PATIENCE_MS = 60_000;

/**
 * POSTs a notification or a response and waits until the server has taken it: 202, or any other 2xx, whatever the body.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export class AcknowledgedPost implements ResponseHandler {
  /** Rejects with a `Fault`. */
  readonly done: Promise<void>;
  readonly #context: HttpContext;
  readonly #sessionId: string | undefined;
  readonly #reader: ResponseReader;
  readonly #stopTimer: () => void;
  #resolve: () => void = () => {};
  #reject: (fault: Fault) => void = () => {};

  /** `headers` are those of the protocol for this message, besides what every POST has. */
  constructor(context: HttpContext, body: string, headers: Readonly<Record<string, string>>) {
    this.#context = context;
    this.#sessionId = headers['mcp-session-id'];
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const outgoing = { method: 'POST', headers: { ...POST_HEADERS, ...headers }, body } as const;
    this.#reader = new ResponseReader(context, 'acknowledgement', outgoing, this);
    context.wire?.('sent', body);
    this.#stopTimer = context.clock.after(PATIENCE_MS, () => this.abort(notAcknowledged()));
    this.#reader.start();
  }

  /** Gives up waiting. */
  abort(fault: Fault): void {
    this.#stopTimer();
    this.#reader.abort();
    this.#reject(fault);
  }

  message(): void {}

  ended(outcome: ResponseOutcome): void {
    this.#stopTimer();
    if (outcome.kind === 'failed') {
      this.#reject(outcome.fault);
    } else if (outcome.kind === 'refused') {
      const fault = refusalFault(outcome.refusal);
      this.#reject(fault.code === 'session_expired' ? this.#expired(fault) : fault);
    } else {
      if (outcome.kind === 'acknowledged') this.#warnOfError(outcome.bytes);
      this.#resolve();
    }
  }

  #expired(fault: Fault): Fault {
    const { session } = this.#context;
    session.ended(this.#sessionId);
    return sessionExpired(fault, session.id !== this.#sessionId);
  }

  /** A notification has no answer; a server that sends an error all the same has something to say. */
  #warnOfError(body: Uint8Array): void {
    if (body.length === 0) return;
    const decoded = decodeMessage(body, { limits: this.#context.limits });
    if (decoded.kind === 'error') this.#context.warn(errorForNotification(decoded.error));
  }
}

function notAcknowledged(): Fault {
  const text = `The server did not say within ${PATIENCE_MS} ms that it has a message. It may have it nevertheless.`;
  return new Fault('timed_out', text, { details: { budget: 'idle', ms: PATIENCE_MS } });
}

function errorForNotification({ code, message }: ErrorObject): Fault {
  return new Fault(
    'invalid_message',
    `The server accepted a message that has no answer, and sent error ${code} for it: ${redactedExcerpt(message)}`,
  );
}
