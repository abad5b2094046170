import { onAbort } from './abort-watch.js';

/** Is told when its exchange is no longer wanted. */
export interface CancellationListener {
  cancelled(reason: unknown): void;
}

/**
 * What an `AbortSignal` says, to one listener: putting a listener on a signal and taking it off again costs more than
 * encoding a request.
 */
export interface Cancellation {
  readonly isCancelled: boolean;
  readonly reason: unknown;
  /** Set by the connection while the exchange is under way. Told at most once. */
  listener: CancellationListener | undefined;
}

/** What tells that a caller gives up: either or both, saying the same. */
export interface Cancellable {
  readonly signal?: AbortSignal;
  readonly cancellation?: Cancellation;
}

/** Whether the caller has given up already. Leaves `signal` alone, which may be made on demand, where it can. */
export function isCancelled(by: Cancellable): boolean {
  return by.cancellation === undefined ? by.signal?.aborted === true : by.cancellation.isCancelled;
}

/** What the caller gave as the reason. */
export function cancellationReason(by: Cancellable): unknown {
  return by.cancellation === undefined ? by.signal?.reason : by.cancellation.reason;
}

/**
 * Tells `listener` when the caller gives up. The returned function ends that; there is none where the caller's
 * `cancellation` takes the listener itself, and then `signal`, which may be made on demand, is left alone: it would be
 * the dearest part of a call.
 */
export function listenForCancellation(
  by: Cancellable,
  listener: CancellationListener,
): (() => void) | undefined {
  if (by.cancellation !== undefined) {
    by.cancellation.listener = listener;
    return undefined;
  }
  return by.signal === undefined ? undefined : onAbort(by.signal, (reason) => listener.cancelled(reason));
}
