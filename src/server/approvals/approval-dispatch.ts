import type { JsonObject } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import type { Asker, Question } from '../asking/asker.js';
import type { CallContext } from '../context/call-context.js';
import { isUnanswered } from '../context/round-trip.js';
import type { EarlyEnd } from '../registry/call-scope.js';
import { CallScope } from '../registry/call-scope.js';
import type { ApprovalLog } from './approval-log.js';
import type { ApprovalPredicate } from './approval-options.js';
import type { AskOutcome, HookAnswer, Verdict } from './decision-table.js';
import { admissionOf, allowedBy, verdictOf } from './decision-table.js';
import { promptAnswer } from './prompt-answer.js';
import type { PromptReading, PromptRequest } from './prompt-request.js';
import { readPrompt } from './prompt-request.js';
import { RememberedApprovals } from './remembered-approvals.js';

export interface DispatchParts {
  readonly asker: Asker;
  /** Undefined: for ever. */
  readonly timeoutMs: number | undefined;
  readonly autoAllow: ReadonlySet<string>;
  readonly autoAllowWhen: ApprovalPredicate | undefined;
  readonly gate: ApprovalPredicate | undefined;
  readonly log: ApprovalLog;
  /** Told of a hook that failed; the question was asked all the same. */
  readonly onHookError: (hook: string, error: unknown) => void;
  /** How many questions may wait for an answer. */
  readonly maxPending: number;
  readonly clock: Clock;
  readonly now: () => number;
}

/** A prompt on its way to a verdict. */
interface Prompting {
  readonly prompt: PromptRequest;
  readonly call: CallContext;
  readonly scope: CallScope;
  readonly askedAtMs: number;
  isAsked: boolean;
}

const ABSENT: HookAnswer = { kind: 'absent' };

/**
 * Takes permission prompts to verdicts. Whatever happens on the way, the caller gets a well-formed answer, and it is a
 * deny unless something clearly allowed: an exception would look like a broken permission system to the agent CLI, and
 * leave the model free to try again what nobody approved.
 */
export class ApprovalDispatch {
  readonly #parts: DispatchParts;
  /** What stops each prompt that is being decided. One for each: a signal with hundreds of listeners earns a warning. */
  readonly #stops = new Set<AbortController>();
  readonly #remembered: RememberedApprovals;
  /** Set when there is nobody left to answer for: the run was stopped, or the server is closing. */
  #endedWhy: string | undefined;
  #promptsSeen = 0;
  #pending = 0;

  constructor(parts: DispatchParts) {
    this.#parts = parts;
    this.#remembered = new RememberedApprovals(parts.clock, parts.maxPending);
  }

  get promptsSeen(): number {
    return this.#promptsSeen;
  }

  /** Questions that wait for an answer. */
  get pending(): number {
    return this.#pending;
  }

  /** Denies what waits and whatever comes; `why` is a sentence. */
  end(why: string): void {
    this.#endedWhy = why;
    this.#remembered.clear();
    for (const stop of this.#stops) stop.abort(why);
  }

  /** Takes prompts again. */
  reopen(): void {
    this.#endedWhy = undefined;
  }

  /** The answer to one prompt. Rejects only when the calling client has to be asked first, and calls again. */
  async answer(args: JsonObject, call: CallContext): Promise<string> {
    const reading = readPrompt(args);
    return isConfirmation(reading) ? this.#confirm(reading.prompt) : this.#answerNew(reading, call);
  }

  /** No prompt of its own: neither counted nor on the record. */
  #confirm({ tool, arguments: args }: PromptRequest): string {
    const wasAllowed = this.#remembered.take(tool, args);
    const verdict: Verdict = wasAllowed ? CONFIRMED : { ...CONFIRMED, allowed: false, reason: NOT_CONFIRMED };
    return promptAnswer(verdict, args);
  }

  async #answerNew(reading: PromptReading, call: CallContext): Promise<string> {
    this.#promptsSeen += 1;
    const { timeoutMs, clock, now } = this.#parts;
    const stop = new AbortController();
    if (this.#endedWhy !== undefined) stop.abort(this.#endedWhy);
    this.#stops.add(stop);
    const scope = new CallScope({ run: stop.signal, call: call.signal, timeoutMs, clock });
    const prompting: Prompting = { prompt: reading.prompt, call, scope, askedAtMs: now(), isAsked: false };
    try {
      const verdict =
        reading.kind === 'malformed'
          ? verdictOf({ kind: 'refused', why: malformed(reading.problem) }, timeoutMs)
          : await this.#decide(prompting);
      this.#record(prompting, verdict, this.#parts.now());
      this.#rememberFor(reading, verdict);
      return promptAnswer(verdict, reading.prompt.arguments);
    } catch (error) {
      const verdict = this.#unforeseen(error);
      this.#record(prompting, verdict, prompting.askedAtMs);
      return promptAnswer(verdict, reading.prompt.arguments);
    } finally {
      this.#stops.delete(stop);
      if (prompting.isAsked) this.#pending -= 1;
      scope.close();
    }
  }

