const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Every bound that plainwire puts on what a peer can make it hold. All are on by default; docs/limits.md says
 * what each protects and a test holds that page against this table. Sizes are bytes, times milliseconds.
 * A bound that trips is a `Fault` with code `limit_exceeded` and this key as its `limit`.
 */
export const DEFAULT_LIMITS = {
  /** One line on stdio, or one WebSocket frame. */
  lineBytes: 64 * MiB,
  /** One server-sent event. */
  sseEventBytes: 64 * MiB,
  /** One HTTP request body that a server accepts. */
  requestBodyBytes: 16 * MiB,
  /** One HTTP response body that a client accepts. */
  responseBodyBytes: 64 * MiB,
  /** Nesting of arrays and objects, in and out. */
  jsonDepth: 128,
  /** Members of one batch (2025-03-26 only). */
  batchMembers: 256,
  /** Requests being handled at once, per connection; one that was cancelled counts until its handler has ended. */
  inFlightRequests: 1024,
  /**
   * Requests that an HTTP or WebSocket server has handlers at work on at once, for all its clients; one whose client has
   * gone counts until its handler has ended. Subscriptions have a bound of their own.
   */
  runningRequests: 4096,
  /** Bytes waiting to be written to a slow reader before reading from it stops. */
  writeQueueBytes: 8 * MiB,
  /** Tail of a child process's stderr that errors carry. */
  stderrTailBytes: 8 * KiB,
  /** Lines of non-protocol text on stdout that are kept as a sample. */
  strayLines: 16,
  /** TCP connections an HTTP server holds. */
  connections: 16_384,
  /** Requests that a server for an agent CLI on this machine works on at once. */
  loopbackRequests: 1024,
  /** Questions of an approval server that wait for an answer; more are denied without asking. */
  pendingApprovals: 100,
  /** Decisions that an approval server keeps on record; the oldest go first. */
  approvalDecisions: 10_000,
  /** Legacy HTTP sessions a server keeps. */
  legacySessions: 1024,
  /** Time without traffic after which a legacy HTTP session is dropped. */
  legacySessionIdleMs: 30 * 60_000,
  /** Bytes of events kept for resumption, per legacy HTTP session. */
  replayBytes: 4 * MiB,
  /** Open subscriptions, per server. */
  subscriptions: 16_384,
  /** Resource URIs in one subscription. */
  subscriptionUris: 1024,
  /** Pages that a client follows in one list. */
  listPages: 1000,
  /** Items that a client takes in one list. */
  listItems: 100_000,
  /** Length of a URI that is tried against resource templates. */
  uriChars: 64 * KiB,
  /** Rounds of input-required answers for one request. */
  inputRounds: 16,
  /** Interactions by URL whose end a client waits to be told (2025-11-25 only). */
  urlElicitations: 1024,
  /** HTTP redirects followed for one request. */
  redirects: 5,
  /** One tool schema. */
  schemaBytes: 1 * MiB,
  /** Nesting of one tool schema. */
  schemaDepth: 64,
  /** Subschemas in one tool schema. */
  schemaNodes: 10_000,
  /** One configuration file of a host; also all its texts together once their variables are expanded. */
  configFileBytes: 4 * MiB,
  /** One binary resource that a host saves as a file for a model. */
  resourceBlobBytes: 10 * MiB,
  /** Length of a string that a schema's `pattern` is tried against. */
  patternInputChars: 64 * KiB,
  /** Subschemas applied in the check of a small value, however often they refer to each other. */
  schemaSteps: 100_000,
  /** As many more for each part of a larger value. */
  schemaStepsPerPart: 10,
  /** Subschemas applied in the check of any value. */
  schemaStepsInAll: 10_000_000,
} as const;

export type LimitName = keyof typeof DEFAULT_LIMITS;
export type Limits = { readonly [name in LimitName]: number };

/** The defaults, overlaid by `overrides`. */
export function limitsWith(overrides: Partial<Limits> | undefined): Limits {
  return overrides === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...overrides };
}
