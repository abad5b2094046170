import type { JsonObject, RequestId } from '../../protocol/index.js';
import { notification } from '../../protocol/index.js';
import type { RequestContext } from '../../transport/index.js';
import type { Beating, Heartbeat } from './heartbeat.js';

export interface ProgressDetails {
  readonly total?: number;
  readonly message?: string;
}

/** So small a step that thousands of heartbeats stay below the next value that a handler reports. */
const HEARTBEAT_STEP = 1e-6;
/** For large values, whose neighbours are further apart: thousands of such steps are still far below 1. */
const HEARTBEAT_FRACTION = 2 ** -40;

/**
 * Progress of one request, on the token that its client gave.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export class ProgressReporter implements Beating {
  readonly #token: RequestId;
  readonly #carrier: RequestContext;
  readonly #heartbeat: Heartbeat;
  #last: number | undefined;
  #total: number | undefined;
  #isOver = false;

  constructor(token: RequestId, carrier: RequestContext, heartbeat: Heartbeat) {
    this.#token = token;
    this.#carrier = carrier;
    this.#heartbeat = heartbeat;
    heartbeat.seen(this);
  }

  /**
   * 2026-07-28 basic/patterns/progress#progress-flow: the value MUST increase with each notification. One that does
   * not is dropped.
   */
  report(value: number, details: ProgressDetails): void {
    if (this.#isOver || !Number.isFinite(value)) return;
    if (this.#last !== undefined && value <= this.#last) return;
    this.#total = details.total;
    this.#send(value, details.message);
    this.#heartbeat.seen(this);
  }

  /** Tells the client that the call goes on. Never reports less than the handler did. */
  beat(): void {
    const last = this.#last ?? 0;
    this.#send(last + Math.max(Math.abs(last) * HEARTBEAT_FRACTION, HEARTBEAT_STEP), undefined);
  }

  /** Progress notifications MUST stop after completion. */
  end(): void {
    this.#isOver = true;
    this.#heartbeat.forget(this);
  }

  #send(progress: number, message: string | undefined): void {
    this.#last = progress;
    const params: JsonObject = { progressToken: this.#token, progress };
    if (this.#total !== undefined) params['total'] = this.#total;
    if (message !== undefined) params['message'] = message;
    this.#carrier.notify(notification('notifications/progress', params));
  }
}
