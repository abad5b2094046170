import type { Era, JsonObject, Revision } from '../protocol/index.js';
import type { RawHttp } from './wire/raw-http.js';
import type { CheckTransport, Evidence } from './wire/wire-record.js';
import type { WireSession } from './wire/wire-session.js';

/** What the server said about itself in this revision. */
export interface ServerFacts {
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject | undefined;
  readonly instructions: unknown;
  /** The whole InitializeResult or DiscoverResult. */
  readonly handshake: JsonObject;
  /** Every revision that the server serves, as found out by trying. */
  readonly served: readonly Revision[];
  /**
   * `open`: a request without credentials is served. `authorized`: it is refused, and with the caller's credentials it
   * is served. `protected`: it is refused, and there are none that work: nothing else is known of the server then, and
   * only checks with `runsUnauthorized` run.
   */
  readonly access: 'open' | 'authorized' | 'protected';
}

/** What the caller allows. */
export interface CallPolicy {
  /** Listed tools with `readOnlyHint: true` and no required arguments may be called. */
  readonly callReadonly: boolean;
  /** Listed tools that may be called by name. */
  readonly allowCalls: readonly string[];
  /** The server is a process started here, or its host is this machine. */
  readonly isLocal: boolean;
}

/** All pages of a list. */
export interface ListWalk extends Evidence {
  /** The items of all pages, as they came. Members that are no objects are left out. */
  readonly items: readonly JsonObject[];
  /** The results, page by page. */
  readonly pages: readonly JsonObject[];
  /** What kept the walk from its end: an error, a repeated cursor, too many pages. */
  readonly problem: string | undefined;
}

/** A listed tool that may be called. */
export interface CallableTool {
  readonly tool: JsonObject;
  /** Arguments that its inputSchema should accept: `{}` where nothing is required. */
  readonly arguments: JsonObject;
}

export type ListMethod = 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list';

export interface FreshOptions {
  /**
   * Legacy: `full` (default) sends initialize and notifications/initialized; `initialize` leaves the notification out;
   * `none` sends nothing. Modern sessions have no handshake: with `full` server/discover is asked once.
   */
  readonly handshake?: 'full' | 'initialize' | 'none';
  /** Params of initialize laid over the usual ones; a member with `undefined` is left out. */
  readonly initialize?: JsonObject;
  /** Client capabilities to declare. Default `{}`. */
  readonly capabilities?: JsonObject;
}

/** What a check works with. It belongs to one check in one revision. */
export interface CheckContext {
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: CheckTransport;
  readonly server: ServerFacts;
  readonly policy: CallPolicy;
  /** Aborted when the time of the check is over; every wait of the context ends then. */
  readonly signal: AbortSignal;
  /**
   * The session that checks of this revision share, one check at a time on stdio; for a destructive check, the one that
   * destructive checks share. Handshake done, nothing declared. Not to be closed.
   */
  session(): Promise<WireSession>;
  /** A session (and on stdio, a process) of this check's own. Closed after the check. */
  fresh(options?: FreshOptions): Promise<WireSession>;
  /** HTTP to the endpoint. Throws on stdio: only for checks whose transports are HTTP's. */
  readonly http: RawHttp;
  /** Walks a list once per revision, in the shared session; later calls get the same walk. */
  list(method: ListMethod): Promise<ListWalk>;
  /** The listed tools that may be called, at most ten. For checks with `callsTools: 'listed'`. */
  callableTools(): Promise<readonly CallableTool[]>;
  delay(ms: number): Promise<void>;
}

/** Whether a capability is declared: `resources.subscribe` needs both, and the last not to be false. */
export function declares(capabilities: JsonObject, path: string): boolean {
  let value: unknown = capabilities;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as JsonObject)[name];
  }
  return value !== undefined && value !== null && value !== false;
}
