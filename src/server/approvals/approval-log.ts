import type { JsonObject } from '../../protocol/index.js';
import { callHook } from '../call-hook.js';
import type { RunContext, RunEvent } from '../run-context.js';
import type { ServerLog } from '../server-log.js';
import type { DecisionSource } from './decision-table.js';

/** One permission prompt and what came of it. */
export interface ApprovalDecision {
  readonly tool: string;
  /** As the model wrote them. On the record only: events do not carry them. */
  readonly arguments: Readonly<JsonObject>;
  /** The arguments that were approved in their place; absent when they were not changed. */
  readonly modified?: Readonly<JsonObject>;
  readonly allowed: boolean;
  readonly source: DecisionSource;
  /** The question got to the asker, whatever became of it: somebody may have been interrupted. */
  readonly asked: boolean;
  /**
   * Why; for a denial, what the model was told. Text from outside, a reviewer's note or the message of an exception:
   * unredacted, here and in events.
   */
  readonly reason: string;
  /** Who answered, as the asker says. */
  readonly actor: string | undefined;
  readonly toolUseId: string | undefined;
  /** When the prompt came, in milliseconds since 1970. */
  readonly askedAtMs: number;
  readonly decidedAtMs: number;
}

/** What listeners and `context.emit` are told: everything but the arguments. */
export interface ApprovalEvent extends RunEvent, Omit<ApprovalDecision, 'arguments' | 'modified'> {
  readonly type: 'approval.decided';
  /** The arguments were changed. */
  readonly isModified: boolean;
}

export type ApprovalListener = (event: ApprovalEvent) => void;

/** The decisions of one approval server, and who is told of them. The record comes first, the telling second. */
export class ApprovalLog {
  readonly #decisions: ApprovalDecision[] = [];
  readonly #listeners = new Set<ApprovalListener>();
  readonly #run: RunContext;
  readonly #max: number;
  readonly #log: ServerLog;

  constructor(run: RunContext, max: number, log: ServerLog) {
    this.#run = run;
    this.#max = max;
    this.#log = log;
  }

  /** Oldest first. */
  get decisions(): readonly ApprovalDecision[] {
    return [...this.#decisions];
  }

  subscribe(listener: ApprovalListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  append(decision: ApprovalDecision): void {
    this.#decisions.push(Object.freeze(decision));
    if (this.#decisions.length > this.#max) this.#dropOldest();
    this.#tell(eventOf(decision));
  }

  #tell(event: ApprovalEvent): void {
    callHook(() => this.#run.emit?.(event), this.#onHookError);
    for (const listener of [...this.#listeners]) callHook(() => listener(event), this.#onHookError);
  }

  #dropOldest(): void {
    this.#decisions.shift();
    this.#log.warnOnce(
      `More than limits.approvalDecisions (${this.#max}) decisions were made; the oldest are forgotten. Keep them from ` +
        'the events, or raise the limit.',
    );
  }

  readonly #onHookError = (error: unknown): void => {
    this.#log.warn('A listener of approval decisions failed. The decision stands.', error);
  };
}

function eventOf({ arguments: _notBroadcast, modified, ...rest }: ApprovalDecision): ApprovalEvent {
  return Object.freeze({ type: 'approval.decided', ...rest, isModified: modified !== undefined });
}