  #rememberFor(reading: PromptReading, verdict: Verdict): void {
    if (reading.kind === 'malformed' || reading.confirmation !== 'follows' || !verdict.allowed) return;
    const { tool, arguments: args } = reading.prompt;
    this.#remembered.remember(tool, verdict.modified ?? args);
  }

  /** Throws the one error that has to get through: the same prompt comes again, with the answer of its client. */
  #unforeseen(error: unknown): Verdict {
    if (isUnanswered(error)) {
      this.#promptsSeen -= 1;
      throw error;
    }
    this.#parts.onHookError('now', error);
    return verdictOf({ kind: 'threw', error }, this.#parts.timeoutMs);
  }

  #decide(prompting: Prompting): Promise<Verdict> {
    const { scope } = prompting;
    const early = scope.ended.then((end) => this.#endedEarly(end));
    return scope.signal.aborted ? early : Promise.race([early, this.#admitOrAsk(prompting)]);
  }

  #endedEarly(end: EarlyEnd): Verdict {
    const { timeoutMs } = this.#parts;
    switch (end) {
      case 'deadline':
        return verdictOf({ kind: 'expired' }, timeoutMs);
      case 'run-cancelled':
        return verdictOf({ kind: 'withdrawn', why: this.#endedWhy ?? RUN_OVER }, timeoutMs);
      case 'call-cancelled':
        return verdictOf({ kind: 'withdrawn', why: CALLER_GONE }, timeoutMs);
    }
  }

  async #admitOrAsk(prompting: Prompting): Promise<Verdict> {
    const { prompt, scope } = prompting;
    const { autoAllow, autoAllowWhen, gate, timeoutMs } = this.#parts;
    const isListed = autoAllow.has(prompt.tool);
    const when = isListed ? await this.#consult('autoAllowWhen', autoAllowWhen, prompt) : ABSENT;
    const early = admissionOf({ isListed, when, gate: ABSENT });
    const admission =
      early === 'ask'
        ? admissionOf({ isListed, when, gate: await this.#consult('gate', gate, prompt) })
        : early;
    if (admission !== 'ask') return allowedBy(admission);
    // A hook may have taken so long that there is nobody to answer any more.
    if (scope.signal.aborted) return this.#endedEarly(await scope.ended);
    return verdictOf(await this.#ask(prompting), timeoutMs);
  }

  async #consult(
    name: string,
    hook: ApprovalPredicate | undefined,
    { tool, arguments: args }: PromptRequest,
  ): Promise<HookAnswer> {
    if (hook === undefined) return ABSENT;
    try {
      return { kind: 'said', value: await hook(tool, args) };
    } catch (error) {
      this.#parts.onHookError(name, error);
      return { kind: 'threw', error };
    }
  }

  async #ask(prompting: Prompting): Promise<AskOutcome> {
    const { asker, maxPending } = this.#parts;
    if (this.#pending >= maxPending) return { kind: 'refused', why: tooMany(maxPending) };
    this.#pending += 1;
    prompting.isAsked = true;
    try {
      return { kind: 'answered', decision: await asker.ask(this.#question(prompting)) };
    } catch (error) {
      if (isUnanswered(error)) throw error;
      return { kind: 'threw', error };
    }
  }

  #question({ prompt, call, scope, askedAtMs }: Prompting): Question {
    const { timeoutMs } = this.#parts;
    return Object.freeze({
      id: globalThis.crypto.randomUUID(),
      ...prompt,
      askedAtMs,
      expiresAtMs: timeoutMs === undefined ? undefined : askedAtMs + timeoutMs,
      signal: scope.signal,
      call,
    });
  }

  #record({ prompt, askedAtMs, isAsked }: Prompting, verdict: Verdict, decidedAtMs: number): void {
    const { allowed, source, reason, actor } = verdict;
    this.#parts.log.append({
      ...prompt,
      ...(verdict.allowed && verdict.modified !== undefined ? { modified: verdict.modified } : {}),
      allowed,
      source,
      asked: isAsked,
      reason,
      actor,
      askedAtMs,
      decidedAtMs,
    });
  }
}

function isConfirmation(reading: PromptReading): boolean {
  return reading.kind === 'prompt' && reading.confirmation === 'this';
}

const CONFIRMED: Verdict = { allowed: true, source: 'asker', reason: 'approved before', actor: undefined };
const NOT_CONFIRMED = 'This call was not approved before, so it is not confirmed.';
const RUN_OVER = 'The run is over; the call was not approved.';
const CALLER_GONE = 'The caller went away before there was an answer; the call was not approved.';

function malformed(problem: string): string {
  return `This permission prompt cannot be read: ${problem}. Nothing was approved.`;
}

function tooMany(max: number): string {
  return (
    `Nobody was asked: limits.pendingApprovals (${max}) questions wait for an answer already. The call was denied; try ` +
    'again when some are answered.'
  );
}
