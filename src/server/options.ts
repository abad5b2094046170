import type { Implementation, JsonObject, Limits, Revision, ServerCapabilities } from '../protocol/index.js';
import {
  checkExtensionId,
  compareRevisions,
  Fault,
  isRevision,
  limitsWith,
  REVISIONS,
} from '../protocol/index.js';
import type { SchemaValidator } from '../schema/index.js';
import { ajvValidator } from '../schema/index.js';
import type { AuthInfo, Clock } from '../transport/index.js';
import { systemClock } from '../transport/index.js';
import type { CacheHint } from './cache-hint.js';
import type { CallContext } from './context/call-context.js';
import type { ToolReturn } from './definitions.js';
import type { ServerLogEntry } from './server-log.js';
import { logToConsole } from './server-log.js';

/** Who the server is, as clients see it. */
export interface ServerIdentity extends Implementation {
  /** Advice for the model on how to use the server as a whole. */
  readonly instructions?: string;
}

/** The methods whose results carry caching hints. */
export type CachedMethod =
  | 'server/discover'
  | 'tools/list'
  | 'prompts/list'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read';

/** A tool call that is about to run. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly auth: AuthInfo | undefined;
  readonly headers: Readonly<Record<string, string | undefined>> | undefined;
  readonly clientInfo: Implementation | undefined;
  readonly sessionId: string | undefined;
}

/**
 * Answers a tool call by itself: whatever its name and arguments are. What it throws is an internal error to the client.
 *
 * @internal
 */
export type ToolRoute = (
  name: string,
  args: JsonObject,
  context: CallContext,
) => ToolReturn | Promise<ToolReturn>;

export interface RequestStateOptions {
  /**
   * Secret of at least 32 bytes that seals what clients carry between the rounds of a question. Instances that serve
   * the same clients need the same one. Default: random, per server object.
   */
  readonly key?: string | Uint8Array;
  /** How long the user may take to answer, in milliseconds. Default 24 hours. */
  readonly ttlMs?: number;
  /** Wall clock in milliseconds, for tests. Default `Date.now`. */
  readonly now?: () => number;
}

/** Features that can be offered before anything is registered. */
export type Feature = 'tools' | 'resources' | 'prompts' | 'completions';

export interface ServerOptions {
  /** Protocol revisions to serve. Default: all of both eras. */
  readonly revisions?: readonly Revision[];
  /** Features to declare although nothing is registered yet. What is registered is declared anyway. */
  readonly features?: readonly Feature[];
  /** Items in one page of a list. Default 1,000. */
  readonly pageSize?: number;
  /** Caching hints per method. Default 30 s for the lists, 0 for `resources/read`, `private` for all. */
  readonly cache?: { readonly [method in CachedMethod]?: CacheHint };
  /** Lets `context.log` reach clients that ask for it, and declares `logging`. Default false. */
  readonly logging?: boolean;
  /** Tells clients when lists change. Default true. */
  readonly listChanged?: boolean;
  /** Lets clients subscribe to `resourceUpdated`. Default true. */
  readonly resourceUpdates?: boolean;
  /** Extensions to declare (modern revisions), by identifier. */
  readonly extensions?: ServerCapabilities['extensions'];
  /** Puts name and version into every result of a modern revision. Default true. */
  readonly identify?: boolean;
  readonly requestState?: RequestStateOptions;
  /** Runs before each tool call; throw an `RpcError` to refuse it. The place for a rate limit. */
  readonly beforeCall?: (call: ToolCall) => void | Promise<void>;
  /**
   * Takes all tool calls; registered tools are only listed then. For servers that hand out tools which check their own
   * arguments, and that answer calls of unknown tools with more than an error code.
   *
   * @internal
   */
  readonly routeCall?: ToolRoute;
  /** Told what must not go to clients: exceptions, and warnings about the set-up. Default: the console. */
  readonly onLog?: (entry: ServerLogEntry) => void;
  /** Default: `ajvValidator`, which is loaded on the first call. */
  readonly validator?: SchemaValidator;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
}

/** The options with every default filled in. */
export interface Settings {
  /** Newest first. */
  readonly revisions: readonly Revision[];
  readonly features: readonly Feature[];
  readonly pageSize: number;
  readonly cache: { readonly [method in CachedMethod]?: CacheHint };
  readonly logging: boolean;
  readonly listChanged: boolean;
  readonly resourceUpdates: boolean;
  readonly extensions: ServerCapabilities['extensions'];
  readonly identify: boolean;
  readonly requestState: RequestStateOptions;
  readonly beforeCall: ((call: ToolCall) => void | Promise<void>) | undefined;
  /** @internal */
  readonly routeCall: ToolRoute | undefined;
  readonly onLog: (entry: ServerLogEntry) => void;
  readonly validator: SchemaValidator;
  readonly limits: Limits;
  readonly clock: Clock;
}

const LIST_HINT: CacheHint = { ttlMs: 30_000 };

const DEFAULT_CACHE = {
  'server/discover': LIST_HINT,
  'tools/list': LIST_HINT,
  'prompts/list': LIST_HINT,
  'resources/list': LIST_HINT,
  'resources/templates/list': LIST_HINT,
  'resources/read': { ttlMs: 0 },
} as const;

/** @throws Fault `invalid_argument` */
export function settingsOf(options: ServerOptions): Settings {
  const { revisions = REVISIONS, pageSize = 1000 } = options;
  if (revisions.length === 0 || !revisions.every(isRevision)) {
    throw new Fault(
      'invalid_argument',
      `McpServer: \`revisions\` must name some of ${REVISIONS.join(', ')}.`,
    );
  }
  if (!Number.isInteger(pageSize) || pageSize < 1) {
    throw new Fault('invalid_argument', 'McpServer: `pageSize` must be a whole number, 1 or more.');
  }
  // 2026-07-28 basic/versioning#extension-negotiation: identifiers MUST follow the rules of _meta keys, with a prefix
  for (const id of Object.keys(options.extensions ?? {})) {
    const check = checkExtensionId(id);
    if (!check.ok) throw new Fault('invalid_argument', `McpServer: \`extensions\`: ${check.reason}.`);
  }
  const limits = limitsWith(options.limits);
  return {
    revisions: [...new Set(revisions)].sort((a, b) => compareRevisions(b, a)),
    features: options.features ?? [],
    pageSize,
    cache: { ...DEFAULT_CACHE, ...options.cache },
    logging: options.logging ?? false,
    listChanged: options.listChanged ?? true,
    resourceUpdates: options.resourceUpdates ?? true,
    extensions: options.extensions,
    identify: options.identify ?? true,
    requestState: options.requestState ?? {},
    beforeCall: options.beforeCall,
    routeCall: options.routeCall,
    onLog: options.onLog ?? logToConsole,
    validator: options.validator ?? ajvValidator({ limits }),
    limits,
    clock: options.clock ?? systemClock,
  };
}
