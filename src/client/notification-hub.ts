import type {
  LoggingMessageParams,
  NotificationMessage,
  ProgressParams,
  RequestId,
} from '../protocol/index.js';
import { Fault, isRequestId } from '../protocol/index.js';
import type { Budget, Deadlines } from './deadlines.js';
import type { ListKind, Progress } from './handlers.js';
import type { UrlElicitations } from './input/url-elicitations.js';
import type { ClientConfig } from './options.js';

/** Who is told about the progress of a request. */
export interface ProgressTarget {
  readonly budget: Budget;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Listens for what changes on the server. */
export interface ChangeListener {
  listChanged(kind: ListKind): void;
  resourceUpdated(uri: string): void;
}

const LISTS: ReadonlyMap<string, ListKind> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/prompts/list_changed', 'prompts'],
  ['notifications/resources/list_changed', 'resources'],
]);

/** The list that a notification says has changed; `undefined` for all other notifications. */
export function changedList(method: string): ListKind | undefined {
  return LISTS.get(method);
}

export interface NotificationHubParts {
  readonly config: ClientConfig;
  readonly deadlines: Deadlines;
  readonly urlElicitations: UrlElicitations;
  /** The server takes a question back. */
  readonly onCancelled: (id: RequestId) => void;
}

/**
 * Where all notifications of a server arrive, whichever stream brought them. What nobody knows of is passed over: a
 * late progress report or a notification of the vendor's own must do no harm.
 */
export class NotificationHub {
  /** By progress token. */
  readonly progress = new Map<RequestId, ProgressTarget>();
  readonly listeners = new Set<ChangeListener>();
  /** Takes one notification. Bound, so that one function serves all requests. */
  readonly take: (message: NotificationMessage) => void;
  readonly #config: ClientConfig;
  readonly #deadlines: Deadlines;
  readonly #urlElicitations: UrlElicitations;
  readonly #onCancelled: (id: RequestId) => void;

  constructor(parts: NotificationHubParts) {
    this.#config = parts.config;
    this.#deadlines = parts.deadlines;
    this.#urlElicitations = parts.urlElicitations;
    this.#onCancelled = parts.onCancelled;
    this.take = (message) => this.#take(message);
  }

  #take({ method, params = {} }: NotificationMessage): void {
    switch (method) {
      case 'notifications/progress':
        this.#progress(params as unknown as Partial<ProgressParams>);
        return;
      case 'notifications/message':
        this.#log(params as unknown as Partial<LoggingMessageParams>);
        return;
      case 'notifications/tools/list_changed':
        this.#listChanged('tools');
        return;
      case 'notifications/prompts/list_changed':
        this.#listChanged('prompts');
        return;
      case 'notifications/resources/list_changed':
        this.#listChanged('resources');
        return;
      case 'notifications/resources/updated':
        if (typeof params['uri'] === 'string') this.#resourceUpdated(params['uri']);
        return;
      case 'notifications/elicitation/complete':
        this.#elicitComplete(params['elicitationId']);
        return;
      case 'notifications/cancelled':
        if (isRequestId(params['requestId'])) this.#onCancelled(params['requestId']);
        return;
    }
  }

  // 2026-07-28 basic/patterns/progress#behavior-requirements
  #progress({ progressToken, progress, total, message }: Partial<ProgressParams>): void {
    if (progressToken === undefined || typeof progress !== 'number') return;
    const target = this.progress.get(progressToken);
    if (target === undefined) return;
    this.#deadlines.touch(target.budget);
    if (target.onProgress === undefined) return;
    const report: Progress = {
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    };
    this.#call('onProgress', target.onProgress, report);
  }

  #log({ level, logger, data }: Partial<LoggingMessageParams>): void {
    const { onLog } = this.#config.options;
    if (onLog === undefined || level === undefined) return;
    this.#call('onLog', onLog, { level, data, ...(typeof logger === 'string' ? { logger } : {}) });
  }

  #listChanged(kind: ListKind): void {
    for (const listener of [...this.listeners]) listener.listChanged(kind);
    const { onListChanged } = this.#config.options;
    if (onListChanged !== undefined) this.#call('onListChanged', onListChanged, kind);
  }

  #resourceUpdated(uri: string): void {
    for (const listener of [...this.listeners]) listener.resourceUpdated(uri);
  }

  #elicitComplete(elicitationId: unknown): void {
    const { onElicitComplete } = this.#config.options;
    // 2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation: clients MUST ignore unknown ids
    if (typeof elicitationId !== 'string' || !this.#urlElicitations.end(elicitationId)) return;
    if (onElicitComplete === undefined) return;
    this.#call('onElicitComplete', onElicitComplete, elicitationId);
  }

  /** Runs a callback of the application: when it throws, everything else goes on. */
  #call<Value>(name: string, callback: (value: Value) => void, value: Value): void {
    try {
      callback(value);
    } catch (cause) {
      this.#config.warn(new Fault('handler_failed', `The ${name} callback threw.`, { cause }));
    }
  }
}
