import type { JsonObject } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import { callHook } from '../call-hook.js';
import type { Asker, Decision, Question } from './asker.js';
import { decisionMembers, decisionProblem } from './decision-check.js';

/** A question that waits for an answer: plain data, to be sent to wherever the reviewers are. */
export interface WaitingQuestion {
  readonly id: string;
  readonly tool: string;
  readonly arguments: Readonly<JsonObject>;
  readonly toolUseId: string | undefined;
  readonly askedAtMs: number;
  readonly expiresAtMs: number | undefined;
}

/**
 * What became of an answer. Of two reviewers who race, one gets `accepted` and the other `already answered`;
 * `withdrawn` came too late, because the caller is gone or time was up; `unknown` is no question of this queue, or one of
 * long ago.
 */
export type AnswerOutcome = 'accepted' | 'already answered' | 'withdrawn' | 'unknown';

interface Waiting {
  readonly question: WaitingQuestion;
  readonly settle: (decision: Decision) => void;
}

export interface QueueAskerOptions {
  /** Told of each new question. What it throws changes nothing. */
  readonly onQuestion?: (question: WaitingQuestion) => void;
  /** Told when a question needs no answer any more, whatever the reason. What it throws changes nothing. */
  readonly onSettled?: (id: string) => void;
}

/** Settled questions that are remembered, so that a late answer is told what happened. */
const REMEMBERED = 10_000;

/**
 * Holds questions until the application answers them: for a web page, a chat, a team of reviewers. How many may wait is
 * for the approval server to say (`limits.pendingApprovals`).
 *
 * @example
 * const queue = new QueueAsker();
 * const approvals = new ApprovalServer({ asker: queue });
 * // in a handler of the application:
 * const [question] = queue.pending();
 * queue.answer(question.id, { kind: 'reject', note: 'not on a Friday', actor: 'ops' });
 */
export class QueueAsker implements Asker {
  readonly #options: QueueAskerOptions;
  /** Oldest first. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #settled = new Map<string, 'already answered' | 'withdrawn'>();

  constructor(options: QueueAskerOptions = {}) {
    this.#options = options;
  }

  /** For the approval server. */
  ask({ signal, call: _notData, ...question }: Question): Promise<Decision> {
    if (signal.aborted) return Promise.reject(withdrawn());
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#forget(question.id, 'withdrawn');
        reject(withdrawn());
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const settle = (decision: Decision): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(decision);
      };
      this.#waiting.set(question.id, { question, settle });
      callHook(() => this.#options.onQuestion?.(question));
    });
  }

  /** What waits for an answer, oldest first. */
  pending(): readonly WaitingQuestion[] {
    return [...this.#waiting.values()].map(({ question }) => question);
  }

  /**
   * Answers a question, once.
   *
   * @throws Fault `invalid_argument` for what is no decision. The question goes on waiting.
   */
  answer(id: string, decision: Decision): AnswerOutcome {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return this.#settled.get(id) ?? 'unknown';
    // A copy: a page may go on with its object for the next question before this one is acted on.
    const given = decisionMembers(decision);
    const problem = decisionProblem(given);
    if (problem !== undefined) throw new Fault('invalid_argument', `QueueAsker.answer: ${problem}.`);
    this.#forget(id, 'already answered');
    waiting.settle(given as Decision);
    return 'accepted';
  }

  #forget(id: string, as: 'already answered' | 'withdrawn'): void {
    this.#waiting.delete(id);
    this.#settled.set(id, as);
    const oldest = this.#settled.size > REMEMBERED ? this.#settled.keys().next() : undefined;
    if (oldest?.done === false) this.#settled.delete(oldest.value);
    callHook(() => this.#options.onSettled?.(id));
  }
}

function withdrawn(): Fault {
  return new Fault(
    'cancelled',
    'The question was withdrawn: its caller does not wait for an answer any more.',
  );
}
