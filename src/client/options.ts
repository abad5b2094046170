import type {
  ClientCapabilities,
  Era,
  Fault,
  Implementation,
  Limits,
  LoggingLevel,
  Revision,
} from '../protocol/index.js';
import { checkExtensionId, eraOf, Fault as FaultError, limitsWith } from '../protocol/index.js';
import type { SchemaValidator } from '../schema/index.js';
import { ajvValidator } from '../schema/index.js';
import type {
  ClientConnection,
  Clock,
  ConnectionOptions,
  ServerTarget,
  WireEvent,
} from '../transport/index.js';
import { openConnection, systemClock } from '../transport/index.js';
import { DEFAULT_CLIENT_INFO } from './client-info.js';
import type { EraCache } from './connect/era-cache.js';
import { programEraCache } from './connect/era-cache.js';
import type {
  ElicitHandler,
  ElicitHandlers,
  ListKind,
  LogEntry,
  RootsSource,
  SampleHandler,
} from './handlers.js';
import { requireFileUri } from './input/root-uri.js';

/** All in milliseconds; `Infinity` for no limit. */
export interface Timeouts {
  /** Opening in all: process or socket, probe, handshake. Default 60,000. */
  readonly connectMs?: number;
  /** How long a server may be silent about `server/discover` before `initialize` is tried as well. Default 5,000. */
  readonly probeMs?: number;
  /**
   * Longest wait of one request without progress. Default 60,000, and 300,000 for `tools/call`. Stands still while
   * our own user is being asked.
   */
  readonly idleMs?: number;
  /**
   * Longest wait of one call in all, rounds of input included. Default 3,600,000, which stands still while our own
   * user is being asked; a figure given here does not.
   */
  readonly totalMs?: number;
}

/** How long a list is kept, in milliseconds, where the server does not say. */
export interface ListTtlMs {
  /** Default 30,000. */
  readonly tools?: number;
  /** Default 30,000. */
  readonly resources?: number;
  /** Default 30,000. */
  readonly resourceTemplates?: number;
  /** Default 0. */
  readonly prompts?: number;
}

export interface CacheOptions {
  /** One figure for all lists, or one for each. What the server says goes before. */
  readonly listTtlMs?: number | ListTtlMs;
  /** Where verdicts on the era of servers are kept. Default: shared by all clients of the program. */
  readonly eras?: EraCache;
}

export interface McpClientOptions {
  /** Default: plainwire and its version. */
  readonly clientInfo?: Implementation;
  /** Speaks this revision and no other. */
  readonly revision?: Revision;
  /** Speaks only revisions of this era. Default: both. */
  readonly era?: Era;
  /** Extensions and experimental capabilities to declare; the others follow from the handlers. */
  readonly capabilities?: Pick<ClientCapabilities, 'extensions' | 'experimental'>;

  /** Answers what the server wants to know from the user. One function for both modes, or one for each. */
  readonly onElicit?: ElicitHandler | ElicitHandlers;
  /** Has a model write a message. */
  readonly onSample?: SampleHandler;
  /** What `onSample` can do beyond plain messages. Default: nothing. */
  readonly sampling?: { readonly tools?: boolean; readonly context?: boolean };
  /** The folders that the server should work with. */
  readonly roots?: RootsSource;
  /** Log messages of the server. Asks for them at `logLevel`. */
  readonly onLog?: (entry: LogEntry) => void;
  /** Least severe level to ask for. Default: `info` with `onLog` for a modern server, else what the server does. */
  readonly logLevel?: LoggingLevel;
  /** A list of the server changed. A kept list is fetched anew on its next use, with or without this. */
  readonly onListChanged?: (list: ListKind) => void;
  /**
   * A URL that the user consented to, or that an error of code -32042 named, has done its work (2025-11-25 only). Told
   * once for each.
   */
  readonly onElicitComplete?: (elicitationId: string) => void;
  /** Every frame as it went over the wire, redacted. */
  readonly onWire?: (event: WireEvent) => void;
  /** Things that are tolerated but worth telling. */
  readonly onWarning?: (warning: Fault) => void;

  readonly timeouts?: Timeouts;
  /** `false`: every list is fetched each time, and every server is probed. */
  readonly cache?: CacheOptions | false;
  /** `false`: no stream that listens for changes of lists is opened. `subscribe` works all the same. Default true. */
  readonly listen?: boolean;
  /** `false`: results are not held against the `outputSchema` of their tool. Default true. */
  readonly validateOutput?: boolean;
  /** Checks output and forms against JSON Schemas. Default: `ajvValidator()`, loaded on first use. */
  readonly schemas?: SchemaValidator;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** Gives up connecting. */
  readonly signal?: AbortSignal;
  /** Opens connections instead of the built-in `openConnection`. */
  readonly openConnection?: (target: ServerTarget, options: ConnectionOptions) => Promise<ClientConnection>;
}

