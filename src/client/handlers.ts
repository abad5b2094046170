import type {
  CreateMessageParams,
  CreateMessageResult,
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  Implementation,
  JsonObject,
  LoggingLevel,
  Root,
} from '../protocol/index.js';

/** Who asks, and until when. Show the server to the user: it is what the specification demands of a client. */
export interface AskContext {
  /** What the server says of itself; not verified. `undefined` when it says nothing. */
  readonly serverInfo: Implementation | undefined;
  /** The identity of the server description that this client was opened with (`targetIdentity`). */
  readonly server: string;
  /** Aborted when the answer is not wanted any more: the call was cancelled, or the client closed. */
  readonly signal: AbortSignal;
}

/** What is on its way to the user. `mode` is absent or `'form'` for a form. */
export type ElicitHandler = (
  params: ElicitParams,
  context: AskContext,
) => ElicitResult | Promise<ElicitResult>;

/** One handler for each mode; the mode without a handler is not declared. */
export interface ElicitHandlers {
  /** Shows a form. Fields that an accepted answer leaves out are filled in from their `default`. */
  readonly form?: (params: ElicitFormParams, context: AskContext) => ElicitResult | Promise<ElicitResult>;
  /**
   * Shows the full URL and asks for consent; opens it only then, where neither program nor model can look in.
   * plainwire itself never opens or fetches it.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
   */
  readonly url?: (params: ElicitUrlParams, context: AskContext) => ElicitResult | Promise<ElicitResult>;
}

/** Answers with a model's message, or with `'rejected'` when the user refuses. */
export type SampleHandler = (
  params: CreateMessageParams,
  context: AskContext,
) => CreateMessageResult | 'rejected' | Promise<CreateMessageResult | 'rejected'>;

export type RootsSource =
  | readonly Root[]
  | ((context: AskContext) => readonly Root[] | Promise<readonly Root[]>);

/** Progress of one call. `progress` grows; `total` may be unknown. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface LogEntry {
  readonly level: LoggingLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/** Which list of the server changed. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** What one call may be given. */
export interface CallOptions {
  /** Cancels the call on both sides, in the way of the era. */
  readonly signal?: AbortSignal;
  /** Told about the progress that the server reports. */
  readonly onProgress?: (progress: Progress) => void;
  /** Longest wait without progress; overrides `timeouts.idleMs`. `Infinity` for no limit. */
  readonly idleMs?: number;
  /** Longest wait in all, all rounds of input included; overrides `timeouts.totalMs`. `Infinity` for no limit. */
  readonly totalMs?: number;
  /** More members for `_meta` of the request: a trace context, say. Keys of the protocol itself are kept. */
  readonly meta?: JsonObject;
}

export interface ListOptions {
  /** Fetches the list even if a fresh one is kept. Default false. */
  readonly refresh?: boolean;
  /** Ends the wait of this caller; a walk that others wait for goes on. */
  readonly signal?: AbortSignal;
}
