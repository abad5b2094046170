import type { RevisionRange, Shape } from './shape/shape.js';

/** A client or a server. */
export type Side = 'client' | 'server';

/** A capability, as the path of object keys below `capabilities`. */
export interface NeededCapability {
  /** Whose it is. `receiver`: of whichever side gets the request (tasks). */
  readonly side: Side | 'receiver';
  readonly path: readonly string[];
  /** Revisions in which it exists; outside them the method needs none. */
  readonly range: RevisionRange;
}

interface RowBase<P> {
  readonly method: string;
  /** Name of the whole message in the emitted schema. */
  readonly typeName: string;
  /** Who may send it as a message of its own, and in which revisions. */
  readonly senders: { readonly [side in Side]?: RevisionRange };
  readonly params: Shape<P>;
  /** `params` must be there although none of its members has to. */
  readonly needsParams: boolean;
  readonly needs: NeededCapability | undefined;
}

/** A request and its result. */
export interface RequestRow<P, R> extends RowBase<P> {
  readonly kind: 'request';
  readonly result: Shape<R>;
  /** Revisions in which it is not sent, but embedded in an input-required result. */
  readonly embedded: RevisionRange | undefined;
  /** The member of params that streamable HTTP mirrors into `Mcp-Name`. */
  readonly nameHeader: 'name' | 'uri' | undefined;
  /** The result carries `ttlMs` and `cacheScope`. */
  readonly isCacheable: boolean;
  /** The result may be an input-required one. */
  readonly mayAskInput: boolean;
  /** May be run as a task of 2025-11-25; the capability that the receiver needs for it. */
  readonly taskCapability: readonly string[] | undefined;
  /** For paged lists: the member of the result with the items, and the shape of one, for `checkItems`. */
  readonly items: { readonly member: string; readonly shape: Shape<unknown> } | undefined;
}

/** A notification. */
export interface NotificationRow<P> extends RowBase<P> {
  readonly kind: 'notification';
}

/** One row of the method table. */
export type MethodRow = RequestRow<unknown, unknown> | NotificationRow<unknown>;

/** The optional parts of a row have defaults; `needs` is written `'server tools.listChanged'`. */
interface CommonInput<P> {
  typeName: string;
  senders: { readonly [side in Side]?: RevisionRange };
  params: Shape<P>;
  needsParams?: boolean;
  needs?: `${Side | 'receiver'} ${string}`;
  needsIn?: RevisionRange;
}

/** As `RequestRow`, with defaults. */
export interface RequestInput<P, R> extends CommonInput<P> {
  result: Shape<R>;
  embedded?: RevisionRange;
  nameHeader?: 'name' | 'uri';
  isCacheable?: boolean;
  mayAskInput?: boolean;
  taskCapability?: readonly string[];
  items?: { readonly member: string; readonly shape: Shape<unknown> };
}

function common<P>(method: string, input: CommonInput<P>) {
  const { typeName, senders, params, needsParams = false, needsIn = {} } = input;
  const [side, path] = (input.needs?.split(' ') ?? []) as [NeededCapability['side']?, string?];
  const needs =
    side === undefined || path === undefined ? undefined : { side, path: path.split('.'), range: needsIn };
  return { method, typeName, senders, params, needsParams, needs };
}

/** A row for a request. */
export function requestRow<P, R>(method: string, input: RequestInput<P, R>): RequestRow<P, R> {
  return {
    kind: 'request',
    ...common(method, input),
    result: input.result,
    embedded: input.embedded,
    nameHeader: input.nameHeader,
    isCacheable: input.isCacheable ?? false,
    mayAskInput: input.mayAskInput ?? false,
    taskCapability: input.taskCapability,
    items: input.items,
  };
}

/** A row for a notification. */
export function notificationRow<P>(method: string, input: CommonInput<P>): NotificationRow<P> {
  return { kind: 'notification', ...common(method, input) };
}