const DEFAULT_TIMEOUTS = { connectMs: 60_000, probeMs: 5_000, idleMs: 60_000, totalMs: 3_600_000 } as const;
const TOOL_IDLE_MS = 300_000;
const DEFAULT_LIST_TTL_MS = {
  tools: 30_000,
  resources: 30_000,
  resourceTemplates: 30_000,
  prompts: 0,
} as const;

/** The options with every default filled in. */
export interface ClientConfig {
  readonly target: ServerTarget;
  readonly options: McpClientOptions;
  readonly clientInfo: Implementation;
  readonly eras: readonly Era[];
  readonly connectMs: number;
  readonly probeMs: number;
  readonly idleMs: number;
  readonly toolIdleMs: number;
  readonly totalMs: number;
  /** Whether the total is the default, which stands still while our own user is being asked. */
  readonly isTotalDefault: boolean;
  readonly listTtlMs: Required<ListTtlMs>;
  readonly keepsLists: boolean;
  readonly eraCache: EraCache | undefined;
  readonly schemas: SchemaValidator;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly open: (target: ServerTarget, options: ConnectionOptions) => Promise<ClientConnection>;
  readonly warn: (warning: Fault) => void;
}

/** @throws Fault `invalid_argument` */
export function resolveOptions(target: ServerTarget, options: McpClientOptions): ClientConfig {
  checkTimes(options);
  checkPin(options);
  checkExtensions(options);
  if (Array.isArray(options.roots)) for (const { uri } of options.roots) requireFileUri(uri);
  const timeouts = options.timeouts ?? {};
  const cache = options.cache === false ? undefined : (options.cache ?? {});
  const targetMs = target.kind === 'http' || target.kind === 'sse' ? target.timeoutMs : undefined;
  const totalMs = targetMs ?? timeouts.totalMs;
  const limits = limitsWith(options.limits);
  return {
    target,
    options,
    clientInfo: options.clientInfo ?? DEFAULT_CLIENT_INFO,
    eras: erasOf(options),
    connectMs: timeouts.connectMs ?? DEFAULT_TIMEOUTS.connectMs,
    probeMs: timeouts.probeMs ?? DEFAULT_TIMEOUTS.probeMs,
    idleMs: timeouts.idleMs ?? DEFAULT_TIMEOUTS.idleMs,
    toolIdleMs: timeouts.idleMs ?? TOOL_IDLE_MS,
    totalMs: totalMs ?? DEFAULT_TIMEOUTS.totalMs,
    isTotalDefault: totalMs === undefined,
    listTtlMs: listTtls(cache?.listTtlMs),
    keepsLists: cache !== undefined,
    eraCache: cache === undefined ? undefined : (cache.eras ?? programEraCache),
    schemas: options.schemas ?? ajvValidator({ limits }),
    limits,
    clock: options.clock ?? systemClock,
    open: options.openConnection ?? openConnection,
    warn: safeWarn(options.onWarning),
  };
}

function erasOf({ revision, era }: McpClientOptions): readonly Era[] {
  if (revision !== undefined) return [eraOf(revision)];
  return era === undefined ? ['modern', 'legacy'] : [era];
}

function listTtls(given: number | ListTtlMs | undefined): Required<ListTtlMs> {
  if (typeof given !== 'number') return { ...DEFAULT_LIST_TTL_MS, ...given };
  return { tools: given, resources: given, resourceTemplates: given, prompts: given };
}

/** A handler of warnings that cannot do harm by throwing: there is nobody left to tell. */
function safeWarn(onWarning: McpClientOptions['onWarning']): (warning: Fault) => void {
  if (onWarning === undefined) return () => {};
  return (warning) => {
    try {
      onWarning(warning);
    } catch {
      // Telling about a warning must never become a failure of its own.
    }
  };
}

function checkPin({ revision, era }: McpClientOptions): void {
  if (revision === undefined || era === undefined || eraOf(revision) === era) return;
  throw new FaultError(
    'invalid_argument',
    `McpClient: revision ${revision} is not of the ${era} era; give one of the two.`,
  );
}

// 2026-07-28 basic/versioning#extension-negotiation: identifiers MUST follow the rules of _meta keys, with a prefix
function checkExtensions({ capabilities }: McpClientOptions): void {
  for (const id of Object.keys(capabilities?.extensions ?? {})) {
    const check = checkExtensionId(id);
    if (!check.ok)
      throw new FaultError('invalid_argument', `McpClient: \`capabilities.extensions\`: ${check.reason}.`);
  }
}

function checkTimes({ timeouts, cache }: McpClientOptions): void {
  const ttl = cache === false ? undefined : cache?.listTtlMs;
  const ttls = typeof ttl === 'number' ? { listTtlMs: ttl } : ttl;
  for (const [name, value] of Object.entries({ ...timeouts, ...ttls }) as [string, unknown][]) {
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue;
    throw new FaultError(
      'invalid_argument',
      `McpClient: \`${name}\` must be a number of milliseconds, 0 or more.`,
      { details: { option: name } },
    );
  }
}
