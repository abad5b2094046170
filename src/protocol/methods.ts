// The method table: one row per request and notification of all revisions. Client calls, server dispatch, header
// checks, caching, recording and conformance checks read it; none keeps a list of its own.
import type { MethodRow, RequestRow, Side } from './method-row.js';
import { NOTIFICATIONS } from './notification-methods.js';
import { REQUESTS } from './request-methods.js';
import type { Revision } from './revision.js';
import { includes } from './shape/range.js';
import type { Infer } from './shape/shape.js';

/** Every request and notification, by method name. */
export const METHODS = { ...REQUESTS, ...NOTIFICATIONS };

/** A request that some revision defines. */
export type RequestMethod = keyof typeof REQUESTS;
/** A notification that some revision defines. */
export type NotificationMethod = keyof typeof NOTIFICATIONS;
/** A method that some revision defines. */
export type Method = RequestMethod | NotificationMethod;

/** The neutral type of the params of a method. */
export type ParamsOf<M extends Method> = Infer<(typeof METHODS)[M]['params']>;
/** The neutral type of the result of a request. */
export type ResultOf<M extends RequestMethod> = Infer<(typeof REQUESTS)[M]['result']>;

const BY_NAME: ReadonlyMap<string, MethodRow> = new Map(Object.entries(METHODS));

/** The row of a method, in whichever revisions it is; `undefined` for one that MCP does not define. */
export function methodRow(method: string): MethodRow | undefined {
  return BY_NAME.get(method);
}

/**
 * The row of a method that `sender` may send as a message of its own in `revision`. A question that the modern era
 * embeds in a result is not one: see `inputRequestRow`.
 */
export function methodIn(method: string, revision: Revision, sender: Side): MethodRow | undefined {
  const row = BY_NAME.get(method);
  const range = row?.senders[sender];
  return range !== undefined && includes(range, revision) ? row : undefined;
}

/** The row of a question that a result may embed in `revision`. 2026-07-28 basic/patterns/mrtr#inputrequests */
export function inputRequestRow(
  method: string,
  revision: Revision,
): RequestRow<unknown, unknown> | undefined {
  const row = BY_NAME.get(method);
  if (row?.kind !== 'request' || row.embedded === undefined) return undefined;
  return includes(row.embedded, revision) ? row : undefined;
}

/** True when either side may send or embed the method in `revision`. */
export function isMethodOf(method: string, revision: Revision): boolean {
  return (
    methodIn(method, revision, 'client') !== undefined ||
    methodIn(method, revision, 'server') !== undefined ||
    inputRequestRow(method, revision) !== undefined
  );
}
