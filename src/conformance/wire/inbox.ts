import type { Fault, RequestId } from '../../protocol/index.js';
import { canonicalId, Fault as FaultClass, sameId } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import type { WireRecord } from './wire-record.js';

/** What one session may send us in all, before it is ended for that. */
export interface InboxBounds {
  readonly maxBytes: number;
  readonly maxFrames: number;
}

interface Waiter {
  readonly isIt: (record: WireRecord) => boolean;
  readonly settle: (record: WireRecord | undefined) => void;
}

/** What was received in a session, and who waits for more. */
export class Inbox {
  readonly records: WireRecord[] = [];
  readonly #clock: Clock;
  readonly #bounds: InboxBounds;
  readonly #waiters = new Set<Waiter>();
  #bytes = 0;
  #isOver = false;
  #end: Fault | undefined;

  constructor(clock: Clock, bounds: InboxBounds) {
    this.#clock = clock;
    this.#bounds = bounds;
  }

  /** Nothing more will come. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Why nothing more will come, when something went wrong. */
  get end(): Fault | undefined {
    return this.#end;
  }

  /** Takes a record; returns the fault that ends the session when it is too much. */
  push(record: WireRecord): Fault | undefined {
    this.#bytes += record.bytes;
    this.records.push(record);
    for (const waiter of this.#waiters) if (waiter.isIt(record)) waiter.settle(record);
    const { maxBytes, maxFrames } = this.#bounds;
    if (this.#bytes <= maxBytes && this.records.length <= maxFrames) return undefined;
    return new FaultClass(
      'limit_exceeded',
      `The server sent more than ${maxFrames} frames or ${maxBytes} bytes in one session; it was ended for that.`,
      { limit: 'responseBodyBytes' },
    );
  }

  /** Nothing more will come. Only the first call counts. */
  finish(fault?: Fault): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end = fault;
    for (const waiter of this.#waiters) waiter.settle(undefined);
  }

  /** The first record from `from` on for which `isIt` holds: one that is there, or one that comes within the time. */
  next(
    isIt: (record: WireRecord) => boolean,
    options: {
      readonly from: number;
      readonly timeoutMs: number;
      readonly signal?: AbortSignal | undefined;
      readonly onTimeout?: () => void;
    },
  ): Promise<WireRecord | undefined> {
    const { from, timeoutMs, signal, onTimeout } = options;
    const there = this.records.slice(from).find(isIt);
    if (there !== undefined || this.#isOver || signal?.aborted === true) {
      return Promise.resolve(there);
    }
    return new Promise((resolve) => {
      const settle = (record: WireRecord | undefined): void => {
        this.#waiters.delete(waiter);
        stopTimer();
        signal?.removeEventListener('abort', onAbort);
        resolve(record);
      };
      const waiter: Waiter = { isIt, settle };
      const onAbort = (): void => settle(undefined);
      const onTime = (): void => {
        onTimeout?.();
        settle(undefined);
      };
      const stopTimer = this.#clock.after(timeoutMs, onTime, true);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }
}

/** Whether a record holds the response to this id, or an error without id where that counts. */
export function isResponseTo(
  id: RequestId | undefined,
  orWithoutId: boolean,
): (record: WireRecord) => boolean {
  return ({ messages }) =>
    messages.some((message) => {
      if (message.kind !== 'success' && message.kind !== 'error') return false;
      if (message.id === undefined) return orWithoutId;
      return id !== undefined && sameId(message.id, id);
    });
}

/** Which method was asked under which id. */
export class AskedMethods {
  readonly #methods = new Map<RequestId, string>();

  add({ messages }: WireRecord): void {
    for (const message of messages) {
      if (message.kind === 'request') this.#methods.set(canonicalId(message.id), message.method);
    }
  }

  of(id: RequestId | undefined): string | undefined {
    return id === undefined ? undefined : this.#methods.get(canonicalId(id));
  }
}
